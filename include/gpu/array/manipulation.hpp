// SPDX-License-Identifier: BSD-3-Clause
// Views of arrays and expressions. None of these moves memory: they are folded into the kernel that
// reads them. Where its array can be written, what such a call returns can be assigned to, at once:
// `transpose(a) = b`, `diagonal(a) += 1`. Kept under a name it is what the array held then.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/array_part.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {

/// Axes by number, negative ones from the end.
struct axes_list : std::vector<std::ptrdiff_t> {
  axes_list() = default;
  explicit axes_list(std::size_t count) : vector(count) {}
  axes_list(vector axes) : vector(std::move(axes)) {}
  /// Any container of integers.
  template <detail::integer_range Axes>
  requires(!array_like<Axes>) axes_list(const Axes& axes)
      : vector(std::ranges::begin(axes), std::ranges::end(axes)) {}
  axes_list(std::initializer_list<list_integer> axes) : vector(axes.begin(), axes.end()) {}
  axes_list(const axis_number& axis) : vector{axis.number} {}
  axes_list(const axis_option& several) : vector(several.axes.list()) {}
};

/// The axes reversed, or in this order.
[[nodiscard]] graph::node_ptr transposed(const graph::node_ptr& value);
[[nodiscard]] graph::node_ptr transposed(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr swapped(const graph::node_ptr& value, std::ptrdiff_t first,
                                      std::ptrdiff_t second);
[[nodiscard]] graph::node_ptr moved_axes(const graph::node_ptr& value, const axes_list& source,
                                         const axes_list& destination);
[[nodiscard]] graph::node_ptr reshaped(const graph::node_ptr& value, shape extents);
/// The first elements in C order, and zeros.
[[nodiscard]] graph::node_ptr filled_up(const graph::node_ptr& value, const shape& extents);
[[nodiscard]] graph::node_ptr squeezed(const graph::node_ptr& value);
[[nodiscard]] graph::node_ptr squeezed(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr expanded(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr flipped(const graph::node_ptr& value, const axes_list& axes);
[[nodiscard]] graph::node_ptr diagonal_of(const graph::node_ptr& value, std::ptrdiff_t offset,
                                          std::ptrdiff_t first, std::ptrdiff_t second);
[[nodiscard]] axes_list every_axis(std::size_t rank);

/// What a view function gives of `a`: assignable if `a` is an array that can be written.
template <array_like A>
[[nodiscard]] auto view_of(A&& a, graph::node_ptr node) {
  if constexpr (typed_array<A>)
    return shown<typename std::remove_cvref_t<A>::value_type>(std::forward<A>(a), std::move(node));
  else
    return any_expression(std::move(node));
}

}  // namespace detail

/// The axes reversed.
template <array_like A>
[[nodiscard]] auto transpose(A&& a) {
  return detail::view_of(std::forward<A>(a), detail::transposed(a.node()));
}
/// Axis k of the result is axis `axes[k]`.
/// @throws value_error  "axes don't match array", "repeated axis in transpose"
template <array_like A>
[[nodiscard]] auto transpose(A&& a, const detail::axes_list& axes) {
  return detail::view_of(std::forward<A>(a), detail::transposed(a.node(), axes));
}
template <array_like A, detail::no_axis None>
[[nodiscard]] auto transpose(A&& a, None /*axes*/) {
  return transpose(std::forward<A>(a));
}
/// Two axes exchanged.
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto swapaxes(A&& a, axis_index axis1, axis_index axis2) {
  return detail::view_of(std::forward<A>(a), detail::swapped(a.node(), axis1, axis2));
}
/// Axes moved to other positions; the others keep their order.
/// @throws axis_error, value_error
template <array_like A>
[[nodiscard]] auto moveaxis(A&& a, const detail::axes_list& source,
                            const detail::axes_list& destination) {
  return detail::view_of(std::forward<A>(a), detail::moved_axes(a.node(), source, destination));
}
template <array_like A, std::convertible_to<axis_index> Source,
          std::convertible_to<axis_index> Destination>
[[nodiscard]] auto moveaxis(A&& a, const Source& source, const Destination& destination) {
  return moveaxis(std::forward<A>(a), detail::axes_list{axis_index(source)},
                  detail::axes_list{axis_index(destination)});
}
/// The same elements in C order with other extents; one of them may be -1.
/// @throws shape_error  "cannot reshape array of size 6 into shape (4,)"
template <array_like A>
[[nodiscard]] auto reshape(A&& a, const shape& extents) {
  return detail::view_of(std::forward<A>(a), detail::reshaped(a.node(), extents));
}
/// xtensor's name of `reshape`.
template <array_like A>
[[nodiscard]] auto reshape_view(A&& a, const shape& extents) {
  return reshape(std::forward<A>(a), extents);
}
/// One axis, in C order.
template <array_like A>
[[nodiscard]] auto ravel(A&& a) {
  return reshape(std::forward<A>(a), {-1});
}
/// xtensor's name of `ravel`.
template <array_like A>
[[nodiscard]] auto flatten(A&& a) {
  return ravel(std::forward<A>(a));
}
/// Axes of extent 1 removed: all of them, or those given.
/// @throws value_error  "cannot select an axis to squeeze out which has size not equal to one"
template <array_like A>
[[nodiscard]] auto squeeze(A&& a) {
  return detail::view_of(std::forward<A>(a), detail::squeezed(a.node()));
}
template <array_like A>
[[nodiscard]] auto squeeze(A&& a, const detail::axes_list& axes) {
  return detail::view_of(std::forward<A>(a), detail::squeezed(a.node(), axes));
}
template <array_like A, integer_like Axis>
[[nodiscard]] auto squeeze(A&& a, Axis axis) {
  return squeeze(std::forward<A>(a), detail::axes_list(gpu::axis(axis)));
}
template <array_like A, detail::no_axis None>
[[nodiscard]] auto squeeze(A&& a, None /*axis*/) {
  return squeeze(std::forward<A>(a));
}
/// Axes of extent 1 put in; `axes` are positions in the result.
/// @throws axis_error, value_error
template <array_like A>
[[nodiscard]] auto expand_dims(A&& a, const detail::axes_list& axes) {
  return detail::view_of(std::forward<A>(a), detail::expanded(a.node(), axes));
}
template <array_like A, integer_like Axis>
[[nodiscard]] auto expand_dims(A&& a, Axis axis) {
  return expand_dims(std::forward<A>(a), detail::axes_list(gpu::axis(axis)));
}
/// The array repeated along new axes and axes of extent 1, without copying.
/// @throws shape_error
template <array_like A>
[[nodiscard]] auto broadcast_to(const A& a, const shape& extents) {
  return detail::expression_like<A>(graph::make_broadcast(a.node(), extents));
}
template <scalar_like Number>
[[nodiscard]] auto broadcast_to(const Number& number, const shape& extents) {
  const computed_t<Number> value(number);
  return expression<Number>(
      graph::make_broadcast(graph::make_scalar(dtype_of<Number>, &value), extents));
}
/// xtensor's name of `broadcast_to`.
template <class A>
requires(array_like<A> || scalar_like<A>)
    [[nodiscard]] auto broadcast(const A& a, const shape& extents) {
  return broadcast_to(a, extents);
}
/// The order of the elements reversed, along all axes or those given.
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto flip(A&& a, const detail::axes_list& axes) {
  return detail::view_of(std::forward<A>(a), detail::flipped(a.node(), axes));
}
template <array_like A>
[[nodiscard]] auto flip(A&& a) {
  return flip(std::forward<A>(a), detail::every_axis(a.dimension()));
}
template <array_like A, detail::no_axis None>
[[nodiscard]] auto flip(A&& a, None /*axis*/) {
  return flip(std::forward<A>(a));
}
template <array_like A, integer_like Axis>
[[nodiscard]] auto flip(A&& a, Axis axis) {
  return flip(std::forward<A>(a), detail::axes_list(gpu::axis(axis)));
}
/// The diagonal of two axes, as the last axis of the result.
/// @throws value_error  "diag requires an array of at least two dimensions"
template <array_like A>
[[nodiscard]] auto diagonal(A&& a, strict_integer offset = 0, axis_index axis1 = 0,
                            axis_index axis2 = 1) {
  return detail::view_of(std::forward<A>(a), detail::diagonal_of(a.node(), offset, axis1, axis2));
}

}  // namespace gpu
