// SPDX-License-Identifier: BSD-3-Clause
// Differences of neighbouring elements, and what is made of them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/reduction/trapezoid.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

/// What may be put before or behind elements: an array, a number, an element of an array, a vector
/// of numbers, or nothing.
template <class A>
concept joinable = array_like<A> || detail::array_argument<A> ||
    std::same_as<std::remove_cvref_t<A>, std::nullopt_t>;

namespace detail {

/// The node of an array; a number in the dtype that NumPy gives it on its own; null for nothing.
/// @param where  where a vector is copied to
template <joinable A>
[[nodiscard]] graph::node_ptr joinable_node(const A& value, device where = current_device()) {
  if constexpr (array_like<A>) {
    return value.node();
  } else if constexpr (element_proxy<A>) {
    return joinable_node(read_proxy(value), where);
  } else if constexpr (scalar_like<A>) {
    constexpr dtype type = weak_type<A>().type;
    const auto own = static_cast<element_t<type>>(value);
    const computed_t<element_t<type>> computed(own);
    return graph::make_scalar(type, &computed);
  } else if constexpr (host_range<A>) {
    return asarray(value, where).node();
  } else {
    return nullptr;
  }
}

template <joinable A>
[[nodiscard]] consteval dtype joined_type(dtype other) {
  if constexpr (std::same_as<A, std::nullopt_t>)
    return other;
  else if constexpr (element_proxy<A>)
    return joined_type<typename A::value_type>(other);
  else if constexpr (scalar_like<A>)
    return promote_types(other, weak_type<A>().type);
  else if constexpr (host_range<A>)
    return promote_types(other, dtype_of<std::ranges::range_value_t<A>>);
  else
    return promote_types(other, dtype_of<typename A::value_type>);
}

/// A node as an expression of `T`, or of a dtype that is known at run time if `A` has no type.
template <class A, class T>
[[nodiscard]] auto typed_as(graph::node_ptr node) {
  if constexpr (typed_array<A>)
    return expression<T>(std::move(node));
  else
    return any_expression(std::move(node));
}

[[nodiscard]] graph::node_ptr diff_node(graph::node_ptr value, int n, std::ptrdiff_t axis,
                                        const graph::node_ptr& before,
                                        const graph::node_ptr& behind);
[[nodiscard]] graph::node_ptr ediff1d_node(graph::node_ptr value, const graph::node_ptr& to_end,
                                           const graph::node_ptr& to_begin);
[[nodiscard]] std::vector<graph::node_ptr> gradient_nodes(
    graph::node_ptr value, const std::vector<graph::node_ptr>& spacing, const reduction_axes& axes,
    int edge_order);
/// @param discont, period  scalars, in the dtype of their own kind; `discont` may be null
[[nodiscard]] graph::node_ptr unwrap_node(const graph::node_ptr& value,
                                          const graph::node_ptr& discont, std::ptrdiff_t axis,
                                          const graph::node_ptr& period);

/// NumPy's floating dtype of what is divided.
[[nodiscard]] constexpr dtype gradient_type(dtype element) noexcept {
  return traits(element).kind <= dtype_kind::integer ? dtype::float64 : element;
}
/// The dtype of unwrapped elements, by a period that is an integer or not.
[[nodiscard]] constexpr dtype unwrapped_type(dtype element, bool is_whole) noexcept {
  if (traits(element).kind > dtype_kind::integer) return element;
  if (!is_whole) return dtype::float64;
  return element == dtype::bool_ ? dtype::int64 : element;
}
/// A slope of an `A`.
template <array_like A>
struct slope_of : std::type_identity<any_expression> {};
template <typed_array A>
struct slope_of<A>
    : std::type_identity<expression<element_t<gradient_type(dtype_of<typename A::value_type>)>>> {};

}  // namespace detail

/// Differences of neighbours along an axis, `n` times: `a[1:] - a[:-1]`; of bools, whether they
/// differ. `prepend` and `append` are put at the ends first, which computes at once.
/// `numpy.diff`.
/// @throws value_error  "diff requires input that is at least one dimensional", "order must be ..."
template <array_like A, joinable Before = std::nullopt_t, joinable Behind = std::nullopt_t>
[[nodiscard]] auto diff(const A& a, strict_integer n = 1, axis_index axis = -1,
                        const Before& prepend = std::nullopt, const Behind& append = std::nullopt) {
  graph::node_ptr node =
      detail::diff_node(a.node(), n.to_int(), axis, detail::joinable_node(prepend, a.device()),
                        detail::joinable_node(append, a.device()));
  if constexpr (typed_array<A>) {
    constexpr dtype type =
        detail::joined_type<Behind>(detail::joined_type<Before>(dtype_of<typename A::value_type>));
    return expression<element_t<type>>(std::move(node));
  } else {
    return any_expression(std::move(node));
  }
}

/// The same with lists at the ends: `diff(a, 1, -1, {0}, {9, 10})`.
template <array_like A, element_type Number, joinable Behind = std::nullopt_t>
[[nodiscard]] auto diff(const A& a, strict_integer n, axis_index axis,
                        std::initializer_list<Number> prepend,
                        const Behind& append = std::nullopt) {
  return diff<A, std::initializer_list<Number>, Behind>(a, n, axis, prepend, append);
}
template <array_like A, joinable Before, element_type Number>
[[nodiscard]] auto diff(const A& a, strict_integer n, axis_index axis, const Before& prepend,
                        std::initializer_list<Number> append) {
  return diff<A, Before, std::initializer_list<Number>>(a, n, axis, prepend, append);
}
template <array_like A, element_type Number, element_type Other>
[[nodiscard]] auto diff(const A& a, strict_integer n, axis_index axis,
                        std::initializer_list<Number> prepend,
                        std::initializer_list<Other> append) {
  return diff<A, std::initializer_list<Number>, std::initializer_list<Other>>(a, n, axis, prepend,
                                                                              append);
}

/// The same with the axis in place of the order, which is 1: `diff(a, axis(0))`.
template <array_like A, joinable Before = std::nullopt_t, joinable Behind = std::nullopt_t>
[[nodiscard]] auto diff(const A& a, const axis_number& axis, const Before& prepend = std::nullopt,
                        const Behind& append = std::nullopt) {
  return diff(a, 1, axis, prepend, append);
}

/// Differences of neighbours in C order, between `to_begin` and `to_end`. `numpy.ediff1d`.
/// @throws dtype_error  "dtype of `to_end` must be compatible with input `ary` under ..."
template <array_like A, joinable End = std::nullopt_t, joinable Begin = std::nullopt_t>
[[nodiscard]] auto ediff1d(const A& a, const End& to_end = std::nullopt,
                           const Begin& to_begin = std::nullopt) {
  graph::node_ptr node = detail::ediff1d_node(a.node(), detail::joinable_node(to_end, a.device()),
                                              detail::joinable_node(to_begin, a.device()));
  if constexpr (typed_array<A>)
    return expression<typename A::value_type>(std::move(node));
  else
    return any_expression(std::move(node));
}
/// The same with lists: `ediff1d(a, {7, 8}, -9)`.
template <array_like A, element_type Number, joinable Begin = std::nullopt_t>
[[nodiscard]] auto ediff1d(const A& a, std::initializer_list<Number> to_end,
                           const Begin& to_begin = std::nullopt) {
  return ediff1d<A, std::initializer_list<Number>, Begin>(a, to_end, to_begin);
}
template <array_like A, joinable End, element_type Number>
[[nodiscard]] auto ediff1d(const A& a, const End& to_end, std::initializer_list<Number> to_begin) {
  return ediff1d<A, End, std::initializer_list<Number>>(a, to_end, to_begin);
}
template <array_like A, element_type EndNumber, element_type BeginNumber>
[[nodiscard]] auto ediff1d(const A& a, std::initializer_list<EndNumber> to_end,
                           std::initializer_list<BeginNumber> to_begin) {
  return ediff1d<A, std::initializer_list<EndNumber>, std::initializer_list<BeginNumber>>(a, to_end,
                                                                                          to_begin);
}

/// How far elements are apart: nothing for 1, a number for all axes, or for each axis a number or
/// an array or a vector with the places of the elements, which the current device gets. Of one axis
/// several numbers are the places: `{0, 1, 3}`.
class gradient_spacing {
 public:
  gradient_spacing() = default;
  template <joinable A>
  gradient_spacing(const A& one) : list_{detail::joinable_node(one)} {}
  gradient_spacing(std::initializer_list<gradient_spacing> all) {
    for (const gradient_spacing& one : all)
      list_.insert(list_.end(), one.list_.begin(), one.list_.end());
  }

  [[nodiscard]] const std::vector<graph::node_ptr>& list() const& noexcept { return list_; }
  [[nodiscard]] std::vector<graph::node_ptr> list() const&& { return list_; }

 private:
  std::vector<graph::node_ptr> list_;
};

/// Slopes by central differences, at the edges by one-sided ones of order `edge_order`: an array
/// for each axis of `axes`. Computed now, but for an expression on a GPU if elements are evenly
/// apart and `edge_order` is 1. Waits if `spacing` has arrays. `numpy.gradient`.
///
/// @dtype   that of `f`; float64 of integers
/// @throws  dtype_error  "numpy boolean subtract, the `-` operator, is not supported, use ..." of
///                       bools; "invalid number of arguments"
/// @throws  value_error  "distances must be either scalars or 1d", "Shape of array too small to
///                       calculate a numerical gradient, ...", "'edge_order' greater than 2 not
///                       supported" and its like
/// @throws  axis_error
template <array_like A>
[[nodiscard]] auto gradient(const A& f, const gradient_spacing& spacing = {},
                            const reduction_axes& axes = std::nullopt,
                            strict_integer edge_order = 1) {
  std::vector<typename detail::slope_of<A>::type> slopes;
  for (graph::node_ptr& node :
       detail::gradient_nodes(f.node(), spacing.list(), axes, edge_order.to_int()))
    slopes.emplace_back(std::move(node));
  return slopes;
}
/// The same along one axis: one array.
template <array_like A, std::convertible_to<axis_index> Axis>
[[nodiscard]] auto gradient(const A& f, const gradient_spacing& spacing, const Axis& axis,
                            strict_integer edge_order = 1) {
  return gradient(f, spacing, reduction_axes(axis_index(axis)), edge_order).front();
}
/// The same along all axes, with a spacing for each: `gradient(f, 0.5, x)`. An integer would be an
/// axis: `gradient(f, {0.5, 2})`.
template <array_like A, joinable First, joinable... Others>
requires(sizeof...(Others) > 0 && !(std::convertible_to<const Others&, reduction_axes> || ...) &&
         !(std::convertible_to<const Others&, axis_index> || ...))
    [[nodiscard]] auto gradient(const A& f, const First& first, const Others&... others) {
  return gradient(f, {gradient_spacing(first), gradient_spacing(others)...});
}
/// The same of elements 1 apart: `gradient(f, axis(0))` is one array, `gradient(f, axis({0, 1}))`
/// one for each axis.
template <array_like A, axis_argument Axes>
[[nodiscard]] auto gradient(const A& f, const Axes& axes, strict_integer edge_order = 1) {
  return gradient(f, gradient_spacing(), axes, edge_order);
}

/// Jumps between neighbours by more than `discont`, half a period unless it is given, are made
/// smaller by multiples of `period`. Computed now. `numpy.unwrap`.
///
/// @dtype  that of `p`; of integers and bools float64, unless the period is an integer, which makes
///         int64 of bools
/// @throws overflow_error  "integer 255 out of bounds for int8", of a period that is an integer; so
///                         if the elements cannot hold half of it with the other sign
template <array_like A, joinable Jump = std::nullopt_t, scalar_like Period = double>
[[nodiscard]] auto unwrap(const A& p, const Jump& discont = std::nullopt, axis_index axis = -1,
                          Period period = 2 * std::numbers::pi) {
  graph::node_ptr node = detail::unwrap_node(p.node(), detail::joinable_node(discont), axis,
                                             detail::joinable_node(period));
  if constexpr (typed_array<A>)
    return expression<element_t<detail::unwrapped_type(
        dtype_of<typename A::value_type>, is_integer(dtype_of<Period>))>>(std::move(node));
  else
    return any_expression(std::move(node));
}

/// The same with the usual jump and period: `unwrap(p, axis(0))`.
template <array_like A>
[[nodiscard]] auto unwrap(const A& p, const axis_number& axis) {
  return unwrap(p, std::nullopt, axis);
}

/// What `xp.diff` finds in the module of an array library, and the others.
struct difference_members {
  template <class... Arguments>
  static auto diff(const Arguments&... arguments) {
    return gpu::diff(arguments...);
  }
  template <class... Arguments>
  static auto trapezoid(const Arguments&... arguments) {
    return gpu::trapezoid(arguments...);
  }
  template <class... Arguments>
  static auto unwrap(const Arguments&... arguments) {
    return gpu::unwrap(arguments...);
  }
};

}  // namespace gpu
