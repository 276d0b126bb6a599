// SPDX-License-Identifier: BSD-3-Clause
// Views with so many axes at least. Nothing is computed. Those of an array that can be written can
// be assigned to: `atleast_2d(a) = b`.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>

namespace gpu {

namespace detail {
/// With axes of extent 1 before its own, as many as are missing.
[[nodiscard]] graph::node_ptr with_leading_axes(const graph::node_ptr& value, std::size_t rank);
/// A vector becomes (1, N, 1), a matrix (M, N, 1).
[[nodiscard]] graph::node_ptr at_least_3d(const graph::node_ptr& value);

/// Numbers and arrays whose dtype may be known at run time only.
template <class A>
concept array_or_number = array_like<A> || scalar_like<A>;

/// An expression of the dtype of `A`: an `any_expression` if that is known at run time only.
template <array_or_number A>
[[nodiscard]] auto part_expression(graph::node_ptr node) {
  if constexpr (sequence_part<A>)
    return expression<element_t<dtype_of_part<A>>>(std::move(node));
  else
    return any_expression(std::move(node));
}
/// The same, assignable if `a` is an array that can be written.
template <array_or_number A>
[[nodiscard]] auto part_view(A&& a, graph::node_ptr node) {
  if constexpr (typed_array<A>)
    return view_of(std::forward<A>(a), std::move(node));
  else
    return part_expression<std::remove_cvref_t<A>>(std::move(node));
}
}  // namespace detail

/// One axis at least: a number is an array of one element. `numpy.atleast_1d`.
template <detail::array_or_number A>
[[nodiscard]] auto atleast_1d(A&& a) {
  return detail::part_view(std::forward<A>(a),
                           detail::with_leading_axes(detail::node_of_part(a), 1));
}
/// Two axes at least: a vector is a row. `numpy.atleast_2d`.
template <detail::array_or_number A>
[[nodiscard]] auto atleast_2d(A&& a) {
  return detail::part_view(std::forward<A>(a),
                           detail::with_leading_axes(detail::node_of_part(a), 2));
}
/// Three axes at least: a vector becomes (1, N, 1), a matrix (M, N, 1). `numpy.atleast_3d`.
template <detail::array_or_number A>
[[nodiscard]] auto atleast_3d(A&& a) {
  return detail::part_view(std::forward<A>(a), detail::at_least_3d(detail::node_of_part(a)));
}
/// The same of several: `auto [x, y] = atleast_1d(a, b)`.
template <detail::array_or_number... A>
requires(sizeof...(A) > 1) [[nodiscard]] auto atleast_1d(const A&... a) {
  return std::tuple(atleast_1d(a)...);
}
template <detail::array_or_number... A>
requires(sizeof...(A) > 1) [[nodiscard]] auto atleast_2d(const A&... a) {
  return std::tuple(atleast_2d(a)...);
}
template <detail::array_or_number... A>
requires(sizeof...(A) > 1) [[nodiscard]] auto atleast_3d(const A&... a) {
  return std::tuple(atleast_3d(a)...);
}

}  // namespace gpu
