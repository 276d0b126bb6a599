// SPDX-License-Identifier: BSD-3-Clause
// What may stand as an operand.
#pragma once

#include <concepts>
#include <initializer_list>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <utility>

#include <gpu/core/dtype.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/graph/node.hpp>

namespace xt {
template <class D>
class xexpression;
}  // namespace xt

namespace gpu {

class any_expression;

/// An array or expression of this library, of any dtype: has a graph node.
template <class A>
concept array_like = requires(const std::remove_cvref_t<A>& a) {
  { a.node() } -> std::convertible_to<graph::node_ptr>;
};

namespace detail {
/// The node of an operand; that of an expression which ends here is given up, so that whoever takes
/// it may compute it in place.
template <array_like A>
[[nodiscard]] graph::node_ptr taken_node(A&& a) {
  if constexpr (requires { std::forward<A>(a).take(); })
    return std::forward<A>(a).take();
  else
    return a.node();
}
}  // namespace detail

/// One whose element type is known at compile time.
template <class A>
concept typed_array = array_like<A> && requires {
  typename std::remove_cvref_t<A>::value_type;
};

namespace detail {
/// One whose dtype is known at run time only: an `any_expression`.
template <class A>
concept untyped_array = array_like<A> && !typed_array<A>;

template <class A>
inline constexpr bool is_real_array = untyped_array<A>;
template <typed_array A>
inline constexpr bool is_real_array<A> = traits(dtype_of<typename A::value_type>).kind
                                         != dtype_kind::complex;
/// An array of real numbers, or one whose dtype is seen at run time.
template <class A>
concept real_array = array_like<A> && is_real_array<A>;
}  // namespace detail

/// A C++ number. Beside an array it is weak, as a Python scalar is.
template <class A>
concept scalar_like = element_type<std::remove_cvref_t<A>>;

/// An array or expression of xtensor.
template <class A>
concept xtensor_expression = requires(const std::remove_cvref_t<A>& a) {
  []<class D>(const xt::xexpression<D>&) {}(a);
};

namespace detail {
/// A string, whose characters are neither extents nor elements.
template <class String>
concept string_like = std::convertible_to<const String&, std::string_view>;

/// A vector or an std::array of extents.
template <class Extents>
concept extent_list = requires(const Extents& extents) {
  requires std::integral<std::remove_cvref_t<decltype(extents[0])>>;
  { extents.size() } -> std::integral;
  extents.data();
}
&&!array_like<Extents> && !xtensor_expression<Extents> && !string_like<Extents>;
}  // namespace detail

namespace detail {
/// One axis of elements on the host: a vector, or what else lies one after the other.
template <class Range>
concept host_range = !array_like<Range> && !xtensor_expression<Range> &&
                     std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                     element_type<std::ranges::range_value_t<Range>> && !string_like<Range>;
template <class List>
inline constexpr bool is_initializer_list = false;
template <class E>
inline constexpr bool is_initializer_list<std::initializer_list<E>> = true;
/// One that an array is made of: integers are extents, and lists have constructors.
template <class Range>
concept element_range = host_range<Range> && !extent_list<Range> && !is_initializer_list<Range>;
/// An array, or elements on the host.
template <class A>
concept array_or_vector = array_like<A> || host_range<A>;
}  // namespace detail

/// What a reduction takes: an array or expression, also of xtensor.
template <class A>
concept reducible = array_like<A> || xtensor_expression<A>;

/// One element of an array, which reads as a number: `a(1, 2)`.
template <class A>
concept element_proxy = requires {
  requires std::remove_cvref_t<A>::is_element_proxy;
};

namespace detail {
template <class A>
concept number_or_element = scalar_like<A> || element_proxy<A>;

/// The number that an element reads as, for which it waits; anything else as it is.
template <class A>
decltype(auto) read_proxy(A&& argument) {
  if constexpr (element_proxy<A>)
    return static_cast<typename std::remove_cvref_t<A>::value_type>(argument);
  else
    return std::forward<A>(argument);
}
}  // namespace detail

/// Whatever an elementwise function takes.
template <class A>
concept operand = array_like<A> || scalar_like<A> || xtensor_expression<A>;

/// At least one operand is an array of this library. An xtensor operand is taken only to be refused
/// by the function, with what to do instead: else xtensor's operators would take both. An element
/// of an array is the number that it reads as.
template <class A, class B>
concept array_operands = (array_like<A> && (operand<B> || element_proxy<B>)) ||
                         ((operand<A> || element_proxy<A>)&&array_like<B>);

/// Selects the functions of interop/xtensor.hpp, which array/ does not include.
struct xtensor_tag {};

namespace detail {

template <class T>
consteval operand_type weak_type() {
  switch (traits(dtype_of<T>).kind) {
    case dtype_kind::boolean:
      return {dtype::bool_, true};
    case dtype_kind::integer:
      return {dtype::int64, true};
    case dtype_kind::floating:
      return {dtype::float64, true};
    default:
      return {dtype::complex128, true};
  }
}

}  // namespace detail

namespace detail {
/// Elements of `From` are stored as `To`: imaginary parts are not dropped on the way.
template <class To, class From>
constexpr void check_not_made_real() {
  static_assert(traits(dtype_of<From>).kind != dtype_kind::complex ||
                    traits(dtype_of<To>).kind == dtype_kind::complex,
                "a complex array does not convert to a real one: take gpu::real or gpu::absolute");
}
}  // namespace detail

/// What promotion sees of an operand of type `A`.
template <class A>
consteval operand_type operand_type_of() {
  using plain = std::remove_cvref_t<A>;
  if constexpr (scalar_like<plain>)
    return detail::weak_type<plain>();
  else
    return {dtype_of<typename plain::value_type>, false};
}

}  // namespace gpu
