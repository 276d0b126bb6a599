// SPDX-License-Identifier: BSD-3-Clause
// As numpy.random.Generator.multivariate_normal transforms independent numbers.
#include <gpu/random/multivariate_normal.hpp>

#include <cstddef>
#include <utility>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/solve.hpp>
#include <gpu/reductions.hpp>

#include "random/source.hpp"

namespace gpu::random::detail {
namespace {

using graph::node_ptr;
using matrix = ndarray<double>;

void check(const node_ptr& mean, const node_ptr& cov, const multivariate_normal_options& options) {
  if (options.method != "svd" && options.method != "eigh" && options.method != "cholesky")
    throw value_error("method must be one of {'eigh', 'svd', 'cholesky'}");
  if (traits(mean->type).kind == dtype_kind::complex ||
      traits(cov->type).kind == dtype_kind::complex)
    throw dtype_error("mean and cov must not be complex");
  refuse(mean->extents.size() != 1, "mean must be 1 dimensional");
  refuse(cov->extents.size() != 2 || cov->extents[0] != cov->extents[1],
         "cov must be 2 dimensional and square");
  refuse(mean->extents[0] != cov->extents[0], "mean and cov must have same length");
}

/// Whether decompositions are looked at.
/// @throws value_error
bool is_checked(std::string_view check_valid) {
  if (check_valid == "ignore") return false;
  refuse(check_valid != "warn" && check_valid != "raise",
         "check_valid must equal 'warn', 'raise', or 'ignore'");
  return check_valid == "raise";
}

void refuse_unless_definite(bool is_definite) {
  refuse(!is_definite, "covariance is not symmetric positive-semidefinite.");
}

/// A with A A^T = cov.
matrix factor_of(const matrix& cov, const multivariate_normal_options& options) {
  if (options.method == "cholesky") return linalg::cholesky(cov);
  const bool checks = is_checked(options.check_valid);
  if (options.method == "eigh") {
    const auto [values, vectors] = linalg::eigh(cov);
    if (checks) refuse_unless_definite(!any(values < -options.tol).item());
    return vectors * sqrt(abs(values));
  }
  const auto [u, s, vh] = linalg::svd(cov);
  // Of a symmetric and positive semidefinite matrix both sides have the same vectors.
  if (checks)
    refuse_unless_definite(allclose(matmul(transpose(vh) * s, vh), cov, options.tol, options.tol));
  return u * sqrt(s);
}

}  // namespace

node_ptr multivariate_normal_node(philox& bits, const node_ptr& mean, const node_ptr& cov,
                                  dtype type, const shape& size,
                                  const multivariate_normal_options& options, const place& where) {
  check(mean, cov, options);
  const device here = extent_of({mean, cov}, {}, where).where;
  shape extents = size;
  extents.push_back(mean->extents[0]);
  const std::ptrdiff_t count = element_count(extents);
  const matrix factor =
      factor_of(matrix(expression<double>(graph::make_cast(cov, dtype::float64))), options);
  return computed(type, [&]<class R>(std::type_identity<R>) {
    const source<R> from{bits, {extents, here}};
    const expression<R> center(graph::make_cast(mean, dtype_of<R>));
    const expression<R> drawn = from.normal();
    if (count == 0) return drawn;
    return expression<R>(center + matmul(drawn, transpose(factor.template astype<R>())));
  });
}

}  // namespace gpu::random::detail
