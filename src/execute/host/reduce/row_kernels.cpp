// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/row_kernels.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::value_id;

/// Copies what some values depend on into another kernel.
class extraction {
 public:
  extraction(const kernel& from, const row_iteration& iteration,
             const std::vector<graph::leaf_ptr>& known, part_kernel& to)
      : from_(from),
        iteration_(iteration),
        known_(known),
        to_(to),
        arguments_(from.arguments.size()),
        scalars_(from.scalars.size()),
        instructions_(from.body.size()) {}

  value_id add(value_id value) {
    std::optional<value_id>& place = place_of(value);
    if (!place) place = copy(value);
    return *place;
  }

 private:
  std::optional<value_id>& place_of(value_id value) {
    switch (value.from) {
      case value_id::source::argument:
        return arguments_[value.index];
      case value_id::source::scalar:
        return scalars_[value.index];
      default:
        return instructions_[value.index];
    }
  }

  value_id copy(value_id value) {
    switch (value.from) {
      case value_id::source::argument:
        to_.places.push_back(iteration_.arguments[value.index]);
        return add_argument(from_.arguments[value.index]);
      case value_id::source::scalar:
        to_.work.scalars.push_back(from_.scalars[value.index]);
        return last(value_id::source::scalar, to_.work.scalars.size());
      default:
        break;
    }
    if (const graph::leaf_ptr& leaf = known_[value.index]) {
      to_.places.push_back(iteration_.row_number);
      return add_argument({graph::operand_kind::array, *leaf, {}});
    }
    return copy_instruction(from_.body[value.index]);
  }

  value_id add_argument(graph::kernel_argument argument) {
    to_.work.arguments.push_back(std::move(argument));
    return last(value_id::source::argument, to_.work.arguments.size());
  }

  value_id copy_instruction(const graph::instruction& step) {
    std::vector<value_id> operands;
    for (std::uint32_t i = 0; i < step.count; ++i)
      operands.push_back(add(from_.operands[step.first + i]));
    const auto first = static_cast<std::uint32_t>(to_.work.operands.size());
    to_.work.operands.insert(to_.work.operands.end(), operands.begin(), operands.end());
    to_.work.body.push_back({step.op, step.loop, first, step.count});
    return last(value_id::source::instruction, to_.work.body.size());
  }

  static value_id last(value_id::source from, std::size_t count) {
    return {from, static_cast<std::uint32_t>(count - 1)};
  }

  const kernel& from_;
  const row_iteration& iteration_;
  const std::vector<graph::leaf_ptr>& known_;
  part_kernel& to_;
  std::vector<std::optional<value_id>> arguments_;
  std::vector<std::optional<value_id>> scalars_;
  std::vector<std::optional<value_id>> instructions_;
};

}  // namespace

void part_kernel::move_to(const iteration_part& part) {
  work.extents = part.extents;
  for (std::size_t i = 0; i < places.size(); ++i)
    work.arguments[i].place = part_of(places[i], part);
}

part_kernel row_kernels::kernel_for(const std::vector<wanted_value>& wanted,
                                    const iteration_part& part) const {
  part_kernel result;
  extraction copy(work_, iteration_, known_, result);
  for (const wanted_value& one : wanted)
    result.work.outputs.push_back({copy.add(one.value), one.target});
  result.move_to(part);
  return result;
}

}  // namespace gpu::execute
