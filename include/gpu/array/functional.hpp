// SPDX-License-Identifier: BSD-3-Clause
// Functions of arrays that are given C++ functions: NumPy's functional programming.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/indexing/index_ranges.hpp>
#include <gpu/array/manipulation/array_sequence.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/axis_option.hpp>

namespace gpu {

template <class Signature>
class reduction_kernel;

namespace detail {

[[nodiscard]] node_list piecewise_conditions(const node_list& conditions, const shape& extents);
/// @param pieces  of the dtype of `x`
[[nodiscard]] graph::node_ptr piecewise_node(const graph::node_ptr& x, const node_list& conditions,
                                             const node_list& pieces);

/// A function of the elements `x`, or a number, as elements of type `T`.
template <class T, class Piece>
[[nodiscard]] graph::node_ptr piece_of(const Piece& piece, const expression<T>& x) {
  if constexpr (scalar_like<Piece>)
    return assigned_scalar<T>(piece);
  else
    return graph::make_cast(written_node<T>(piece(x)), dtype_of<T>);
}

/// What `piecewise` takes as conditions, for an array of `rank` axes: several, or one of that rank.
template <array_sequence Conditions>
[[nodiscard]] node_list listed_conditions(const Conditions& conditions,
                                          [[maybe_unused]] std::size_t rank) {
  if constexpr (typed_array<Conditions>)
    if (conditions.dimension() == rank) return {conditions.node()};
  return sequence_traits<Conditions>::nodes(conditions);
}

template <class T>
[[nodiscard]] expression<T> piecewise_of(const graph::node_ptr& x, const node_list& conditions,
                                         const node_list& pieces) {
  return expression<T>(piecewise_node(x, piecewise_conditions(conditions, x->extents), pieces));
}
template <class T, class... Pieces>
[[nodiscard]] node_list pieces_of(const graph::node_ptr& x, const Pieces&... pieces) {
  const expression<T> elements(x);
  return {piece_of<T>(pieces, elements)...};
}
template <class T, class Number>
[[nodiscard]] node_list numbers_of(std::initializer_list<Number> numbers) {
  node_list pieces;
  for (const Number& number : numbers) pieces.push_back(assigned_scalar<T>(number));
  return pieces;
}

template <class Piece, class T>
concept piece = scalar_like<Piece> || std::invocable < const Piece&,
        const expression<T>
& > ;

/// Each part of `a` along `axis`, in C order of the other axes.
[[nodiscard]] node_list lines_along(const graph::node_ptr& a, std::ptrdiff_t axis);
/// The values of the lines, of one dtype, where the lines were.
[[nodiscard]] graph::node_ptr joined_lines(const graph::node_ptr& a, std::ptrdiff_t axis,
                                           const node_list& values);
[[nodiscard]] graph::node_ptr joined_lines(const graph::node_ptr& a, std::ptrdiff_t axis,
                                           const void* numbers, dtype type);
/// `axis` from 0 on.
[[nodiscard]] std::ptrdiff_t counted_axis(std::ptrdiff_t axis, std::size_t rank);
/// With the axis that the function took away, if it did.
/// @throws value_error  "function is not returning an array of the correct shape"
[[nodiscard]] graph::node_ptr with_axis_kept(const graph::node_ptr& value,
                                             const graph::node_ptr& result, std::ptrdiff_t axis);

/// An expression of elements of `T`; void: of a dtype that is known at run time.
template <class T>
using expression_type = decltype(expression_of_node<T>(graph::node_ptr()));

/// Whether a function takes its axis as `gpu::axis(1)`.
template <class Function>
inline constexpr bool takes_named_axis = false;
template <class Signature>
inline constexpr bool takes_named_axis<reduction_kernel<Signature>> = true;

/// Calls a function of an array and an axis.
template <class Function, class A>
decltype(auto) along_axis(Function& function, const A& a, std::ptrdiff_t axis) {
  if constexpr (takes_named_axis<std::remove_cv_t<Function>>)
    return function(a, gpu::axis(axis));
  else
    return std::invoke(function, a, axis);
}

/// The element type of what such a function gives of an array of `T`.
template <class Function, class T>
struct applied_to
    : element_of_array<std::remove_cvref_t<decltype(along_axis(
          std::declval<Function&>(), std::declval<const expression_type<T>&>(), 0))>> {};
/// The same of the function of that; void if the type is not known at any step.
template <class Function, class T>
struct applied_twice {
  using once = typename applied_to<Function, T>::type;
  using twice = typename applied_to<Function, once>::type;
  using type = std::conditional_t<std::is_void_v<once>, void, twice>;
};

/// An element of `T` in a vector: `std::vector<bool>` has none.
template <class T>
struct boxed {
  T value;
};

}  // namespace detail

/// For each element the piece whose condition holds there, the last one of several: `piecewise(x,
/// {x < 0, x >= 0}, [](const auto& v) { return -v; }, 5)`. A piece is a number or an elementwise
/// function of an array. Functions are called with all of `x`, and fuse with it: one that looks at
/// the elements together, such as their mean, sees those of the other pieces too, unlike NumPy's.
/// `numpy.piecewise`.
///
/// @param conditions  bools: a list, a vector or an `xtuple` of arrays of the shape of `x`, or of
///                    its first axes; or one such array
/// @param pieces      one for each condition, and perhaps one for where none holds, else 0
/// @dtype   that of `x`, which all pieces are converted to
/// @throws  value_error  "with 2 condition(s), either 2 or 3 functions are expected"
/// @throws  index_error  "boolean index did not match indexed array along axis 0; ..."
/// @throws  overflow_error  if the integer dtype of `x` cannot hold a number
template <typed_array A, array_sequence Conditions, detail::piece<typename A::value_type>... Pieces>
[[nodiscard]] auto piecewise(const A& x, const Conditions& conditions, const Pieces&... pieces) {
  using T = typename A::value_type;
  const graph::node_ptr node = x.node();
  return detail::piecewise_of<T>(node, detail::listed_conditions(conditions, x.dimension()),
                                 detail::pieces_of<T>(node, pieces...));
}
template <typed_array A, detail::piece<typename A::value_type>... Pieces>
[[nodiscard]] auto piecewise(const A& x, detail::array_list conditions, const Pieces&... pieces) {
  using T = typename A::value_type;
  const graph::node_ptr node = x.node();
  return detail::piecewise_of<T>(node, detail::nodes_of(conditions),
                                 detail::pieces_of<T>(node, pieces...));
}
/// The same with the pieces, which are numbers, in a list: `piecewise(x, {x < 0, x > 0}, {-1, 1})`.
template <typed_array A, array_sequence Conditions, scalar_like Number>
[[nodiscard]] auto piecewise(const A& x, const Conditions& conditions,
                             std::initializer_list<Number> pieces) {
  using T = typename A::value_type;
  return detail::piecewise_of<T>(x.node(), detail::listed_conditions(conditions, x.dimension()),
                                 detail::numbers_of<T>(pieces));
}
template <typed_array A, scalar_like Number>
[[nodiscard]] auto piecewise(const A& x, detail::array_list conditions,
                             std::initializer_list<Number> pieces) {
  using T = typename A::value_type;
  return detail::piecewise_of<T>(x.node(), detail::nodes_of(conditions),
                                 detail::numbers_of<T>(pieces));
}

/// What a function makes of each part of `a` along an axis, which has one axis: `apply_along_axis(
/// [](const auto& row) { return gpu::sort(row); }, 1, a)`. The function is called on the host, once
/// for each part, and what it gives is computed at once; parts of one shape together, by as few
/// kernels as they fit. Functions of whole arrays, such as `gpu::sort(a, 1)`, take less time.
/// `numpy.apply_along_axis`.
///
/// @param function  gives an array, or a number; always of one shape. Called with the expression of
///                  the part, and with what follows `a`
/// @shape   (m, n, k), axis 1, function (n,) -> (p, q): (m, p, q, k)
/// @dtype   that of what the function gives
/// @throws  value_error  "Cannot apply_along_axis when any iteration dimensions are 0"
/// @throws  shape_error  "could not broadcast input array from shape (3,) into shape (2,)"
/// @throws  axis_error
template <class Function, array_like A, class... More>
[[nodiscard]] auto apply_along_axis(Function&& function, axis_index axis, const A& a,
                                    const More&... more) {
  using line = detail::expression_type<typename detail::element_of_array<A>::type>;
  using result = std::remove_cvref_t<std::invoke_result_t<Function&, const line&, const More&...>>;
  const graph::node_ptr node = a.node();
  const detail::node_list lines = detail::lines_along(node, axis);
  if constexpr (scalar_like<result>) {
    std::vector<detail::boxed<result>> numbers;
    for (const graph::node_ptr& one : lines)
      numbers.push_back({std::invoke(function, line(one), more...)});
    return expression<result>(detail::joined_lines(node, axis, numbers.data(), dtype_of<result>));
  } else {
    static_assert(array_like<result>, "the function gives an array or a number");
    detail::node_list values;
    for (const graph::node_ptr& one : lines)
      values.push_back(std::invoke(function, line(one), more...).node());
    for (graph::node_ptr& value : values) value = graph::make_cast(value, values.front()->type);
    return detail::expression_like<result>(detail::joined_lines(node, axis, values));
  }
}

/// What a function of an array and an axis makes of `a` along the first of the axes, of that along
/// the second one, and so on. An axis that the function takes away stays, with extent 1. Computes
/// nothing that the function does not. `numpy.apply_over_axes`.
///
///     apply_over_axes([](const auto& x, auto axis) { return gpu::sum(x, axis); }, a, {0, 2});
///
/// @param function  anything that can be called so, a `reduction_kernel` too. `gpu::sum` and its
///                  like are templates, which C++ passes to no function: hence the lambda
/// @dtype   that of the function of the function of `a`, even if there are fewer axes: NumPy's
///          results have the dtype of the last call
/// @throws  value_error  "function is not returning an array of the correct shape"
template <class Function, array_like A>
[[nodiscard]] auto apply_over_axes(Function&& function, const A& a, const detail::axes_list& axes) {
  using T = typename detail::element_of_array<A>::type;
  using U = typename detail::applied_twice<Function, T>::type;
  graph::node_ptr value = a.node();
  const std::size_t rank = value->extents.size();
  const auto keep_axis = [&](const auto& result, std::ptrdiff_t axis) {
    value = detail::with_axis_kept(value, result.node(), axis);
    if constexpr (!std::is_void_v<U>) value = graph::make_cast(value, dtype_of<U>);
  };
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::ptrdiff_t axis = detail::counted_axis(axes[i], rank);
    if (i == 0)
      keep_axis(detail::along_axis(function, detail::expression_type<T>(value), axis), axis);
    else
      keep_axis(detail::along_axis(function, detail::expression_type<U>(value), axis), axis);
  }
  if constexpr (!std::is_void_v<U>) value = graph::make_cast(value, dtype_of<U>);
  return detail::expression_type<U>(value);
}
template <class Function, array_like A, std::convertible_to<axis_index> Axis>
[[nodiscard]] auto apply_over_axes(Function&& function, const A& a, Axis axis) {
  return apply_over_axes(std::forward<Function>(function), a, detail::axes_list{axis_index(axis)});
}

}  // namespace gpu
