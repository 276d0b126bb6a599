// SPDX-License-Identifier: BSD-3-Clause
// Normal numbers that depend on each other, by a decomposition of their covariances.
#pragma once

#include <string_view>
#include <vector>

#include <gpu/array/ndarray.hpp>
#include <gpu/random/default_generator.hpp>
#include <gpu/random/generator.hpp>

namespace gpu::random {

/// `numpy.random.Generator.multivariate_normal` but for its first three parameters.
struct multivariate_normal_options {
  /// What becomes of covariances that are not symmetric and positive semidefinite: "raise" refuses
  /// them; "warn" and "ignore" take them as they are, since nothing warns here. "warn" and "raise"
  /// look at the eigenvalues and wait for that.
  std::string_view check_valid = "warn";
  double tol = 1e-8;  ///< how far below 0 eigenvalues may be, how different what U S V^T is
  /// "svd", "eigh", or "cholesky", which is the fastest, and takes positive definite ones alone.
  std::string_view method = "svd";
};

namespace detail {
[[nodiscard]] graph::node_ptr multivariate_normal_node(philox& bits, const graph::node_ptr& mean,
                                                       const graph::node_ptr& cov, dtype type,
                                                       const shape& size,
                                                       const multivariate_normal_options& options,
                                                       const place& where);
}  // namespace detail

/// Vectors of n normal numbers with these means and covariances: mean + A z, where z are n
/// independent standard normal numbers, and A A^T is the covariance. A = U sqrt(S) of the singular
/// value decomposition, U sqrt(|S|) of the eigenvalues, or Cholesky's factor. It is computed now,
/// in float64, and waited for; what follows is lazy. NumPy's distribution, other bits. Where the
/// arrays are, the numbers are.
/// @shape   (n,), (n, n) -> size + (n,)
/// @dtype   T: float64 unless another one is asked for
/// @throws  value_error   "mean must be 1 dimensional", "cov must be 2 dimensional and square",
///                        "mean and cov must have same length", "covariance is not symmetric
///                        positive-semidefinite.", "method must be one of {'eigh', 'svd',
///                        'cholesky'}", "check_valid must equal 'warn', 'raise', or 'ignore'"
/// @throws  dtype_error   "mean and cov must not be complex"
/// @throws  linalg_error  "Matrix is not positive definite", "SVD did not converge", "Eigenvalues
///                        did not converge"
/// @throws  device_mismatch
/// The stream goes on unless something is thrown.
template <detail::real_element T = double, typed_array Mean, typed_array Cov>
[[nodiscard]] expression<T> multivariate_normal(generator& rng, const Mean& mean, const Cov& cov,
                                                const shape& size = {},
                                                const multivariate_normal_options& options = {},
                                                const detail::place& where = {}) {
  return expression<T>(detail::multivariate_normal_node(
      rng.bit_generator(), mean.node(), cov.node(), dtype_of<T>, size, options, where));
}
template <detail::real_element T = double, typed_array Cov>
[[nodiscard]] expression<T> multivariate_normal(generator& rng, const std::vector<double>& mean,
                                                const Cov& cov, const shape& size = {},
                                                const multivariate_normal_options& options = {},
                                                const detail::place& where = {}) {
  const detail::place here = where ? where : detail::place(cov.device());
  return multivariate_normal<T>(rng, detail::array_of(mean, here), cov, size, options, where);
}

/// The same by the default generator of the device. `numpy.random.multivariate_normal`.
template <detail::real_element T = double, typed_array Mean, typed_array Cov>
[[nodiscard]] expression<T> multivariate_normal(const Mean& mean, const Cov& cov,
                                                const shape& size = {},
                                                const multivariate_normal_options& options = {},
                                                const detail::place& where = {}) {
  return detail::by_default_generator(detail::device_of(where, mean, cov), [&](generator& rng) {
    return multivariate_normal<T>(rng, mean, cov, size, options, where);
  });
}

}  // namespace gpu::random
