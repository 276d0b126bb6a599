// SPDX-License-Identifier: BSD-3-Clause
// Comparisons of whole arrays: these compute at once, and wait.
#pragma once

#include <initializer_list>
#include <utility>

#include <gpu/array/host_operands.hpp>
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

}  // namespace detail

/// Whether all elements are close, as `gpu::isclose` says. Waits. `numpy.allclose`.
/// @throws shape_error  if they do not broadcast together
template <operand A, operand B>
[[nodiscard]] bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                            strict_bool equal_nan = false) {
  return detail::holds_everywhere(isclose(a, b, rtol, atol, equal_nan));
}

/// The same of vectors, lists and elements of arrays: `allclose(x, {1.0, 2.0})`. Tolerances and
/// `equal_nan` as above.
template <detail::operand_argument A = detail::list_argument,
          detail::operand_argument B = detail::list_argument, class... More>
requires(detail::operand_on_host<A> || detail::operand_on_host<B>)
    [[nodiscard]] bool allclose(const A& a, const B& b, const More&... more) {
  return detail::of_operands(a, b,
                             [&](const auto& x, const auto& y) { return allclose(x, y, more...); });
}
template <detail::operand_argument A, element_type Number, class... More>
[[nodiscard]] bool allclose(const A& a, std::initializer_list<Number> b, const More&... more) {
  return allclose<A, std::initializer_list<Number>>(a, b, more...);
}
template <element_type Number, detail::operand_argument B, class... More>
[[nodiscard]] bool allclose(std::initializer_list<Number> a, const B& b, const More&... more) {
  return allclose<std::initializer_list<Number>, B>(a, b, more...);
}

/// With an option in the place of the tolerances: `allclose(a, b, gpu::equal_nan)`.
template <operand A, operand B>
[[nodiscard]] bool allclose(const A& a, const B& b, equal_nan_option nans) {
  return allclose(a, b, 1e-5, 1e-8, nans);
}
template <operand A, operand B>
[[nodiscard]] bool allclose(const A& a, const B& b, double rtol, equal_nan_option nans) {
  return allclose(a, b, rtol, 1e-8, nans);
}

/// Whether both have one shape and equal elements. Waits. `numpy.array_equal`.
template <operand A, operand B>
[[nodiscard]] bool array_equal(const A& a, const B& b, strict_bool equal_nan = false) {
  return detail::extents_of(a) == detail::extents_of(b) && detail::elements_equal(a, b, equal_nan);
}

/// The same of vectors, lists and elements of arrays: `array_equal(x, {1, 2, 3})`.
template <detail::operand_argument A = detail::list_argument,
          detail::operand_argument B = detail::list_argument, class... More>
requires(detail::operand_on_host<A> || detail::operand_on_host<B>)
    [[nodiscard]] bool array_equal(const A& a, const B& b, const More&... more) {
  return detail::of_operands(
      a, b, [&](const auto& x, const auto& y) { return array_equal(x, y, more...); });
}
template <detail::operand_argument A, element_type Number, class... More>
[[nodiscard]] bool array_equal(const A& a, std::initializer_list<Number> b, const More&... more) {
  return array_equal<A, std::initializer_list<Number>>(a, b, more...);
}
template <element_type Number, detail::operand_argument B, class... More>
[[nodiscard]] bool array_equal(std::initializer_list<Number> a, const B& b, const More&... more) {
  return array_equal<std::initializer_list<Number>, B>(a, b, more...);
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

/// The same of vectors, lists and elements of arrays.
template <detail::operand_argument A = detail::list_argument,
          detail::operand_argument B = detail::list_argument>
requires(detail::operand_on_host<A> || detail::operand_on_host<B>)
    [[nodiscard]] bool array_equiv(const A& a, const B& b) {
  return detail::of_operands(a, b, [&](const auto& x, const auto& y) { return array_equiv(x, y); });
}
template <detail::operand_argument A, element_type Number>
[[nodiscard]] bool array_equiv(const A& a, std::initializer_list<Number> b) {
  return array_equiv<A, std::initializer_list<Number>>(a, b);
}
template <element_type Number, detail::operand_argument B>
[[nodiscard]] bool array_equiv(std::initializer_list<Number> a, const B& b) {
  return array_equiv<std::initializer_list<Number>, B>(a, b);
}

}  // namespace gpu
