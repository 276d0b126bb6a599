// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/row_group.hpp"

#include <optional>
#include <utility>

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::value_id;

/// Copies what some values depend on into another kernel.
class extraction {
 public:
  extraction(const row_group& from, part_kernel& to) : group_(from), from_(from.work), to_(to) {
    copies_.resize(from_.arguments.size() + from_.scalars.size() + from_.body.size());
  }

  value_id add(value_id value) {
    std::optional<value_id>& found = copy_of(value);
    if (!found) found = copy(value);
    return *found;
  }

 private:
  /// Arguments come first, then scalars, then instructions.
  std::optional<value_id>& copy_of(value_id value) {
    std::size_t number = value.index;
    if (value.from != value_id::source::argument) number += from_.arguments.size();
    if (value.from == value_id::source::instruction) number += from_.scalars.size();
    return copies_[number];
  }

  value_id copy(value_id value) {
    const std::uint32_t i = value.index;
    if (value.from == value_id::source::argument)
      return add_argument(from_.arguments[i], group_.iteration.argument(i));
    if (value.from == value_id::source::scalar) {
      to_.work.scalars.push_back(from_.scalars[i]);
      return last(value_id::source::scalar, to_.work.scalars.size());
    }
    if (const graph::leaf_ptr& leaf = group_.known[i])
      return add_argument({graph::operand_kind::array, *leaf, {}}, group_.iteration.row_number);
    return copy_instruction(from_.body[i]);
  }

  value_id add_argument(graph::kernel_argument argument, const layout& place) {
    to_.work.arguments.push_back(std::move(argument));
    to_.places.push_back(place);
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

  const row_group& group_;
  const kernel& from_;
  part_kernel& to_;
  std::vector<std::optional<value_id>> copies_;
};

}  // namespace

void part_kernel::move_to(const iteration_part& part) {
  work.extents = part.extents;
  for (std::size_t i = 0; i < places.size(); ++i)
    work.arguments[i].place = part_of(places[i], part);
}

row_group::row_group(const kernel& kernel, const row_iteration& all, iteration_part own,
                     bool is_alone)
    : work(kernel),
      iteration(all),
      part(std::move(own)),
      rows(rows_of(all, part)),
      count(element_count(rows.extents)),
      alone(is_alone),
      numbers(numbering(part.extents, ~all.reduced)),
      known(kernel.body.size()) {
  numbers.offset = -number_at(numbers, part.first);
}

part_kernel row_group::kernel_for(const std::vector<wanted_value>& wanted,
                                  const iteration_part& some) const {
  part_kernel result;
  extraction copy(*this, result);
  for (const wanted_value& one : wanted)
    result.work.outputs.push_back({copy.add(one.value), one.target});
  result.move_to(some);
  return result;
}

}  // namespace gpu::execute
