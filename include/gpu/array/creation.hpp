// SPDX-License-Identifier: BSD-3-Clause
// New arrays. Each takes the device on which it is made; without one, the current device.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <optional>
#include <type_traits>

#include <gpu/array/listed_elements.hpp>
#include <gpu/array/named_dtype.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/core/promotion.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// The elements at `data` on the host, in C order; the memory may be reused at once.
template <element_type T>
[[nodiscard]] ndarray<T> from_host(const T* data, const shape& extents,
                                   device where = current_device()) {
  return ndarray<T>(detail::leaf_from_host(data, dtype_of<T>, extents, where));
}

/// Elements not initialised. `numpy.empty`.
template <element_type T = double>
[[nodiscard]] ndarray<T> empty(const shape& extents, device where = current_device()) {
  return ndarray<T>(detail::uninitialised_leaf(dtype_of<T>, extents, where));
}

/// @throws value_error     for a negative extent, or more elements than memory can address
/// @throws overflow_error  if `T` is an integer type that cannot hold the value
template <element_type T>
[[nodiscard]] ndarray<T> full(const shape& extents, const T& value,
                              device where = current_device()) {
  return ndarray<T>(extents, value, where);
}
template <element_type T, scalar_like Number>
requires(!std::same_as<T, Number>)
    [[nodiscard]] ndarray<T> full(const shape& extents, const Number& value,
                                  device where = current_device()) {
  return ndarray<T>(extents, value, where);
}
/// The same with an element of an array.
template <element_proxy Element>
[[nodiscard]] auto full(const shape& extents, const Element& value,
                        device where = current_device()) {
  return full<typename Element::value_type>(extents, detail::read_proxy(value), where);
}
template <element_type T = double>
[[nodiscard]] ndarray<T> zeros(const shape& extents, device where = current_device()) {
  return ndarray<T>(extents, T(0), where);
}
template <element_type T = double>
[[nodiscard]] ndarray<T> ones(const shape& extents, device where = current_device()) {
  return ndarray<T>(extents, T(1), where);
}

/// Shape, dtype and, unless another is given, device of `other`; `T` is another dtype, as in
/// `zeros_like<int>(x)`, and `extents` NumPy's option `shape=`: `zeros_like(x, {2, 2})`.
/// @dtype  an `any_expression` if `other` is one and no other dtype is given
template <class T = void, array_like A>
[[nodiscard]] auto empty_like(const A& other, const shape& extents,
                              std::optional<device> where = std::nullopt) {
  return detail::made_like<T>(other, [&]<class Element>() {
    return empty<Element>(extents, where.value_or(other.device()));
  });
}
template <class T = void, array_like A>
[[nodiscard]] auto empty_like(const A& other, std::optional<device> where = std::nullopt) {
  return empty_like<T>(other, other.shape(), where);
}
template <class T = void, array_like A>
[[nodiscard]] auto zeros_like(const A& other, const shape& extents,
                              std::optional<device> where = std::nullopt) {
  return detail::made_like<T>(other, [&]<class Element>() {
    return zeros<Element>(extents, where.value_or(other.device()));
  });
}
template <class T = void, array_like A>
[[nodiscard]] auto zeros_like(const A& other, std::optional<device> where = std::nullopt) {
  return zeros_like<T>(other, other.shape(), where);
}
template <class T = void, array_like A>
[[nodiscard]] auto ones_like(const A& other, const shape& extents,
                             std::optional<device> where = std::nullopt) {
  return detail::made_like<T>(other, [&]<class Element>() {
    return ones<Element>(extents, where.value_or(other.device()));
  });
}
template <class T = void, array_like A>
[[nodiscard]] auto ones_like(const A& other, std::optional<device> where = std::nullopt) {
  return ones_like<T>(other, other.shape(), where);
}
template <class T = void, array_like A, detail::number_or_element Number>
[[nodiscard]] auto full_like(const A& other, const Number& value, const shape& extents,
                             std::optional<device> where = std::nullopt) {
  return detail::made_like<T, Number>(other, [&]<class Element>() {
    return full<Element>(extents, detail::read_proxy(value), where.value_or(other.device()));
  });
}
template <class T = void, array_like A, scalar_like Number>
requires(!std::is_void_v<T> || !std::same_as<Number, typename detail::element_of_array<A>::type>)
    [[nodiscard]] auto full_like(const A& other, const Number& value,
                                 std::optional<device> where = std::nullopt) {
  return full_like<T>(other, value, other.shape(), where);
}
template <typed_array A>
[[nodiscard]] auto full_like(const A& other, const typename A::value_type& value,
                             std::optional<device> where = std::nullopt) {
  return full_like(other, value, other.shape(), where);
}

namespace detail {
/// Holds every integer of 64 bits, signed or not, and their differences.
__extension__ using wide_integer = __int128;

[[nodiscard]] graph::leaf_ptr make_arange(dtype type, double start, double stop, double step,
                                          device where);
[[nodiscard]] graph::leaf_ptr make_integer_arange(dtype type, wide_integer start, wide_integer stop,
                                                  wide_integer step, device where);
[[nodiscard]] graph::leaf_ptr make_linspace(dtype type, double start, double stop,
                                            std::ptrdiff_t count, bool endpoint, device where);
[[nodiscard]] graph::leaf_ptr make_linspace(dtype type, complex<double> start, complex<double> stop,
                                            std::ptrdiff_t count, bool endpoint, device where);
[[nodiscard]] graph::leaf_ptr make_eye(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                       std::ptrdiff_t diagonal, device where);
/// What a sequence of powers begins and ends with, and in how many steps. `Number` is double or
/// std::complex<double>.
template <class Number>
struct sequence {
  Number start;
  Number stop;
  std::ptrdiff_t count;
  bool endpoint;
};
template <class Number>
[[nodiscard]] graph::node_ptr logspace_node(dtype type, const sequence<Number>& exponents,
                                            double base, device where);
template <class Number>
[[nodiscard]] graph::node_ptr geomspace_node(dtype type, const sequence<Number>& ends,
                                             device where);

/// What numbers of these types promote to.
template <class... Numbers>
using promoted_number = element_t<result_type(std::array{operand_type{dtype_of<Numbers>}...})>;
/// The same, or float64 of integers and bools.
template <class... Numbers>
using spaced_number =
    std::conditional_t<traits(dtype_of<promoted_number<Numbers...>>).kind <= dtype_kind::integer,
                       double, promoted_number<Numbers...>>;

/// Named in the compiler's message when a bound of arange is complex.
template <class... Bounds>
inline constexpr bool are_bounds = !(is_complex<computed_t<Bounds>> || ...);

template <class T, class... Bounds>
graph::leaf_ptr arange_leaf(device where, Bounds... bounds) {
  static_assert(are_bounds<Bounds...>,
                "arange takes real bounds, also for complex elements: "
                "arange<std::complex<double>>(0.0, 3.0)");
  if constexpr (!are_bounds<Bounds...>)
    return nullptr;
  else if constexpr ((std::integral<Bounds> && ...))
    return make_integer_arange(dtype_of<T>, bounds..., where);
  else
    return make_arange(dtype_of<T>, static_cast<double>(bounds)..., where);
}

template <class T, class Start, class Stop>
graph::leaf_ptr linspace_leaf(Start start, Stop stop, std::ptrdiff_t count, bool endpoint,
                              device where) {
  if constexpr (!are_bounds<Start, Stop>) {
    constexpr bool fits = is_complex<computed_t<T>>;
    static_assert(fits, "linspace from or to a complex number has complex elements");
    using number = complex<double>;
    return make_linspace(dtype_of<T>, math::cast<number>(computed_t<Start>(start)),
                         math::cast<number>(computed_t<Stop>(stop)), count, endpoint, where);
  } else {
    return make_linspace(dtype_of<T>, static_cast<double>(start), static_cast<double>(stop), count,
                         endpoint, where);
  }
}
}  // namespace detail

/// `start`, `start + step`, ... below `stop`, which are real numbers. `numpy.arange`.
/// @throws value_error     if `step` is 0, or the length is not finite
/// @throws overflow_error  if `T` is an integer type that cannot hold the first two elements
template <element_type T>
[[nodiscard]] ndarray<T> arange(T start, T stop, T step = T(1), device where = current_device()) {
  return ndarray<T>(detail::arange_leaf<T>(where, start, stop, step));
}
template <element_type T, scalar_like Start, scalar_like Stop, scalar_like Step = Start>
requires(!(std::same_as<Start, T> && std::same_as<Stop, T> && std::same_as<Step, T>))
    [[nodiscard]] ndarray<T> arange(Start start, Stop stop, Step step = Step(1),
                                    device where = current_device()) {
  return ndarray<T>(detail::arange_leaf<T>(where, start, stop, step));
}
/// The same of numbers of different types: what they promote to.
template <class T = void, scalar_like Start, scalar_like Stop, scalar_like Step = Start>
requires(std::is_void_v<T> && !(std::same_as<Start, Stop> && std::same_as<Start, Step>))
    [[nodiscard]] auto arange(Start start, Stop stop, Step step = Step(1),
                              device where = current_device()) {
  return arange<detail::promoted_number<Start, Stop, Step>>(start, stop, step, where);
}
template <element_type T>
[[nodiscard]] ndarray<T> arange(T stop, device where = current_device()) {
  return ndarray<T>(detail::arange_leaf<T>(where, 0, stop, 1));
}
template <element_type T, scalar_like Stop>
requires(!std::same_as<Stop, T>)
    [[nodiscard]] ndarray<T> arange(Stop stop, device where = current_device()) {
  return ndarray<T>(detail::arange_leaf<T>(where, 0, stop, 1));
}

/// `count` values from `start` to `stop`, evenly spaced; without `endpoint`, `stop` is the value
/// after the last. `numpy.linspace`.
/// @throws value_error  "Number of samples, -1, must be non-negative."
template <element_type T>
[[nodiscard]] ndarray<T> linspace(std::type_identity_t<T> start, std::type_identity_t<T> stop,
                                  strict_integer count = 50, strict_bool endpoint = true,
                                  device where = current_device()) {
  return ndarray<T>(detail::linspace_leaf<T>(start, stop, count, endpoint, where));
}
template <element_type T, scalar_like Start, scalar_like Stop>
requires(!(std::same_as<Start, T> && std::same_as<Stop, T>))
    [[nodiscard]] ndarray<T> linspace(Start start, Stop stop, strict_integer count = 50,
                                      strict_bool endpoint = true,
                                      device where = current_device()) {
  return ndarray<T>(detail::linspace_leaf<T>(start, stop, count, endpoint, where));
}
/// The same of what the bounds promote to; float64 of integers: `linspace(0, 1, 5)`.
template <class T = void, scalar_like Start, scalar_like Stop>
requires(std::is_void_v<T>)
    [[nodiscard]] auto linspace(Start start, Stop stop, strict_integer count = 50,
                                strict_bool endpoint = true, device where = current_device()) {
  return linspace<detail::spaced_number<Start, Stop>>(start, stop, count, endpoint, where);
}

/// Ones on a diagonal, zeros elsewhere. `numpy.eye`.
/// @param columns   as many as rows if negative
/// @param diagonal  0 is the main diagonal, positive ones lie above it
template <element_type T = double, std::convertible_to<strict_integer> Rows>
[[nodiscard]] ndarray<T> eye(const Rows& rows, strict_integer columns = -1,
                             strict_integer diagonal = 0, device where = current_device()) {
  const strict_integer count = rows;
  return ndarray<T>(
      detail::make_eye(dtype_of<T>, count, columns < 0 ? count : columns, diagonal, where));
}
/// As many columns as rows: `eye(3, std::nullopt, 1)`.
template <element_type T = double, std::convertible_to<strict_integer> Rows>
[[nodiscard]] ndarray<T> eye(const Rows& rows, std::nullopt_t, strict_integer diagonal = 0,
                             device where = current_device()) {
  return eye<T>(rows, rows, diagonal, where);
}
/// The square matrix with ones on its main diagonal. `numpy.identity`.
template <element_type T = double>
[[nodiscard]] ndarray<T> identity(strict_integer rows, device where = current_device()) {
  return eye<T>(rows, rows, 0, where);
}

}  // namespace gpu
