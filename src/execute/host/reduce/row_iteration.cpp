// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/row_iteration.hpp"

#include <algorithm>
#include <optional>

#include "core/iteration.hpp"

namespace gpu::execute {
namespace {

/// The argument of which the most bytes are read; none if nothing is read.
std::optional<std::size_t> largest_array(const graph::kernel& work) {
  std::optional<std::size_t> largest;
  std::ptrdiff_t most = 0;
  work.for_each(graph::operand_kind::array,
                [&](std::size_t i, const graph::kernel_argument& argument) {
                  if (bytes_read(argument) > most) largest = i;
                  most = std::max(most, bytes_read(argument));
                });
  return largest;
}

/// `extents` with one element along reduced axes that have none.
shape without_empty_rows(shape extents, std::uint64_t reduced) {
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    if ((reduced >> axis & 1) != 0 && extents[axis] == 0) extents[axis] = 1;
  return extents;
}

}  // namespace

row_iteration::row_iteration(const graph::kernel& work) {
  const shape extents_of_work = without_empty_rows(work.extents, work.reduced_axes());
  for (const graph::kernel_output& output : work.outputs)
    places_.push_back(output.per_row ? apply(work.reduction()->row, output.target->placement())
                                     : output.target->placement());
  for (const graph::kernel_argument& argument : work.arguments) places_.push_back(argument.place);
  outputs_ = work.outputs.size();
  std::vector<const layout*> layouts;
  for (layout& place : places_) {
    place.extents = extents_of_work;
    layouts.push_back(&place);
  }
  if (element_count(extents_of_work) == 0) return;
  const std::optional<std::size_t> largest = largest_array(work);
  const layout in_order = numbering(extents_of_work, ~work.reduced_axes());
  gpu::iteration planned;
  reduced = plan_iteration(planned, layouts, largest ? argument(*largest) : in_order,
                           work.reduced_axes());
  if (planned.extents.empty()) {
    planned.extents.push_back(1);
    for (shape& strides : planned.strides) strides.push_back(0);
    reduced = 1;
  }
  extents = planned.extents;
  rows = 1;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    (is_reduced(axis) ? row_length : rows) *= extents[axis];
  if (element_count(work.extents) == 0) row_length = 0;
  row_number = numbering(extents, ~reduced);
  for (std::size_t i = 0; i < places_.size(); ++i)
    places_[i] = {planned.offsets[i], extents, planned.strides[i]};
}

layout numbering(const shape& extents, std::uint64_t inner, std::uint64_t outer) {
  layout numbers{0, extents, shape(extents.size(), 0)};
  std::ptrdiff_t step = 1;
  for (const std::uint64_t axes : {inner, outer})
    for (std::size_t axis = extents.size(); axis-- > 0;) {
      if ((axes >> axis & 1) == 0) continue;
      numbers.strides[axis] = step;
      step *= extents[axis];
    }
  return numbers;
}

iteration_part slice(iteration_part part, std::size_t axis, std::ptrdiff_t count,
                     std::ptrdiff_t index) {
  const std::ptrdiff_t extent = part.extents[axis];
  const std::ptrdiff_t first = extent * index / count;
  part.first[axis] += first;
  part.extents[axis] = extent * (index + 1) / count - first;
  return part;
}

std::ptrdiff_t number_at(const layout& numbers, const shape& index) {
  std::ptrdiff_t number = numbers.offset;
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    number += index[axis] * numbers.strides[axis];
  return number;
}

layout part_of(const layout& place, const iteration_part& part) {
  return {number_at(place, part.first), part.extents, place.strides};
}

iteration_part rows_of(const row_iteration& iteration, const iteration_part& part) {
  iteration_part rows = part;
  for (std::size_t axis = 0; axis < rows.extents.size(); ++axis) {
    if (!iteration.is_reduced(axis)) continue;
    rows.first[axis] = 0;
    rows.extents[axis] = 1;
  }
  return rows;
}

}  // namespace gpu::execute
