// SPDX-License-Identifier: BSD-3-Clause
// Views of arrays and expressions. None of these moves memory: they are folded into the kernel that
// reads them.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>

namespace gpu {

namespace detail {

using axes_list = std::vector<std::ptrdiff_t>;

[[nodiscard]] graph::node_ptr transposed(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr swapped(const graph::node_ptr& value, std::ptrdiff_t first,
                                      std::ptrdiff_t second);
[[nodiscard]] graph::node_ptr moved_axes(const graph::node_ptr& value, const axes_list& source,
                                         const axes_list& destination);
[[nodiscard]] graph::node_ptr reshaped(const graph::node_ptr& value, shape extents);
[[nodiscard]] graph::node_ptr squeezed(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr expanded(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr flipped(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr diagonal_of(const graph::node_ptr& value, std::ptrdiff_t offset,
                                          std::ptrdiff_t first, std::ptrdiff_t second);
[[nodiscard]] axes_list every_axis(std::size_t rank);

template <class A>
using expression_of = expression<typename A::value_type>;

}  // namespace detail

/// Axis k of the result is axis `axes[k]`; without `axes` they are reversed.
/// @throws value_error  "axes don't match array", "repeated axis in transpose"
template <typed_array A>
[[nodiscard]] auto transpose(const A& a, const detail::axes_list& axes = {}) {
  return detail::expression_of<A>(detail::transposed(a.node(), axes));
}
/// Two axes exchanged.
/// @throws axis_error
template <typed_array A>
[[nodiscard]] auto swapaxes(const A& a, std::ptrdiff_t axis1, std::ptrdiff_t axis2) {
  return detail::expression_of<A>(detail::swapped(a.node(), axis1, axis2));
}
/// Axes moved to other positions; the others keep their order.
/// @throws axis_error, value_error
template <typed_array A>
[[nodiscard]] auto moveaxis(const A& a, const detail::axes_list& source,
                            const detail::axes_list& destination) {
  return detail::expression_of<A>(detail::moved_axes(a.node(), source, destination));
}
template <typed_array A>
[[nodiscard]] auto moveaxis(const A& a, std::ptrdiff_t source, std::ptrdiff_t destination) {
  return moveaxis(a, detail::axes_list{source}, detail::axes_list{destination});
}
/// The same elements in C order with other extents; one of them may be -1.
/// @throws shape_error  "cannot reshape array of size 6 into shape (4,)"
template <typed_array A>
[[nodiscard]] auto reshape(const A& a, const shape& extents) {
  return detail::expression_of<A>(detail::reshaped(a.node(), extents));
}
/// One axis, in C order.
template <typed_array A>
[[nodiscard]] auto ravel(const A& a) {
  return reshape(a, {-1});
}
/// Axes of extent 1 removed: all of them, or those given.
/// @throws value_error  "cannot select an axis to squeeze out which has size not equal to one"
template <typed_array A>
[[nodiscard]] auto squeeze(const A& a, const detail::axes_list& axes = {}) {
  return detail::expression_of<A>(detail::squeezed(a.node(), axes));
}
/// Axes of extent 1 put in; `axes` are positions in the result.
/// @throws axis_error, value_error
template <typed_array A>
[[nodiscard]] auto expand_dims(const A& a, const detail::axes_list& axes) {
  return detail::expression_of<A>(detail::expanded(a.node(), axes));
}
template <typed_array A>
[[nodiscard]] auto expand_dims(const A& a, std::ptrdiff_t axis) {
  return expand_dims(a, detail::axes_list{axis});
}
/// The array repeated along new axes and axes of extent 1, without copying.
/// @throws shape_error
template <typed_array A>
[[nodiscard]] auto broadcast_to(const A& a, const shape& extents) {
  return detail::expression_of<A>(graph::make_broadcast(a.node(), extents));
}
/// xtensor's name of `broadcast_to`.
template <typed_array A>
[[nodiscard]] auto broadcast(const A& a, const shape& extents) {
  return broadcast_to(a, extents);
}
/// The order of the elements reversed, along all axes or those given.
/// @throws axis_error
template <typed_array A>
[[nodiscard]] auto flip(const A& a, const detail::axes_list& axes) {
  return detail::expression_of<A>(detail::flipped(a.node(), axes));
}
template <typed_array A>
[[nodiscard]] auto flip(const A& a) {
  return flip(a, detail::every_axis(a.dimension()));
}
template <typed_array A>
[[nodiscard]] auto flip(const A& a, std::ptrdiff_t axis) {
  return flip(a, detail::axes_list{axis});
}
/// The diagonal of two axes, as the last axis of the result.
/// @throws value_error  "diag requires an array of at least two dimensions"
template <typed_array A>
[[nodiscard]] auto diagonal(const A& a, std::ptrdiff_t offset = 0, std::ptrdiff_t axis1 = 0,
                            std::ptrdiff_t axis2 = 1) {
  return detail::expression_of<A>(detail::diagonal_of(a.node(), offset, axis1, axis2));
}

}  // namespace gpu
