// SPDX-License-Identifier: BSD-3-Clause
// `gpu::poly1d`: a polynomial as a value, which is called, added, multiplied and printed.
#pragma once

#include <complex>
#include <cstddef>
#include <initializer_list>
#include <ostream>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>

#include <gpu/array/polynomial_argument.hpp>
#include <gpu/array/polynomials.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/linalg/polyfit.hpp>

namespace gpu {

namespace linalg::detail {
/// Without leading zeros; one 0 if there is nothing else. Computed now.
/// @throws value_error  "Polynomial must be 1d only."
[[nodiscard]] graph::leaf_ptr trimmed_coefficients(const graph::node_ptr& coefficients);
/// With `value` as the coefficient of a power that may be higher than those there are.
/// @throws value_error  "Does not support negative powers."
[[nodiscard]] graph::node_ptr with_coefficient(const graph::node_ptr& coefficients,
                                               std::ptrdiff_t power, const graph::node_ptr& value);
/// What Python prints: two lines, the upper one of exponents.
[[nodiscard]] std::string polynomial_text(const graph::node_ptr& coefficients,
                                          const std::string& variable);
[[nodiscard]] std::string polynomial_repr(const graph::node_ptr& coefficients);
/// @throws value_error  "Power to non-negative integers only."
void require_power(std::ptrdiff_t exponent);

using gpu::detail::is_poly1d;

/// Beside a polynomial: another one, the coefficients of one, also in a vector, or a number.
template <class A>
concept poly_operand =
    is_poly1d<A> || typed_array<A> || scalar_like<A> || gpu::detail::host_range<A>;

/// What promotes with arrays; numbers are weak.
template <class A>
struct coefficients_type {
  using type = A;
};
template <class T>
struct coefficients_type<poly1d<T>> {
  using type = ndarray<T>;
};
template <gpu::detail::host_range A>
struct coefficients_type<A> {
  using type = ndarray<std::ranges::range_value_t<A>>;
};
template <class A, class B>
using common_coefficient =
    result_type_t<typename coefficients_type<A>::type, typename coefficients_type<B>::type>;

/// Of what arithmetic computes with.
template <class Other, class T>
[[nodiscard]] auto coefficients_of(const Other& other) {
  if constexpr (is_poly1d<Other>)
    return other.coefficients();
  else if constexpr (typed_array<Other>)
    return expression<typename Other::value_type>(other.node());
  else if constexpr (gpu::detail::host_range<Other>)
    return asarray(other);
  else
    return ndarray<T>(shape{1}, gpu::detail::assigned_number<T>(other));
}
}  // namespace linalg::detail

/// A polynomial: its coefficients, that of the highest power first, without leading zeros. Making
/// one waits, as it looks at the coefficients. `numpy.poly1d`.
///
///     gpu::poly1d p{1.0, -3.0, 2.0};   // x^2 - 3 x + 2
///     p.roots(), p(x), p.deriv(), p * p + 1
///
/// Numbers beside polynomials are weak, as beside arrays.
template <element_type T>
class poly1d {
 public:
  using coefficient_type = T;

  /// @throws value_error  "Polynomial must be 1d only."
  template <typed_array A>
  requires(std::same_as<typename A::value_type, T>) explicit poly1d(const A& coefficients,
                                                                    std::string variable = "x")
      : coefficients_(linalg::detail::trimmed_coefficients(coefficients.node())),
        variable_(std::move(variable)) {}
  poly1d(std::initializer_list<T> coefficients, std::string variable = "x")
      : poly1d(ndarray<T>(coefficients), std::move(variable)) {}

  /// The polynomial with these roots: NumPy's `poly1d(roots, True)`.
  template <typed_array A>
  [[nodiscard]] static poly1d from_roots(const A& roots, std::string variable = "x") {
    const ndarray<T> coefficients = poly(roots);
    return poly1d(coefficients, std::move(variable));
  }
  [[nodiscard]] static poly1d from_roots(std::initializer_list<T> roots,
                                         std::string variable = "x") {
    return from_roots(ndarray<T>(roots), std::move(variable));
  }

  /// The coefficients, that of the highest power first.
  [[nodiscard]] const ndarray<T>& coefficients() const& noexcept { return coefficients_; }
  [[nodiscard]] ndarray<T> coefficients() const&& { return coefficients_; }
  [[nodiscard]] const ndarray<T>& coeffs() const& noexcept { return coefficients_; }
  [[nodiscard]] ndarray<T> coeffs() const&& { return coefficients_; }
  [[nodiscard]] const ndarray<T>& coef() const& noexcept { return coefficients_; }
  [[nodiscard]] ndarray<T> coef() const&& { return coefficients_; }
  [[nodiscard]] const ndarray<T>& c() const& noexcept { return coefficients_; }
  [[nodiscard]] ndarray<T> c() const&& { return coefficients_; }
  /// The highest power.
  [[nodiscard]] std::ptrdiff_t order() const noexcept { return coefficients_.shape(0) - 1; }
  [[nodiscard]] std::ptrdiff_t o() const noexcept { return order(); }
  /// Complex, always. See `gpu::roots`.
  [[nodiscard]] auto roots() const { return gpu::roots(coefficients_); }
  [[nodiscard]] auto r() const { return roots(); }
  /// The letter that it is printed with.
  [[nodiscard]] const std::string& variable() const& noexcept { return variable_; }
  [[nodiscard]] std::string variable() const&& { return variable_; }

  /// The coefficient of a power; 0 if there is none. Waits.
  [[nodiscard]] T operator[](strict_integer power) const {
    return power < 0 || power > order() ? T(0) : coefficients_(order() - power);
  }
  /// Sets the coefficient of a power, which may be higher than the order: `p[power] = value`.
  /// @throws value_error  "Does not support negative powers."
  void set(strict_integer power, const T& value) {
    *this = poly1d(expression<T>(linalg::detail::with_coefficient(
                       coefficients_.node(), power, gpu::detail::assigned_scalar<T>(value))),
                   variable_);
  }

  /// The value at each `x`, which is an array, a number, a vector or a list: `gpu::polyval`.
  /// Nothing is computed here.
  template <class X>
  requires(gpu::detail::polynomial_point<X> || element_proxy<X> || gpu::detail::host_range<X>)
      [[nodiscard]] auto
      operator()(const X& x) const {
    return polyval(coefficients_, x);
  }
  template <scalar_like Number>
  [[nodiscard]] auto operator()(std::initializer_list<Number> x) const {
    return polyval(coefficients_, x);
  }
  /// The polynomial of another one.
  template <element_type U>
  [[nodiscard]] auto operator()(const poly1d<U>& inner) const {
    using R = linalg::detail::common_coefficient<poly1d, poly1d<U>>;
    poly1d<R> value(ndarray<R>(shape{1}, R(0), device()), variable_);
    for (const T& coefficient : std::as_const(coefficients_)) {
      const ndarray<R> constant(shape{1}, gpu::detail::assigned_number<R>(coefficient), device());
      value = value * inner + constant;
    }
    return value;
  }

  /// The derivative of order `m`. See `gpu::polyder`.
  [[nodiscard]] auto deriv(strict_integer m = 1) const {
    return like_this(polyder(coefficients_, m));
  }
  /// The antiderivative of order `m`, with constants as `gpu::polyint` takes them.
  template <class... Constants>
  [[nodiscard]] auto integ(strict_integer m = 1, const Constants&... k) const {
    return like_this(polyint(coefficients_, m, k...));
  }
  template <scalar_like K>
  [[nodiscard]] auto integ(strict_integer m, std::initializer_list<K> k) const {
    return like_this(polyint(coefficients_, m, k));
  }
  /// @throws value_error  "Power to non-negative integers only."
  [[nodiscard]] poly1d pow(strict_integer exponent) const {
    linalg::detail::require_power(exponent);
    poly1d result(ndarray<T>(shape{1}, T(1), device()), variable_);
    for (std::ptrdiff_t factors = exponent; factors > 0; --factors)
      result = like_this(polymul(result.coefficients_, coefficients_));
    return result;
  }
  [[nodiscard]] poly1d operator-() const { return like_this(-coefficients_); }
  [[nodiscard]] poly1d operator+() const { return *this; }

  /// What Python's `print` shows: two lines, the upper one of exponents. Waits.
  [[nodiscard]] std::string str() const {
    return linalg::detail::polynomial_text(coefficients_.node(), variable_);
  }
  /// "poly1d([1., -3., 2.])". Waits.
  [[nodiscard]] std::string repr() const {
    return linalg::detail::polynomial_repr(coefficients_.node());
  }
  /// Streams `str()`.
  friend std::ostream& operator<<(std::ostream& out, const poly1d& p) { return out << p.str(); }
  [[nodiscard]] gpu::device device() const noexcept { return coefficients_.device(); }

 private:
  template <class A>
  [[nodiscard]] auto like_this(const A& coefficients) const {
    return poly1d<typename A::value_type>(coefficients, variable_);
  }

  ndarray<T> coefficients_;
  std::string variable_;
};

template <typed_array A>
poly1d(const A&) -> poly1d<typename A::value_type>;
template <typed_array A>
poly1d(const A&, std::string) -> poly1d<typename A::value_type>;

namespace linalg::detail {
template <class A, class B>
concept poly_operands = (is_poly1d<A> || is_poly1d<B>)&&poly_operand<A>&& poly_operand<B>;

using gpu::detail::variable_of;
/// The device of the coefficients, where numbers become polynomials too.
template <class A, class B>
[[nodiscard]] device place_of(const A& a, const B& b) {
  if constexpr (is_poly1d<A>)
    return a.device();
  else
    return b.device();
}

/// A function of the coefficients of both, which are on the device of the polynomial.
template <class A, class B, class Function>
[[nodiscard]] auto with_coefficients(const A& a, const B& b, const Function& function) {
  using T = common_coefficient<A, B>;
  const device_guard scope(place_of(a, b));
  return function(coefficients_of<A, T>(a), coefficients_of<B, T>(b));
}
template <class A, class B, class Function>
[[nodiscard]] auto polynomial_of(const A& a, const B& b, const Function& function) {
  const auto coefficients = with_coefficients(a, b, function);
  using result = poly1d<typename std::remove_cvref_t<decltype(coefficients)>::value_type>;
  return result(coefficients, variable_of(a, b));
}
}  // namespace linalg::detail

template <class A, class B>
requires(linalg::detail::poly_operands<A, B>) [[nodiscard]] auto operator+(const A& a, const B& b) {
  return linalg::detail::polynomial_of(a, b,
                                       [](const auto& p, const auto& q) { return polyadd(p, q); });
}
template <class A, class B>
requires(linalg::detail::poly_operands<A, B>) [[nodiscard]] auto operator-(const A& a, const B& b) {
  return linalg::detail::polynomial_of(a, b,
                                       [](const auto& p, const auto& q) { return polysub(p, q); });
}
template <class A, class B>
requires(linalg::detail::poly_operands<A, B>) [[nodiscard]] auto operator*(const A& a, const B& b) {
  return linalg::detail::polynomial_of(a, b,
                                       [](const auto& p, const auto& q) { return polymul(p, q); });
}
/// By a number: a polynomial. By a polynomial: quotient and remainder, `auto [q, r] = a / b;`. Of a
/// number by a polynomial, as NumPy has it: the number divided by each coefficient.
/// @dtype  that of quotients
template <class A, class B>
requires(linalg::detail::poly_operands<A, B>) [[nodiscard]] auto operator/(const A& a, const B& b) {
  if constexpr (scalar_like<B>) {
    const auto quotients = a.coefficients() / b;
    return poly1d<typename decltype(quotients)::value_type>(quotients, a.variable());
  } else if constexpr (scalar_like<A>) {
    const auto quotients = a / b.coefficients();
    return poly1d<typename decltype(quotients)::value_type>(quotients, b.variable());
  } else {
    const auto [quotient, rest] = linalg::detail::with_coefficients(
        a, b, [](const auto& p, const auto& q) { return polydiv(p, q); });
    using T = typename std::remove_cvref_t<decltype(quotient)>::value_type;
    const std::string& variable = linalg::detail::variable_of(a, b);
    return std::pair(poly1d<T>(quotient, variable), poly1d<T>(rest, variable));
  }
}
/// Whether all coefficients are equal. Waits.
template <class T, class U>
[[nodiscard]] bool operator==(const poly1d<T>& a, const poly1d<U>& b) {
  return array_equal(a.coefficients(), b.coefficients());
}

}  // namespace gpu
