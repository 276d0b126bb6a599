// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/passes.hpp"

#include <algorithm>

namespace gpu::graph {

bool varies_along_rows(const layout& place, std::uint64_t reduced) noexcept {
  for (std::size_t axis = 0; axis < place.extents.size(); ++axis)
    if ((reduced >> axis & 1) != 0 && place.extents[axis] != 1 && place.strides[axis] != 0)
      return true;
  return false;
}

passes::passes(const kernel& work) {
  for (const kernel_argument& argument : work.arguments)
    arguments_.push_back({!varies_along_rows(argument.place, work.reduced_axes()), 0});
  for (const instruction& step : work.body) {
    value_pass own{true, 0};
    for (std::uint32_t i = 0; i < step.count; ++i) {
      const value_pass operand = of(work.operands[step.first + i]);
      own.per_row = own.per_row && operand.per_row;
      own.pass = std::max(own.pass, operand.pass);
    }
    if (step.op->is_reduction)
      own = {!step.is_scan, static_cast<std::uint8_t>(pass_for(step, own.pass) + 1)};
    instructions_.push_back(own);
  }
  for (const kernel_output& output : work.outputs)
    writes_elements_ = writes_elements_ || !output.per_row;
  find_late_arguments(work);
}

/// The pass that finishes a reduction or a scan whose operands are known after so many passes.
std::size_t passes::pass_for(const instruction& step, std::size_t known) {
  std::size_t pass = known;
  while (pass < scans_.size() && scans_[pass] != step.is_scan) ++pass;
  if (pass == scans_.size()) scans_.push_back(step.is_scan);
  return pass;
}

void passes::find_late_arguments(const kernel& work) {
  is_late_.assign(work.arguments.size(), false);
  if (!writes_elements_) return;
  for (std::size_t i = 0; i < arguments_.size(); ++i) is_late_[i] = !arguments_[i].per_row;
  std::vector<bool> is_reduced(work.body.size());
  for (std::size_t k = work.body.size(); k-- > 0;) {
    const instruction& step = work.body[k];
    if (!step.op->is_reduction && !is_reduced[k]) continue;
    for (std::uint32_t i = step.first; i < step.first + step.count; ++i) {
      const value_id operand = work.operands[i];
      if (operand.from == value_id::source::argument) is_late_[operand.index] = false;
      if (operand.from == value_id::source::instruction) is_reduced[operand.index] = true;
    }
  }
}

value_pass passes::of(value_id value) const {
  switch (value.from) {
    case value_id::source::argument:
      return arguments_[value.index];
    case value_id::source::scalar:
      return {true, 0};
    default:
      return instructions_[value.index];
  }
}

}  // namespace gpu::graph
