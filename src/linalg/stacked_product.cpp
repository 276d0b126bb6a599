// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/stacked_product.hpp"

#include <algorithm>
#include <array>

#include "core/append_axis.hpp"

namespace gpu::linalg::detail {
namespace {

std::ptrdiff_t batch_extent(const layout& place, std::size_t axis_from_end) {
  const std::size_t rank = place.extents.size();
  return axis_from_end + 2 < rank ? place.extents[rank - 3 - axis_from_end] : 1;
}

stacked_product::strides matrix_strides(const layout& place) {
  const std::size_t rank = place.strides.size();
  return {place.strides[rank - 2], place.strides[rank - 1]};
}

/// Products by one matrix b, whose matrices a lie one below the other, are one product.
void fold_last_axis_into_rows(stacked_product& all) {
  if (all.batch.empty() || all.b_steps.back() != 0) return;
  const std::ptrdiff_t step = all.a_steps.back();
  if (all.m != 1 && step != all.m * all.a.row) return;
  if (all.m == 1) all.a.row = step;
  const std::size_t last = all.batch.size() - 1;
  all.m *= all.batch[last];
  all.batch.erase(last);
  all.a_steps.erase(last);
  all.b_steps.erase(last);
}

}  // namespace

stacked_product::stacked_product(const layout& left, const layout& right)
    : m(left.extents[left.extents.size() - 2]),
      n(right.extents.back()),
      k(left.extents.back()),
      a(matrix_strides(left)),
      b(matrix_strides(right)) {
  const std::size_t rank = std::max(left.extents.size(), right.extents.size()) - 2;
  iteration space{{}, {0, 0}, {shape(), shape()}};
  for (std::size_t axis = rank; axis-- > 0;) {
    const std::ptrdiff_t left_extent = batch_extent(left, axis);
    const std::ptrdiff_t extent = left_extent == 1 ? batch_extent(right, axis) : left_extent;
    const std::array steps{batch_step(left, axis), batch_step(right, axis)};
    if (extent != 1) append_axis(space, extent, steps);
  }
  batch = space.extents;
  a_steps = space.strides[0];
  b_steps = space.strides[1];
  fold_last_axis_into_rows(*this);
}

std::ptrdiff_t offset_of(const stacked_product& all, const shape& steps, std::ptrdiff_t number) {
  std::ptrdiff_t offset = 0;
  for (std::size_t axis = all.batch.size(); axis-- > 0;) {
    offset += number % all.batch[axis] * steps[axis];
    number /= all.batch[axis];
  }
  return offset;
}

std::ptrdiff_t batch_step(const layout& place, std::size_t axis_from_end) {
  const bool moves = batch_extent(place, axis_from_end) != 1;
  return moves ? place.strides[place.extents.size() - 3 - axis_from_end] : 0;
}

}  // namespace gpu::linalg::detail
