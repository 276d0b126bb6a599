// SPDX-License-Identifier: BSD-3-Clause
// Reductions that xtensor spells in its own way: norms that take an order, and those of matrices
// (the others are in norm_reductions.hpp, NumPy's in <gpu/linalg/norm.hpp>); variances with a
// number behind the axes; the least and the largest element at once.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/strided_view.hpp>
#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

namespace detail {
/// |x|^p, real
template <typed_array A>
[[nodiscard]] auto power_of_modulus(const A& x, double p) {
  using real = element_t<real_of(inexact_of(A::dtype()))>;
  return power(astype<real>(absolute(x)), p);
}
}  // namespace detail

/// The sum of |x|^p over axes, all of them by default.
///
/// @param p  not 0
/// @dtype   real; float64 of bools and integers
template <typed_array A, reduction_option... Options>
[[nodiscard]] auto norm_lp_to_p(const A& x, double p, const reduction_axes& axes = std::nullopt,
                                Options&&... options) {
  return sum(detail::power_of_modulus(x, p), axes, std::forward<Options>(options)...);
}
template <typed_array A, reduction_option Option, reduction_option... More>
[[nodiscard]] auto norm_lp_to_p(const A& x, double p, const Option& option, const More&... more) {
  return sum(detail::power_of_modulus(x, p), option, more...);
}

/// The p-th root of `norm_lp_to_p`.
template <typed_array A, reduction_option... Options>
[[nodiscard]] auto norm_lp(const A& x, double p, const reduction_axes& axes = std::nullopt,
                           Options&&... options) {
  return power(norm_lp_to_p(x, p, axes, std::forward<Options>(options)...), 1 / p);
}
template <typed_array A, reduction_option Option, reduction_option... More>
[[nodiscard]] auto norm_lp(const A& x, double p, const Option& option, const More&... more) {
  return power(norm_lp_to_p(x, p, option, more...), 1 / p);
}

/// The largest sum of |x| over a column of a matrix: the norm induced by `norm_l1` of vectors.
/// @throws shape_error  unless `x` has two axes
template <typed_array A>
[[nodiscard]] auto norm_induced_l1(const A& x, evaluation_option /*strategy*/ = {}) {
  detail::require_matrix("norm", x.dimension());
  return max(norm_l1(x, 0));
}
/// The largest sum of |x| over a row of a matrix: the norm induced by `norm_linf` of vectors.
/// @throws shape_error  unless `x` has two axes
template <typed_array A>
[[nodiscard]] auto norm_induced_linf(const A& x, evaluation_option /*strategy*/ = {}) {
  detail::require_matrix("norm", x.dimension());
  return max(norm_l1(x, 1));
}

/// `var(x, axes, ddof(n))`.
template <class T = void, typed_array A, std::integral Number>
[[nodiscard]] auto variance(const A& x, const reduction_axes& axes, Number n) {
  return var<T>(x, axes, ddof(static_cast<double>(n)));
}
/// `std(x, axes, ddof(n))`.
template <class T = void, typed_array A, std::integral Number>
[[nodiscard]] auto stddev(const A& x, const reduction_axes& axes, Number n) {
  return std<T>(x, axes, ddof(static_cast<double>(n)));
}

/// What `minmax` returns: two values without axes, `auto [low, high] = minmax(x)`.
/// @tparam Value  an expression; of xtensor's arrays in `xp.minmax` an array
template <class T, class Value = expression<T>>
struct minmax_result : std::array<Value, 2> {
  /// The numbers. Waits.
  [[nodiscard]] std::array<T, 2> operator()() const { return {(*this)[0](), (*this)[1]()}; }
  /// For structured bindings.
  template <std::size_t I>
  [[nodiscard]] const Value& get() const& noexcept {
    return (*this)[I];
  }
};

/// The least and the largest element. One kernel if both are computed together; `minmax(x)()` is an
/// array of two numbers.
template <typed_array A>
[[nodiscard]] auto minmax(const A& x) {
  return minmax_result<typename A::value_type>{{{min(x), max(x)}}};
}

}  // namespace gpu

template <class T, class Value>
struct std::tuple_size<gpu::minmax_result<T, Value>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I, class T, class Value>
struct std::tuple_element<I, gpu::minmax_result<T, Value>> {
  using type = const Value;
};
