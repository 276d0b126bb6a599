// SPDX-License-Identifier: BSD-3-Clause
// Elements between the devices and the host, without their type.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <ranges>
#include <span>

#include <gpu/array/concepts.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Copies all elements, in C order, to host memory. Waits.
void read_elements(const graph::node_ptr& value, void* to);

/// Copies the element at `position`, in C order, of a whole leaf to host memory. Waits.
void read_element(const graph::leaf_node& leaf, std::ptrdiff_t position, void* to);

/// Copies one element from host memory into a whole leaf. Returns before it is there.
void write_element(const graph::leaf_node& leaf, std::ptrdiff_t position, const void* from);

/// The element at `position`, in C order, of a whole leaf of dtype `T`. Waits.
template <element_type T>
[[nodiscard]] T element_in(const graph::leaf_node& leaf, std::ptrdiff_t position) {
  if (leaf.where->is_cpu()) return static_cast<const T*>(leaf.block->data())[position];
  T value;
  read_element(leaf, position, &value);
  return value;
}
/// Gives it another value. Returns before that is there.
template <element_type T>
void set_element(const graph::leaf_node& leaf, std::ptrdiff_t position, const T& value) {
  if (leaf.where->is_cpu())
    static_cast<T*>(leaf.block->data())[position] = value;
  else
    write_element(leaf, position, &value);
}

/// A new whole leaf with the elements at `from`, in C order. The memory may be reused at once.
[[nodiscard]] graph::leaf_ptr leaf_from_host(const void* from, dtype type, const shape& extents,
                                             device where);

/// The same of a vector, with one axis, as elements of type `T`.
template <class T, host_range Range>
[[nodiscard]] graph::leaf_ptr leaf_from_range(const Range& range, device where) {
  using own = std::ranges::range_value_t<Range>;
  check_not_made_real<T, own>();
  const shape extents{static_cast<std::ptrdiff_t>(std::ranges::size(range))};
  const graph::leaf_ptr leaf =
      leaf_from_host(std::ranges::data(range), dtype_of<own>, extents, where);
  return execute::evaluate(graph::make_cast(graph::node_ptr(leaf.get()), dtype_of<T>));
}

/// A new whole leaf, its elements not initialised.
[[nodiscard]] graph::leaf_ptr uninitialised_leaf(dtype type, const shape& extents, device where);

/// The value on `where`, evaluated. Shares memory if it is there already, unless `always_copy`.
[[nodiscard]] graph::leaf_ptr moved_to(const graph::node_ptr& value, device where,
                                       bool always_copy);

/// As the last index: `gpu::missing`.
inline constexpr std::ptrdiff_t missing_index = std::numeric_limits<std::ptrdiff_t>::min();

/// Position in C order of the element at `indices`, as xtensor counts: missing leading indices are
/// 0, or, with `missing_index` behind them, missing trailing ones; surplus leading ones are
/// ignored. Negative indices are not taken.
/// @throws index_error  if `checked` and there are too many, or one is out of bounds; without
///                      `checked` if the position lies outside the array
[[nodiscard]] std::ptrdiff_t element_position(const shape& extents,
                                              std::span<const std::ptrdiff_t> indices,
                                              bool checked);
/// The same; an index for each axis, as there mostly is, is looked at without a call.
template <std::size_t Count>
[[nodiscard]] std::ptrdiff_t element_position(const shape& extents,
                                              const std::array<std::ptrdiff_t, Count>& indices,
                                              bool checked) {
  std::ptrdiff_t position = 0;
  bool is_inside = extents.size() == Count;
  for (std::size_t axis = 0; is_inside && axis < Count; ++axis) {
    is_inside = indices[axis] >= 0 && indices[axis] < extents[axis];
    position = position * extents[axis] + indices[axis];
  }
  return is_inside ? position : element_position(extents, std::span(indices), checked);
}

/// The same of NumPy's `item`: one index for each axis, or a position in C order, negative ones
/// from the end.
/// @throws index_error, value_error
[[nodiscard]] std::ptrdiff_t item_position(const shape& extents,
                                           std::span<const std::ptrdiff_t> indices);
/// The same of indices modulo the extents.
/// @throws index_error  if there are no elements, or too many indices
[[nodiscard]] std::ptrdiff_t periodic_position(const shape& extents,
                                               std::span<const std::ptrdiff_t> indices);
/// Whether `element_position` takes the indices, when it checks them.
[[nodiscard]] bool is_in_bounds(const shape& extents, std::span<const std::ptrdiff_t> indices);

/// Position in C order, in an array of these extents, of the element at `position`, in C order, of
/// what `view` shows of it.
[[nodiscard]] std::ptrdiff_t viewed_position(const shape& extents, const affine_view& view,
                                             std::ptrdiff_t position);

/// "can only convert an array of size 1 to a Python scalar", in our words.
/// @throws value_error  unless there is exactly one element
void require_one_element(const shape& extents);
/// The same in NumPy's words for conditions.
void require_one_truth(const shape& extents);
/// @throws value_error  unless there is one element: what `==` beside a number is for.
void require_one_to_compare(const shape& extents);

}  // namespace gpu::detail
