// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/polyfit.hpp>

#include <complex>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "linalg/matrix_stack.hpp"

namespace gpu::linalg::detail {
namespace {

/// Coefficients on the host, without the zeros before the first and behind the last other one; the
/// latter are roots, which are counted.
struct stripped {
  std::vector<std::complex<double>> coefficients;
  std::ptrdiff_t zero_roots = 0;
};

stripped strip(std::vector<std::complex<double>> all) {
  stripped result;
  while (!all.empty() && all.back() == 0.0) {
    all.pop_back();
    ++result.zero_roots;
  }
  std::size_t first = 0;
  while (first < all.size() && all[first] == 0.0) ++first;
  result.coefficients.assign(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
  if (all.empty()) result.zero_roots = 0;
  return result;
}

}  // namespace

graph::leaf_ptr nearest_polynomial(const graph::node_ptr& x, const graph::node_ptr& y,
                                   std::ptrdiff_t degree, std::optional<double> rcond) {
  const dtype type = gpu::detail::inexact_of(promote_types(x->type, y->type));
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> graph::leaf_ptr {
    if constexpr (traits(dtype_of<T>).kind >= dtype_kind::floating && sizeof(T) >= 4) {
      const expression<T> points(graph::make_cast(x, dtype_of<T>));
      const expression<T> values(graph::make_cast(y, dtype_of<T>));
      return polyfit(points, values, degree, rcond).leaf();
    } else {
      fail("the dtype of a fit is inexact");
    }
  });
}

graph::leaf_ptr roots_of(const graph::node_ptr& p) {
  if (p->extents.size() > 1) throw value_error("Input must be a rank-1 array.");
  const device where = graph::device_of(p);
  const dtype computing = computing_type(p->type);
  const bool is_wide = gpu::detail::real_of(computing) == dtype::float64;
  const dtype type = is_wide ? dtype::complex128 : dtype::complex64;
  const ndarray<std::complex<double>> given(
      expression<std::complex<double>>(graph::make_cast(graph::make_ravel(p), dtype::complex128)));
  const auto [coefficients, zero_roots] =
      strip(std::vector<std::complex<double>>(given.cbegin(), given.cend()));
  const std::ptrdiff_t degree =
      coefficients.empty() ? 0 : static_cast<std::ptrdiff_t>(coefficients.size()) - 1;
  std::vector<std::complex<double>> companion(static_cast<std::size_t>(degree * degree));
  for (std::ptrdiff_t i = 0; i < degree; ++i) {
    companion[static_cast<std::size_t>(i)] =
        -coefficients[static_cast<std::size_t>(i) + 1] / coefficients[0];
    if (i > 0) companion[static_cast<std::size_t>(i * degree + i - 1)] = 1;
  }
  const ndarray<std::complex<double>> matrix = from_host(companion.data(), {degree, degree}, cpu());
  // Real matrices have conjugate pairs of eigenvalues exactly.
  const bool is_real = traits(computing).kind != dtype_kind::complex;
  const dtype own = is_real ? gpu::detail::real_of(computing) : computing;
  const graph::node_ptr narrowed = graph::make_cast(matrix.node(), own);
  const graph::leaf_ptr eigenvalues = eig_of(narrowed, false).first;
  const auto found = expression<std::complex<double>>(
      graph::make_cast(graph::node_ptr(eigenvalues.get()), dtype::complex128));
  ndarray<std::complex<double>> all = zeros<std::complex<double>>({degree + zero_roots}, cpu());
  view(all, range(0, degree)) = found;
  return delivered(all.node(), type, where);
}

void require_weights_of_points(const shape& w, const shape& y) {
  if (w.size() != 1)
    throw shape_error(text_of("expected a 1-d array for weights, not of shape ", w));
  if (w[0] != y[0])
    throw shape_error(
        text_of("expected w and y to have the same length, not ", w[0], " and ", y[0]));
}

void require_points(const shape& x, const shape& y, std::ptrdiff_t degree) {
  if (degree < 0) throw value_error(text_of("expected deg >= 0, not ", degree));
  if (x.size() != 1) throw shape_error(text_of("expected 1D vector for x, not of shape ", x));
  if (x[0] == 0) throw shape_error("expected non-empty vector for x");
  if (y.empty() || y.size() > 2)
    throw shape_error(text_of("expected 1D or 2D array for y, not of shape ", y));
  if (x[0] != y[0])
    throw shape_error(text_of("expected x and y to have same length, not ", x[0], " and ", y[0]));
}

}  // namespace gpu::linalg::detail
