// SPDX-License-Identifier: BSD-3-Clause
// xtensor's norms that take an order, and those of matrices. The others are in norm_reductions.hpp;
// NumPy's are <gpu/linalg/norm.hpp>.
#pragma once

#include <utility>

#include <gpu/array/indexing/strided_view.hpp>
#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

/// The sum of |x|^p over axes, all of them by default.
///
/// @param p  not 0
/// @dtype   real; float64 of bools and integers
template <typed_array A, reduction_option... Options>
[[nodiscard]] auto norm_lp_to_p(const A& x, double p, const reduction_axes& axes = std::nullopt,
                                Options&&... options) {
  using real = element_t<detail::real_of(detail::inexact_of(A::dtype()))>;
  return sum(power(astype<real>(absolute(x)), p), axes, std::forward<Options>(options)...);
}

/// The p-th root of `norm_lp_to_p`.
template <typed_array A, reduction_option... Options>
[[nodiscard]] auto norm_lp(const A& x, double p, const reduction_axes& axes = std::nullopt,
                           Options&&... options) {
  return power(norm_lp_to_p(x, p, axes, std::forward<Options>(options)...), 1 / p);
}

/// The largest sum of |x| over a column of a matrix: the norm induced by `norm_l1` of vectors.
/// @throws shape_error  unless `x` has two axes
template <typed_array A>
[[nodiscard]] auto norm_induced_l1(const A& x) {
  detail::require_matrix("norm", x.dimension());
  return max(norm_l1(x, 0));
}
/// The largest sum of |x| over a row of a matrix: the norm induced by `norm_linf` of vectors.
/// @throws shape_error  unless `x` has two axes
template <typed_array A>
[[nodiscard]] auto norm_induced_linf(const A& x) {
  detail::require_matrix("norm", x.dimension());
  return max(norm_l1(x, 1));
}

}  // namespace gpu
