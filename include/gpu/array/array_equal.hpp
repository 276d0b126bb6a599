// SPDX-License-Identifier: BSD-3-Clause
// Comparisons of whole arrays: these compute at once, and wait.
#pragma once

#include <initializer_list>
#include <utility>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/asarray.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/ufunc/isclose.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

namespace detail {

/// Whether every element is true. Waits.
template <class A>
[[nodiscard]] bool holds_everywhere(A&& flags) {
  if constexpr (std::is_same_v<std::remove_cvref_t<A>, bool>)
    return flags;
  else if constexpr (xtensor_expression<A>)
    return gpu::all(flags)();
  else
    return expression<bool>(gpu::all(std::forward<A>(flags))).item();
}

template <class A>
[[nodiscard]] shape extents_of(const A& a) {
  if constexpr (scalar_like<A>) {
    return {};
  } else {
    const auto extents = a.shape();
    return shape(extents.begin(), extents.end());
  }
}

template <class A, class B>
[[nodiscard]] bool elements_equal(const A& a, const B& b, bool equal_nan) {
  if (!equal_nan) return holds_everywhere(equal(a, b));
  return holds_everywhere(logical_or(equal(a, b), logical_and(isnan(a), isnan(b))));
}

/// An array beside elements on the host: a vector.
template <class A, class B>
concept array_beside_vector = (array_like<A> && host_range<B>) || (host_range<A> && array_like<B>);

}  // namespace detail

/// Whether all elements are close, as `gpu::isclose` says. Waits. `numpy.allclose`.
/// @throws shape_error  if they do not broadcast together
template <operand A, operand B>
[[nodiscard]] bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                            strict_bool equal_nan = false) {
  return detail::holds_everywhere(isclose(a, b, rtol, atol, equal_nan));
}

/// The same of elements of arrays, which are the numbers that they read as.
template <class A, class B>
requires(element_proxy<A> || element_proxy<B>)
    [[nodiscard]] bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                                strict_bool equal_nan = false) {
  return allclose(detail::read_proxy(a), detail::read_proxy(b), rtol, atol, equal_nan);
}

/// The same beside a list: `allclose(x, {1.0, 2.0})`.
template <array_like A, element_type Number>
[[nodiscard]] bool allclose(const A& a, std::initializer_list<Number> b, double rtol = 1e-5,
                            double atol = 1e-8, strict_bool equal_nan = false) {
  return allclose(a, asarray(b, a.device()), rtol, atol, equal_nan);
}
/// Of numbers of several types, or of rows: `{0, 2.5}`, `{{1, 2}, {3, 4}}`.
template <array_like A>
[[nodiscard]] bool allclose(const A& a, const detail::list_argument& b, double rtol = 1e-5,
                            double atol = 1e-8, strict_bool equal_nan = false) {
  return allclose(a, b.on(a.device()), rtol, atol, equal_nan);
}

/// The same beside a vector, which is copied to the device of the array.
template <class A, class B>
requires(detail::array_beside_vector<A, B>)
    [[nodiscard]] bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                                strict_bool equal_nan = false) {
  const device where = detail::device_of_arguments(a, b);
  return allclose(detail::as_array(a, where), detail::as_array(b, where), rtol, atol, equal_nan);
}

/// With an option in the place of the tolerances: `allclose(a, b, gpu::equal_nan)`.
template <class A, class B>
[[nodiscard]] bool allclose(const A& a, const B& b, equal_nan_option nans) {
  return allclose(a, b, 1e-5, 1e-8, nans);
}
template <class A, class B>
[[nodiscard]] bool allclose(const A& a, const B& b, double rtol, equal_nan_option nans) {
  return allclose(a, b, rtol, 1e-8, nans);
}
template <array_like A, element_type Number>
[[nodiscard]] bool allclose(const A& a, std::initializer_list<Number> b, equal_nan_option nans) {
  return allclose(a, b, 1e-5, 1e-8, nans);
}

/// Whether both have one shape and equal elements. Waits. `numpy.array_equal`.
template <operand A, operand B>
[[nodiscard]] bool array_equal(const A& a, const B& b, strict_bool equal_nan = false) {
  return detail::extents_of(a) == detail::extents_of(b) && detail::elements_equal(a, b, equal_nan);
}

/// The same beside a list: `array_equal(x, {1, 2, 3})`.
template <array_like A, element_type Number>
[[nodiscard]] bool array_equal(const A& a, std::initializer_list<Number> b,
                               strict_bool equal_nan = false) {
  return array_equal(a, asarray(b, a.device()), equal_nan);
}
template <array_like A>
[[nodiscard]] bool array_equal(const A& a, const detail::list_argument& b,
                               strict_bool equal_nan = false) {
  return array_equal(a, b.on(a.device()), equal_nan);
}

/// The same beside a vector, which is copied to the device of the array.
template <class A, class B>
requires(detail::array_beside_vector<A, B>)
    [[nodiscard]] bool array_equal(const A& a, const B& b, strict_bool equal_nan = false) {
  const device where = detail::device_of_arguments(a, b);
  return array_equal(detail::as_array(a, where), detail::as_array(b, where), equal_nan);
}

/// Whether both broadcast together, and to equal elements. Waits. `numpy.array_equiv`.
template <operand A, operand B>
[[nodiscard]] bool array_equiv(const A& a, const B& b) {
  const shape first = detail::extents_of(a);
  const shape second = detail::extents_of(b);
  const shape* const shapes[] = {&first, &second};
  try {
    static_cast<void>(broadcast_shapes(shapes));
  } catch (const shape_error&) {
    return false;
  }
  return detail::elements_equal(a, b, false);
}

/// The same beside a list or a vector.
template <array_like A, element_type Number>
[[nodiscard]] bool array_equiv(const A& a, std::initializer_list<Number> b) {
  return array_equiv(a, asarray(b, a.device()));
}
template <array_like A>
[[nodiscard]] bool array_equiv(const A& a, const detail::list_argument& b) {
  return array_equiv(a, b.on(a.device()));
}
template <class A, class B>
requires(detail::array_beside_vector<A, B>) [[nodiscard]] bool array_equiv(const A& a, const B& b) {
  const device where = detail::device_of_arguments(a, b);
  return array_equiv(detail::as_array(a, where), detail::as_array(b, where));
}

}  // namespace gpu
