// SPDX-License-Identifier: BSD-3-Clause
#include "execute/scan_iteration.hpp"

#include <cstdlib>

namespace gpu::execute {

scan_iteration::scan_iteration(const graph::kernel& work) {
  const std::size_t axis = work.scan()->axis;
  length = work.extents[axis];
  operands.reserve(work.arguments.size() + 1);
  if (work.extents.size() == 1) {
    add_segment(work.outputs[0].target->placement());
    for (const graph::kernel_argument& argument : work.arguments) add_segment(argument.place);
    return;
  }
  std::vector<layout> places{work.outputs[0].target->placement()};
  for (const graph::kernel_argument& argument : work.arguments) places.push_back(argument.place);
  std::vector<std::ptrdiff_t> steps;
  std::vector<const layout*> layouts;
  for (layout& place : places) {
    steps.push_back(length == 1 ? 0 : place.strides[axis]);
    place.extents[axis] = 1;
    layouts.push_back(&place);
  }
  const iteration space = plan_iteration(layouts);
  for (std::size_t i = 0; i < places.size(); ++i)
    operands.push_back({space.offsets[i], space.strides[i], 0, steps[i]});
  outer = space.extents;
  if (outer.empty()) return;
  const std::size_t last = outer.size() - 1;
  along = length > 1 && std::abs(steps[0]) < std::abs(space.strides[0][last]);
  segments = outer[last];
  outer.erase(last);
  for (operand& one : operands) {
    one.segment = one.outer[last];
    one.outer.erase(last);
  }
}

/// Of arrays of one axis, which is that of the scan.
void scan_iteration::add_segment(const layout& place) {
  operands.push_back({place.offset, {}, 0, length == 1 ? 0 : place.strides[0]});
}

}  // namespace gpu::execute
