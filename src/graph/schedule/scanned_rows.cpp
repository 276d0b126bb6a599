// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/scanned_rows.hpp"

#include <algorithm>
#include <bit>

#include "graph/schedule/passes.hpp"

namespace gpu::graph {
namespace {

/// Of a thread, for all elements that it keeps. Half of what is counted is alive at once: elements
/// that are scanned are seldom needed beside the results.
constexpr std::size_t kept_bytes = 192;
constexpr std::size_t max_accumulator_bytes = 32;

std::size_t accumulator_bytes(const instruction& scan) {
  const host_reduction* known = scan.op->loops[static_cast<std::size_t>(scan.loop)].reduces_on_host;
  return known == nullptr ? max_accumulator_bytes
                          : std::max<std::size_t>(known->accumulator_bytes, 4);
}

/// Whether elements along an axis of this extent are neighbours in memory, in this order.
bool are_neighbours(const layout& place, std::size_t axis) {
  return place.extents[axis] == 1 || place.strides[axis] == 1;
}

}  // namespace

std::ptrdiff_t scanned_elements(const kernel& work) {
  const passes all(work);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    if (!all.of_argument(i).per_row && !all.is_late(i)) bytes += element_bytes(work.arguments[i]);
  for (const instruction& step : work.body)
    if (step.is_scan) bytes += accumulator_bytes(step);
  const auto fitting =
      static_cast<std::ptrdiff_t>(std::bit_floor(kept_bytes / std::max<std::size_t>(bytes, 1)));
  return std::min(fitting, max_scanned_elements);
}

bool keeps_scanned_rows(const kernel& work) {
  const auto axis = static_cast<std::size_t>(std::countr_zero(work.reduced_axes()));
  const std::ptrdiff_t elements = scanned_elements(work);
  if (elements == 0 || work.extents[axis] > max_scanning_threads * elements) return false;
  for (const kernel_output& output : work.outputs)
    if (!output.per_row && !are_neighbours(output.target->placement(), axis)) return false;
  // A block goes over rows in the direction of the memory of any argument.
  return std::ranges::all_of(work.arguments, [&](const kernel_argument& argument) {
    if (argument.kind == operand_kind::array && argument.place.strides[axis] != 0)
      return are_neighbours(argument.place, axis);
    return argument.place.extents[axis] == 1 || argument.place.strides[axis] >= 0;
  });
}

}  // namespace gpu::graph
