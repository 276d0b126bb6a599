// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/rearranging.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/manipulation/near_elements.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// The sum of `before` and `shift`, modulo the extent and not negative.
std::ptrdiff_t added_shift(std::ptrdiff_t before, std::ptrdiff_t shift, std::ptrdiff_t extent) {
  const std::ptrdiff_t rest = (before + shift % extent) % extent;
  return rest < 0 ? rest + extent : rest;
}

/// Rolled by so many places along each axis, less than it has.
node_ptr rolled_by(const node_ptr& a, const shape& shifts) {
  if (element_count(a->extents) == 0) return a;
  std::vector<graph::near_axis> axes;
  for (std::size_t axis = 0; axis < shifts.size(); ++axis)
    axes.push_back({-shifts[axis], a->extents[axis]});
  return near_elements(a, axes, graph::beyond_axis::wrapped);
}

void require_same_count(std::size_t shifts, std::size_t axes) {
  if (shifts != axes && shifts != 1 && axes != 1)
    throw shape_error(text_of(
        "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 "
        "with shape (",
        shifts, ",) and arg 1 with shape (", axes, ",)."));
}

}  // namespace

node_ptr rolled(const node_ptr& a, const integer_list& shift, const reduction_axes& axis) {
  if (axis.is_all()) {
    const node_ptr line = graph::make_ravel(a);
    return graph::make_reshape(rolled(line, shift, 0), a->extents);
  }
  const std::vector<std::ptrdiff_t>& by = shift.values();
  const std::vector<std::ptrdiff_t>& axes = axis.list();
  const std::size_t rank = a->extents.size();
  for (const std::ptrdiff_t one : axes) static_cast<void>(normalize_axis_index(one, rank));
  require_same_count(by.size(), axes.size());
  shape shifts(rank, 0);
  const std::size_t count = by.empty() || axes.empty() ? 0 : std::max(by.size(), axes.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t along = normalize_axis_index(axes[axes.size() == 1 ? 0 : i], rank);
    if (a->extents[along] > 0)
      shifts[along] = added_shift(shifts[along], by[by.size() == 1 ? 0 : i], a->extents[along]);
  }
  return rolled_by(a, shifts);
}

node_ptr rotated(const node_ptr& m, std::ptrdiff_t k, const axes_list& axes) {
  if (axes.size() != 2) throw value_error("len(axes) must be 2.");
  const auto rank = static_cast<std::ptrdiff_t>(m->extents.size());
  const auto [first, second] = std::array{axes[0], axes[1]};
  if (first == second || std::abs(first - second) == rank)
    throw value_error("Axes must be different.");
  if (first >= rank || first < -rank || second >= rank || second < -rank)
    throw value_error(
        text_of("Axes=(", first, ", ", second, ") out of range for array of ndim=", rank, "."));
  switch (((k % 4) + 4) % 4) {
    case 0:
      return m;
    case 1:
      return swapped(flipped(m, {second}), first, second);
    case 2:
      return flipped(m, {first, second});
    default:
      return flipped(swapped(m, first, second), {second});
  }
}

node_ptr rolled_axis(const node_ptr& a, std::ptrdiff_t axis, std::ptrdiff_t start) {
  const auto rank = static_cast<std::ptrdiff_t>(a->extents.size());
  const auto moved = static_cast<std::ptrdiff_t>(normalize_axis_index(axis, a->extents.size()));
  const std::ptrdiff_t before = start < 0 ? start + rank : start;
  if (before < 0 || before > rank)
    throw axis_error(text_of("'start' arg requires ", -rank, " <= start < ", rank + 1, ", but ",
                             before, " was passed in"));
  return moved_axes(a, {moved}, {moved < before ? before - 1 : before});
}

node_ptr flipped_left_right(const node_ptr& m) {
  if (m->extents.size() < 2) throw value_error("Input must be >= 2-d.");
  return flipped(m, {1});
}

node_ptr flipped_up_down(const node_ptr& m) {
  if (m->extents.empty()) throw value_error("Input must be >= 1-d.");
  return flipped(m, {0});
}

node_ptr transposed_matrices(const node_ptr& x) {
  if (x->extents.size() < 2)
    throw value_error(
        text_of("Input array must be at least 2-dimensional, but it is ", x->extents.size()));
  return swapped(x, -1, -2);
}

}  // namespace gpu::detail
