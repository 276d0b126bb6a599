// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic of polynomials, which are vectors of their coefficients, that of the highest power
// first. What says so waits, as it looks at the coefficients; the others give expressions.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/polyval.hpp>
#include <gpu/array/result_type.hpp>
#include <gpu/core/strict_bool.hpp>

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

template <class P, class K>
auto integrated(const P& p, int order, const constants_list& constants) {
  using T =
      std::conditional_t<any_complex<typename P::value_type, K>, std::complex<double>, double>;
  return expression<T>(polyint_node(dtype_of<T>, p.node(), order, constants));
}

}  // namespace detail

/// The sum of two polynomials. `numpy.polyadd`.
/// @dtype  the promoted type
template <typed_array A, typed_array B>
[[nodiscard]] auto polyadd(const A& a, const B& b) {
  using T = result_type_t<A, B>;
  return expression<T>(detail::polyadd_node(graph::make_cast(a.node(), dtype_of<T>),
                                            graph::make_cast(b.node(), dtype_of<T>)));
}
/// The difference of two polynomials. `numpy.polysub`.
/// @dtype  the promoted type; not bool
template <typed_array A, typed_array B>
[[nodiscard]] auto polysub(const A& a, const B& b) {
  using T = result_type_t<A, B>;
  static_assert(!std::is_same_v<T, bool>, "bools are not subtracted: use logical_xor");
  return expression<T>(detail::polysub_node(graph::make_cast(a.node(), dtype_of<T>),
                                            graph::make_cast(b.node(), dtype_of<T>)));
}
/// The product of two polynomials, whose leading zeros are left out. Waits. `numpy.polymul`.
/// @dtype   the promoted type
/// @throws  value_error  "Polynomial must be 1d only."
template <typed_array A, typed_array B>
[[nodiscard]] auto polymul(const A& a, const B& b) {
  using T = result_type_t<A, B>;
  return expression<T>(detail::polymul_node(graph::make_cast(a.node(), dtype_of<T>),
                                            graph::make_cast(b.node(), dtype_of<T>)));
}
/// Quotient and remainder: `auto [q, r] = polydiv(u, v)`. Computed on the host; waits.
/// `numpy.polydiv`.
/// @dtype   the promoted type; float64 of bools and integers
/// @throws  index_error  if one has no coefficients
template <typed_array A, typed_array B>
[[nodiscard]] auto polydiv(const A& u, const B& v) {
  using T = detail::quotient_t<typename A::value_type, typename B::value_type>;
  const detail::division result = detail::polydiv_nodes(graph::make_cast(u.node(), dtype_of<T>),
                                                        graph::make_cast(v.node(), dtype_of<T>));
  return std::tuple<expression<T>, expression<T>>(result.quotient, result.remainder);
}

/// The derivative of order `m`. `numpy.polyder`.
/// @dtype   that of products with int64, for every order
/// @throws  value_error  "Order of derivative must be positive (see polyint)"
template <typed_array P>
[[nodiscard]] auto polyder(const P& p, int m = 1) {
  using T = detail::beside_integers<P>;
  return expression<T>(detail::polyder_node(graph::make_cast(p.node(), dtype_of<T>), m));
}

/// The antiderivative of order `m`, with one constant of integration for each integration, or with
/// zeros. `numpy.polyint`.
/// @dtype   float64, or complex128
/// @throws  value_error  "Order of integral must be positive (see polyder)", "k must be a scalar or
///                       a rank-1 array of length 1 or >m."
template <typed_array P>
[[nodiscard]] auto polyint(const P& p, int m = 1) {
  return detail::integrated<P, double>(p, m, {0});
}
template <typed_array P, scalar_like K>
[[nodiscard]] auto polyint(const P& p, int m, std::initializer_list<K> k) {
  return detail::integrated<P, K>(p, m, detail::constants_list(k.begin(), k.end()));
}
template <typed_array P, scalar_like K>
[[nodiscard]] auto polyint(const P& p, int m, K k) {
  return polyint(p, m, {k});
}

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
[[nodiscard]] auto vander(const A& x, std::optional<std::ptrdiff_t> columns = std::nullopt,
                          strict_bool increasing = false) {
  using T = detail::beside_integers<A>;
  const graph::node_ptr values = graph::make_cast(x.node(), dtype_of<T>);
  return expression<T>(detail::vander_node(
      values, columns.value_or(static_cast<std::ptrdiff_t>(x.size())), increasing));
}

}  // namespace gpu
