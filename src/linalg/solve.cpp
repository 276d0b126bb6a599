// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/solve.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/operand_checks.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "linalg/gpu_solvers.hpp"
#include "linalg/linear_system.hpp"
#include "linalg/lu_decomposition.hpp"
#include "linalg/matrix_stack.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::linalg::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

/// What becomes of a singular matrix on the host: an error, or solutions that are nan.
enum class if_singular { refuse, give_nan };

constexpr int max_small_rows = 16;

/// Whether a system is solved here: LAPACK may start threads for each, however small it is. It
/// solves for one column without them.
bool is_small(const matrix_stack& b) {
  return b.columns() > 1 && b.rows() <= max_small_rows &&
         b.columns() <= max_small_rows * max_small_rows / std::max(b.rows(), 1);
}

/// Overwrites one column of b with a solution, given what `getrf` gave and the reciprocals of the
/// diagonal, by which BLAS multiplies, too.
template <class T>
void substitute(std::ptrdiff_t n, const T* lu, const int* pivots, const T* reciprocals, T* x) {
  for (std::ptrdiff_t i = 0; i < n; ++i) std::swap(x[i], x[pivots[i] - 1]);
  for (std::ptrdiff_t i = 0; i < n; ++i)
    for (std::ptrdiff_t k = i + 1; k < n; ++k) x[k] = x[k] - lu[i * n + k] * x[i];
  for (std::ptrdiff_t i = n; i-- > 0;) {
    x[i] = x[i] * reciprocals[i];
    for (std::ptrdiff_t k = 0; k < i; ++k) x[k] = x[k] - lu[i * n + k] * x[i];
  }
}

/// As `vendor::getrs`.
template <class T>
void solve_small(std::ptrdiff_t n, std::ptrdiff_t columns, const T* lu, const int* pivots, T* x) {
  std::array<T, max_small_rows> reciprocals;
  for (std::ptrdiff_t i = 0; i < n; ++i)
    reciprocals[static_cast<std::size_t>(i)] = T(1) / lu[i * (n + 1)];
  for (std::ptrdiff_t column = 0; column < columns; ++column)
    substitute(n, lu, pivots, reciprocals.data(), x + column * n);
}

/// Overwrites b with the solutions, on the host.
void solve_in_place(const matrix_stack& a, const matrix_stack& b,
                    if_singular then = if_singular::refuse) {
  const bool small = is_small(b);
  visit_computing_type(a.type(), [&]<class T>(std::type_identity<T>) {
    decompose_lu<T>(a, [&](std::ptrdiff_t i, int info, const std::vector<int>& pivots) {
      if (info > 0 && then == if_singular::refuse)
        throw linalg_error("Singular matrix" + place_in_stack(a, i));
      if (info > 0) {
        const auto count = static_cast<std::ptrdiff_t>(b.rows()) * b.columns();
        std::fill_n(b.at<T>(i), count, T(std::numeric_limits<vendor::real_part_t<T>>::quiet_NaN()));
        return;
      }
      if (small)
        solve_small(b.rows(), b.columns(), a.at<T>(i), pivots.data(), b.at<T>(i));
      else
        static_cast<void>(
            vendor::getrs(a.rows(), b.columns(), a.at<T>(i), pivots.data(), b.at<T>(i)));
    });
  });
}

std::ptrdiff_t product_of(const shape& extents, std::size_t first, std::size_t last) {
  std::ptrdiff_t product = 1;
  for (std::size_t axis = first; axis < last; ++axis) product *= extents[axis];
  return product;
}

}  // namespace

leaf_ptr cholesky_leaf(const node_ptr& a, bool upper) {
  require_square(a->extents);
  if (solver_device(a).is_gpu()) return cholesky_on_gpu(a, upper);
  const matrix_stack all(a);
  const char triangle = upper ? 'U' : 'L';
  visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    const int n = all.rows();
    for (std::ptrdiff_t i = 0; i < all.count(); ++i) {
      T* const matrix = all.at<T>(i);
      if (vendor::potrf(triangle, n, matrix) > 0)
        throw linalg_error("Matrix is not positive definite" + place_in_stack(all, i));
      for (std::ptrdiff_t column = 0; column < n; ++column)
        for (std::ptrdiff_t row = 0; row < n; ++row)
          if (upper ? row > column : row < column) matrix[column * n + row] = T(0);
    }
  });
  return delivered(all.node(), gpu::detail::inexact_of(a->type), graph::device_of(a));
}

leaf_ptr solve_leaf(const node_ptr& a, const node_ptr& b) {
  const dtype type = gpu::detail::inexact_of(promote_types(a->type, b->type));
  const linear_system system("solve", a, b, solver_device(a));
  if (system.a().where().is_gpu())
    solve_on_gpu(system.a(), system.b());
  else
    solve_in_place(system.a(), system.b());
  return delivered(system.solution(), type, graph::device_of(a));
}

leaf_ptr inverse_leaf(const node_ptr& a, bool nan_if_singular) {
  require_square(a->extents);
  if (solver_device(a).is_gpu()) return inverse_on_gpu(a, nan_if_singular);
  const leaf_ptr one = gpu::detail::make_eye(computing_type(a->type), a->extents.back(),
                                             a->extents.back(), 0, cpu());
  const matrix_stack right(graph::make_broadcast(node_ptr(one.get()), a->extents));
  solve_in_place(matrix_stack(a), right,
                 nan_if_singular ? if_singular::give_nan : if_singular::refuse);
  return delivered(right.node(), gpu::detail::inexact_of(a->type), graph::device_of(a));
}

leaf_ptr tensorsolve_leaf(const node_ptr& a, const node_ptr& b, const reduction_axes& axes) {
  node_ptr moved = a;
  if (!axes.is_all()) {
    gpu::detail::axes_list order = gpu::detail::every_axis(a->extents.size());
    for (const std::ptrdiff_t axis : axes.list()) {
      const auto number =
          static_cast<std::ptrdiff_t>(normalize_axis_index(axis, a->extents.size()));
      std::erase(order, number);
      order.push_back(number);
    }
    moved = gpu::detail::transposed(a, order);
  }
  const std::size_t rank = b->extents.size();
  const std::size_t first = std::min(rank, moved->extents.size());
  const shape unknowns(moved->extents.begin() + static_cast<std::ptrdiff_t>(first),
                       moved->extents.end());
  const std::ptrdiff_t columns = element_count(unknowns);
  if (product_of(moved->extents, 0, first) != columns || element_count(b->extents) != columns)
    throw linalg_error(
        text_of("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == "
                "prod(a.shape[:b.ndim]), not ",
                moved->extents, " and ", b->extents));
  const leaf_ptr solution =
      solve_leaf(graph::make_reshape(moved, {columns, columns}), graph::make_reshape(b, {columns}));
  return delivered(graph::make_reshape(node_ptr(solution.get()), unknowns), solution->type,
                   graph::device_of(a));
}

leaf_ptr tensor_inverse_leaf(const node_ptr& a, std::ptrdiff_t ind) {
  if (ind <= 0) throw value_error(text_of("Invalid ind argument: ", ind));
  const std::size_t rank = a->extents.size();
  const std::size_t first = std::min(static_cast<std::size_t>(ind), rank);
  const std::ptrdiff_t rows = product_of(a->extents, 0, first);
  const std::ptrdiff_t columns = product_of(a->extents, first, rank);
  const leaf_ptr inverse = inverse_leaf(graph::make_reshape(a, {rows, columns}));
  shape extents;
  for (std::size_t axis = first; axis < rank; ++axis) extents.push_back(a->extents[axis]);
  for (std::size_t axis = 0; axis < first; ++axis) extents.push_back(a->extents[axis]);
  return delivered(graph::make_reshape(node_ptr(inverse.get()), extents), inverse->type,
                   graph::device_of(a));
}

}  // namespace gpu::linalg::detail
