// SPDX-License-Identifier: BSD-3-Clause
// Views in which elements stand in several places: NumPy's `lib.stride_tricks`. None of them moves
// memory. Of an expression each place computes its element anew: evaluate it first if that is much.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <gpu/array/manipulation.hpp>

namespace gpu {

namespace detail {
/// @param axes  of the windows, one for each extent; without them all axes of `value`
[[nodiscard]] graph::node_ptr windows_of(const graph::node_ptr& value, const shape& window,
                                         const std::optional<axes_list>& axes);
[[nodiscard]] graph::node_ptr strided(const graph::node_ptr& value, const shape& extents,
                                      const shape& strides);
}  // namespace detail

/// Every window of `window` elements that lies within `a`: `sum(sliding_window_view(x, 3), -1)`
/// are moving sums. A view, to read. `numpy.lib.stride_tricks.sliding_window_view`.
///
/// @param window  one extent for each axis of `a`
/// @shape   (m, n), window (i, j) -> (m - i + 1, n - j + 1, i, j)
/// @throws  value_error  "`window_shape` cannot contain negative values", "window shape cannot be
///                       larger than input array shape", "Since axis is `None`, must provide
///                       window_shape for all dimensions of `x`; ..."
template <array_like A>
[[nodiscard]] auto sliding_window_view(const A& a, const shape& window) {
  return detail::expression_like<A>(detail::windows_of(a.node(), window, std::nullopt));
}
/// The same along some axes, one for each extent of the window. One may come twice: then windows of
/// windows are taken.
/// @shape   (m, n), window i, axis 1 -> (m, n - i + 1, i)
/// @throws  axis_error; value_error  also "Must provide matching length window_shape and axis; ..."
template <array_like A>
[[nodiscard]] auto sliding_window_view(const A& a, const shape& window,
                                       const detail::axes_list& axes) {
  return detail::expression_like<A>(detail::windows_of(a.node(), window, axes));
}
template <array_like A, integer_like Axis>
[[nodiscard]] auto sliding_window_view(const A& a, const shape& window, Axis axis) {
  return sliding_window_view(a, window, detail::axes_list(gpu::axis(axis)));
}

/// Element (i, j, ...) is element `i * strides[0] + j * strides[1] + ...` of `a` in C order. Unlike
/// NumPy's, strides count elements, as those of arrays do here, and nothing outside `a` is read. Of
/// an array that can be written the result can be assigned to; of values that are written to one
/// element any may be the one that is kept. `numpy.lib.stride_tricks.as_strided`.
///
/// @throws  value_error  "mismatch in length of strides and shape", a negative extent
/// @throws  index_error  "as_strided: shape (4,) with strides (2,) reaches from element 0 to
/// element
///                       6, outside of an array of 5 elements"
template <array_like A>
[[nodiscard]] auto as_strided(A&& a, const shape& extents, const shape& strides) {
  return detail::view_of(std::forward<A>(a), detail::strided(a.node(), extents, strides));
}

/// NumPy's place of them.
namespace lib::stride_tricks {
using gpu::as_strided;
using gpu::sliding_window_view;
}  // namespace lib::stride_tricks

}  // namespace gpu
