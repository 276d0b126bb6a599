// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/row_iteration.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/iteration.hpp"

namespace gpu::execute {
namespace {

/// Numbers of the elements along the axes whose bits are set in `axes`, in the order in which they
/// lie in `place`; 0 along the others. Axes that are neighbours there can be merged.
layout numbering_along(const layout& place, const shape& extents, std::uint64_t axes) {
  layout numbers{0, extents, shape(extents.size(), 0)};
  std::ptrdiff_t step = 1;
  for (std::size_t left = extents.size(); left-- > 0;) {
    std::size_t next = extents.size();
    for (std::size_t axis = extents.size(); axis-- > 0;)
      if ((axes >> axis & 1) != 0 &&
          (next == extents.size() || std::abs(place.strides[axis]) < std::abs(place.strides[next])))
        next = axis;
    if (next == extents.size()) break;
    axes &= ~(std::uint64_t{1} << next);
    const std::ptrdiff_t sign = place.strides[next] < 0 ? -1 : 1;
    numbers.strides[next] = sign * step;
    if (sign < 0) numbers.offset += step * (extents[next] - 1);
    step *= extents[next];
  }
  return numbers;
}

/// A numbering of the axes whose bits are set in `axes`; 0 along the others.
layout numbering(const shape& extents, std::uint64_t axes) {
  layout numbers{0, extents, shape(extents.size(), 0)};
  std::ptrdiff_t step = 1;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    if ((axes >> axis & 1) == 0) continue;
    numbers.strides[axis] = step;
    step *= extents[axis];
  }
  return numbers;
}

/// The array of which the most bytes are read; null if there is none.
const graph::kernel_argument* largest_array(const graph::kernel& work) {
  const graph::kernel_argument* largest = nullptr;
  work.for_each(graph::operand_kind::array,
                [&](std::size_t, const graph::kernel_argument& argument) {
                  if (largest == nullptr || bytes_read(argument) > bytes_read(*largest))
                    largest = &argument;
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
  const graph::kernel_argument* const largest = largest_array(work);
  outputs.reserve(work.outputs.size());
  arguments.reserve(work.arguments.size());
  for (const graph::kernel_output& output : work.outputs)
    outputs.push_back(output.per_row ? apply(work.reduction()->row, output.target->placement())
                                     : output.target->placement());
  for (const graph::kernel_argument& argument : work.arguments) arguments.push_back(argument.place);
  for (std::vector<layout>* places : {&outputs, &arguments})
    for (layout& place : *places) place.extents = extents_of_work;
  const bool has_memory = largest != nullptr && bytes_read(*largest) > 0;
  const layout in_order = row_major(extents_of_work);
  const layout& memory =
      has_memory ? arguments[static_cast<std::size_t>(largest - work.arguments.data())] : in_order;
  const layout kept = numbering_along(memory, extents_of_work, ~work.reduced_axes());
  const layout gone = numbering_along(memory, extents_of_work, work.reduced_axes());
  std::vector<const layout*> layouts{has_memory ? &memory : &kept, &kept, &gone};
  layouts.reserve(3 + outputs.size() + arguments.size());
  for (const layout& output : outputs) layouts.push_back(&output);
  for (const layout& argument : arguments) layouts.push_back(&argument);
  gpu::iteration planned =
      element_count(extents_of_work) > 0 ? plan_iteration(layouts) : gpu::iteration();
  if (planned.strides.empty()) return;
  if (planned.extents.empty()) {
    planned.extents.push_back(1);
    for (shape& strides : planned.strides) strides.push_back(0);
    reduced = 1;
  }
  extents = planned.extents;
  rows = 1;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (planned.strides[2][axis] != 0) reduced |= std::uint64_t{1} << axis;
    (is_reduced(axis) ? row_length : rows) *= extents[axis];
  }
  if (element_count(work.extents) == 0) row_length = 0;
  row_number = numbering(extents, ~reduced);
  std::size_t next = 3;
  for (std::vector<layout>* places : {&outputs, &arguments})
    for (layout& place : *places) {
      place = {planned.offsets[next], extents, planned.strides[next]};
      ++next;
    }
}

iteration_part slice(iteration_part part, std::size_t axis, std::array<std::ptrdiff_t, 2> range) {
  part.first[axis] += range[0];
  part.extents[axis] = range[1] - range[0];
  return part;
}

std::ptrdiff_t number_at(const layout& numbers, const shape& index) {
  std::ptrdiff_t number = numbers.offset;
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    number += index[axis] * numbers.strides[axis];
  return number;
}

layout part_of(const layout& place, const iteration_part& part) {
  layout result{place.offset, part.extents, place.strides};
  for (std::size_t axis = 0; axis < part.first.size(); ++axis)
    result.offset += part.first[axis] * place.strides[axis];
  return result;
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
