// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic of polynomials, which are vectors of their coefficients, that of the highest power
// first. What says so waits, as it looks at the coefficients; the others give expressions.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/polynomial_argument.hpp>
#include <gpu/array/polyval.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {

/// Of nodes of one dtype.
[[nodiscard]] graph::node_ptr polyadd_node(const graph::node_ptr& a, const graph::node_ptr& b);
[[nodiscard]] graph::node_ptr polysub_node(const graph::node_ptr& a, const graph::node_ptr& b);
[[nodiscard]] graph::node_ptr polymul_node(const graph::node_ptr& a, const graph::node_ptr& b);
struct division {
  graph::node_ptr quotient;
  graph::node_ptr remainder;
};
[[nodiscard]] division polydiv_nodes(const graph::node_ptr& dividend,
                                     const graph::node_ptr& divisor);
[[nodiscard]] graph::node_ptr polyder_node(graph::node_ptr p, int order);
using constants_list = std::vector<std::complex<double>>;
[[nodiscard]] constants_list constants_on_host(const graph::node_ptr& k);
[[nodiscard]] graph::node_ptr polyint_node(dtype type, const graph::node_ptr& p, int order,
                                           const constants_list& constants);
[[nodiscard]] graph::leaf_ptr poly_leaf(const graph::node_ptr& roots);
[[nodiscard]] graph::node_ptr vander_node(const graph::node_ptr& x, std::ptrdiff_t columns,
                                          bool increasing);

/// What NumPy makes of elements of `T` beside its default integers.
template <class A>
using beside_integers = promote_types_t<typename A::value_type, std::int64_t>;

template <class A, class B = A>
inline constexpr bool any_complex = is_complex<computed_t<A>> || is_complex<computed_t<B>>;

/// What elements of `A` become beside a real number.
template <class A>
inline constexpr dtype inexact_type = traits(dtype_of<A>).kind < dtype_kind::floating
                                          ? dtype::float64
                                          : dtype_of<A>;
/// The type of quotients of elements of both.
template <class A, class B>
using quotient_t = element_t<promote_types(inexact_type<A>, inexact_type<B>)>;

/// Constants of integration as they are given.
template <class K>
concept integration_constants = typed_array<K> || host_range<K> || number_or_element<K>;
template <integration_constants K>
struct constant_element {
  using type = std::remove_cvref_t<decltype(read_proxy(std::declval<const K&>()))>;
};
template <host_range K>
struct constant_element<K> {
  using type = std::ranges::range_value_t<K>;
};
template <typed_array K>
struct constant_element<K> {
  using type = typename K::value_type;
};
/// Waits for those of an array.
/// @throws value_error  "k must be a scalar or a rank-1 array of length 1 or >m."
template <integration_constants K>
[[nodiscard]] constants_list constants_of(const K& k) {
  if constexpr (typed_array<K>)
    return constants_on_host(k.node());
  else if constexpr (host_range<K>)
    return constants_list(std::ranges::begin(k), std::ranges::end(k));
  else
    return {std::complex<double>(read_proxy(k))};
}

}  // namespace detail

/// See `gpu::polyadd`.
struct polyadd_function : detail::function_of_polynomials<polyadd_function> {
  template <class A, class B>
  [[nodiscard]] static auto of(const A& a, const B& b) {
    using T = result_type_t<A, B>;
    return expression<T>(detail::polyadd_node(graph::make_cast(a.node(), dtype_of<T>),
                                              graph::make_cast(b.node(), dtype_of<T>)));
  }
};
/// The sum of two polynomials: arrays, vectors, lists or numbers, `polyadd(p, {1, 2})`; a `poly1d`
/// if one is a `poly1d`. `numpy.polyadd`.
/// @dtype  the promoted type
inline constexpr polyadd_function polyadd{};

/// See `gpu::polysub`.
struct polysub_function : detail::function_of_polynomials<polysub_function> {
  template <class A, class B>
  [[nodiscard]] static auto of(const A& a, const B& b) {
    using T = result_type_t<A, B>;
    static_assert(!std::is_same_v<T, bool>, "bools are not subtracted: use logical_xor");
    return expression<T>(detail::polysub_node(graph::make_cast(a.node(), dtype_of<T>),
                                              graph::make_cast(b.node(), dtype_of<T>)));
  }
};
/// The difference of two polynomials, given as to `polyadd`. `numpy.polysub`.
/// @dtype  the promoted type; not bool
inline constexpr polysub_function polysub{};

/// See `gpu::polymul`.
struct polymul_function : detail::function_of_polynomials<polymul_function> {
  template <class A, class B>
  [[nodiscard]] static auto of(const A& a, const B& b) {
    using T = result_type_t<A, B>;
    return expression<T>(detail::polymul_node(graph::make_cast(a.node(), dtype_of<T>),
                                              graph::make_cast(b.node(), dtype_of<T>)));
  }
};
/// The product of two polynomials, given as to `polyadd`, whose leading zeros are left out. Waits.
/// `numpy.polymul`.
/// @dtype   the promoted type
/// @throws  value_error  "Polynomial must be 1d only."
inline constexpr polymul_function polymul{};

/// See `gpu::polydiv`.
struct polydiv_function : detail::function_of_polynomials<polydiv_function> {
  template <class A, class B>
  [[nodiscard]] static auto of(const A& u, const B& v) {
    using T = detail::quotient_t<typename A::value_type, typename B::value_type>;
    const detail::division result = detail::polydiv_nodes(graph::make_cast(u.node(), dtype_of<T>),
                                                          graph::make_cast(v.node(), dtype_of<T>));
    return std::tuple<expression<T>, expression<T>>(result.quotient, result.remainder);
  }
};
/// Quotient and remainder of two polynomials, given as to `polyadd`: `auto [q, r] = polydiv(u, v)`.
/// Computed on the host; waits. `numpy.polydiv`.
/// @dtype   the promoted type; float64 of bools and integers
/// @throws  index_error  if one has no coefficients
inline constexpr polydiv_function polydiv{};

/// See `gpu::polyder`.
class polyder_function {
  template <class P>
  [[nodiscard]] static auto of(const P& p, strict_integer m) {
    const auto& coefficients = detail::coefficients_of(p, current_device());
    using T = detail::beside_integers<std::remove_cvref_t<decltype(coefficients)>>;
    return detail::as_given(expression<T>(detail::polyder_node(
                                graph::make_cast(coefficients.node(), dtype_of<T>), m.to_int())),
                            p);
  }

 public:
  template <detail::polynomial_argument P>
  [[nodiscard]] auto operator()(const P& p, strict_integer m = 1) const {
    return of(p, m);
  }
  template <element_type Number>
  [[nodiscard]] auto operator()(std::initializer_list<Number> p, strict_integer m = 1) const {
    return of(p, m);
  }
  [[nodiscard]] auto operator()(const detail::list_argument& p, strict_integer m = 1) const {
    return of(p, m);
  }
};
/// The derivative of order `m` of a polynomial, given as to `polyadd`. `numpy.polyder`.
/// @dtype   that of products with int64, for every order
/// @throws  value_error  "Order of derivative must be positive (see polyint)"
inline constexpr polyder_function polyder{};

/// See `gpu::polyint`.
class polyint_function {
 public:
  template <detail::polynomial_argument P = detail::list_argument>
  [[nodiscard]] auto operator()(const P& p, strict_integer m = 1) const {
    return of<double>(p, m, {0});
  }
  template <detail::polynomial_argument P = detail::list_argument, detail::integration_constants K>
  [[nodiscard]] auto operator()(const P& p, strict_integer m, const K& k) const {
    return of<typename detail::constant_element<K>::type>(p, m, detail::constants_of(k));
  }
  template <detail::polynomial_argument P = detail::list_argument, scalar_like K>
  [[nodiscard]] auto operator()(const P& p, strict_integer m, std::initializer_list<K> k) const {
    return of<K>(p, m, detail::constants_list(k.begin(), k.end()));
  }
  template <detail::polynomial_argument P = detail::list_argument>
  [[nodiscard]] auto operator()(const P& p, strict_integer m,
                                const detail::list_argument& k) const {
    return (*this)(p, m, k.doubles());
  }

 private:
  template <class K, class P>
  [[nodiscard]] static auto of(const P& p, strict_integer m,
                               const detail::constants_list& constants) {
    const auto& coefficients = detail::coefficients_of(p, current_device());
    using own = typename std::remove_cvref_t<decltype(coefficients)>::value_type;
    using T = std::conditional_t<detail::any_complex<own, K>, std::complex<double>, double>;
    return detail::as_given(expression<T>(detail::polyint_node(dtype_of<T>, coefficients.node(),
                                                               m.to_int(), constants)),
                            p);
  }
};
/// The antiderivative of order `m` of a polynomial, given as to `polyadd`, with one constant of
/// integration for each integration, or with zeros: `polyint(p, 2, {3, 5})`. Constants are a
/// number, a list, a vector, or an array, for which it waits. `numpy.polyint`.
/// @dtype   float64, or complex128
/// @throws  value_error  "Order of integral must be positive (see polyder)", "k must be a scalar or
///                       a rank-1 array of length 1 or >m."
inline constexpr polyint_function polyint{};

/// The coefficients of the polynomial with these roots; 1 for no roots. Computed on the host;
/// waits. `numpy.poly` of vectors.
/// @dtype   float32 and complex keep theirs, also if all roots are in conjugate pairs; else float64
/// @throws  value_error  for more than one axis
template <typed_array Roots>
[[nodiscard]] auto poly(const Roots& roots) {
  using own = typename Roots::value_type;
  constexpr bool is_kept = std::is_same_v<own, float> || detail::any_complex<own>;
  using T = std::conditional_t<is_kept, own, double>;
  return ndarray<T>(detail::poly_leaf(graph::make_cast(roots.node(), dtype_of<T>)));
}
/// The same of a list or a vector: `poly({1, 2, 3})`.
template <detail::host_range Roots = std::initializer_list<double>>
[[nodiscard]] auto poly(const Roots& roots) {
  return poly(detail::as_array(roots, current_device()));
}

/// The powers of each element, in rows: from the highest down, or from 0 up. `numpy.vander`.
/// @param columns  as many as elements if not given
/// @dtype  that of products with int64
/// @throws value_error  "x must be a one-dimensional array or sequence."
template <typed_array A>
[[nodiscard]] auto vander(const A& x, std::optional<strict_integer> columns = std::nullopt,
                          strict_bool increasing = false) {
  using T = detail::beside_integers<A>;
  const graph::node_ptr values = graph::make_cast(x.node(), dtype_of<T>);
  return expression<T>(detail::vander_node(
      values, columns.value_or(static_cast<std::ptrdiff_t>(x.size())), increasing));
}

}  // namespace gpu
