// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/decompositions.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "linalg/gpu_solvers.hpp"
#include "linalg/matrix_stack.hpp"
#include "vendor/cusolver/cusolver.hpp"
#include "vendor/lapack/lapack.hpp"

namespace gpu::linalg::detail {
namespace {

using gpu::detail::inexact_of;
using gpu::detail::real_of;
using graph::leaf_ptr;
using graph::node_ptr;

template <class T>
T* vector_at(const leaf_ptr& leaf, std::ptrdiff_t number) {
  return static_cast<T*>(leaf->block->data()) + leaf->offset + number * leaf->extents.back();
}

[[noreturn]] void throw_no_convergence(const char* what, const matrix_stack& all,
                                       std::ptrdiff_t number) {
  throw linalg_error(what + (" did not converge" + place_in_stack(all, number)));
}

template <class T>
bool is_finite(const T& x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isfinite(x);
  else
    return std::isfinite(x.real()) && std::isfinite(x.imag());
}

/// R of what geqrf gives: zeros below the diagonal, of so many rows.
template <class T>
void copy_upper(const T* from, std::ptrdiff_t from_rows, T* to, std::ptrdiff_t rows,
                std::ptrdiff_t columns) {
  for (std::ptrdiff_t column = 0; column < columns; ++column)
    for (std::ptrdiff_t row = 0; row < rows; ++row)
      to[column * rows + row] = row <= column ? from[column * from_rows + row] : T(0);
}

/// Columns of the unit matrix.
template <class T>
void copy_unit(T* to, std::ptrdiff_t rows, std::ptrdiff_t columns) {
  for (std::ptrdiff_t i = 0; i < rows * columns; ++i) to[i] = T(i % (rows + 1) == 0 ? 1 : 0);
}

}  // namespace

pair_of_leaves qr_of(const node_ptr& a, qrmode mode) {
  if (solver_device(a).is_gpu()) return qr_on_gpu(a, mode);
  const matrix_stack all(a);
  const int m = all.rows();
  const int n = all.columns();
  const int k = std::min(m, n);
  const dtype type = inexact_of(a->type);
  const device where = graph::device_of(a);
  const int q_columns = mode == qrmode::complete ? m : k;
  const matrix_stack q(all.type(), all.batch(), m, q_columns);
  const matrix_stack r(all.type(), all.batch(), q_columns, n);
  const leaf_ptr factors = all.vectors(all.type(), k);
  visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    for (std::ptrdiff_t i = 0; i < all.count(); ++i) {
      T* const matrix = all.at<T>(i);
      T* const tau = vector_at<T>(factors, i);
      static_cast<void>(vendor::geqrf(m, n, matrix, tau));
      if (mode == qrmode::raw) continue;
      copy_upper(matrix, m, r.at<T>(i), q_columns, n);
      if (mode == qrmode::r) continue;
      const std::ptrdiff_t given = static_cast<std::ptrdiff_t>(m) * std::min(q_columns, n);
      std::copy_n(matrix, given, q.at<T>(i));
      static_cast<void>(vendor::orgqr(m, q_columns, k, q.at<T>(i), tau));
    }
  });
  if (mode == qrmode::raw)
    return {delivered(gpu::detail::swapped(all.node(), -1, -2), type, where),
            delivered(node_ptr(factors.get()), type, where)};
  return {mode == qrmode::r ? nullptr : delivered(q.node(), type, where),
          delivered(r.node(), type, where)};
}

pair_of_leaves eigh_of(const node_ptr& a, char triangle, bool with_vectors) {
  require_square(a->extents);
  if (solver_device(a).is_gpu()) return eigh_on_gpu(a, triangle, with_vectors);
  const matrix_stack all(a);
  const leaf_ptr values = all.vectors(real_of(all.type()), all.rows());
  visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    for (std::ptrdiff_t i = 0; i < all.count(); ++i)
      if (vendor::heevd(with_vectors, triangle, all.rows(), all.at<T>(i),
                        vector_at<vendor::real_part_t<T>>(values, i)) > 0)
        throw_no_convergence("Eigenvalues", all, i);
  });
  const dtype type = inexact_of(a->type);
  const device where = graph::device_of(a);
  return {delivered(node_ptr(values.get()), real_of(type), where),
          with_vectors ? delivered(all.node(), type, where) : nullptr};
}

pair_of_leaves eig_of(const node_ptr& a, bool with_vectors) {
  require_square(a->extents);
  if (solver_device(a).is_gpu() && vendor::has_geev()) return eig_on_gpu(a, with_vectors);
  const matrix_stack all(a);
  const bool is_wide = real_of(all.type()) == dtype::float64;
  const dtype type = is_wide ? dtype::complex128 : dtype::complex64;
  const leaf_ptr values = all.vectors(type, all.rows());
  const matrix_stack right(type, all.batch(), all.rows(), all.rows());
  visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    using C = complex<vendor::real_part_t<T>>;
    const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(all.rows()) * all.rows();
    for (std::ptrdiff_t i = 0; i < all.count(); ++i) {
      T* const matrix = all.at<T>(i);
      if (!std::all_of(matrix, matrix + size, is_finite<T>))
        throw linalg_error("Array must not contain infs or NaNs" + place_in_stack(all, i));
      if (vendor::geev(all.rows(), matrix, vector_at<C>(values, i),
                       with_vectors ? right.at<C>(i) : nullptr) > 0)
        throw_no_convergence("Eigenvalues", all, i);
    }
  });
  const device where = graph::device_of(a);
  return {delivered(node_ptr(values.get()), type, where),
          with_vectors ? delivered(right.node(), type, where) : nullptr};
}

three_leaves svd_of(const node_ptr& a, char job) {
  if (solver_device(a).is_gpu()) return svd_on_gpu(a, job);
  const matrix_stack all(a);
  const int m = all.rows();
  const int n = all.columns();
  const int k = std::min(m, n);
  const matrix_stack u(all.type(), all.batch(), m, job == 'A' ? m : job == 'S' ? k : 0);
  const matrix_stack vh(all.type(), all.batch(), job == 'A' ? n : job == 'S' ? k : 0, n);
  const leaf_ptr values = all.vectors(real_of(all.type()), k);
  visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) {
    for (std::ptrdiff_t i = 0; i < all.count(); ++i) {
      T* const matrix = all.at<T>(i);
      const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(m) * n;
      if (size == 0) {  // LAPACK writes nothing
        copy_unit(u.at<T>(i), u.rows(), u.columns());
        copy_unit(vh.at<T>(i), vh.rows(), vh.columns());
        continue;
      }
      if (!std::all_of(matrix, matrix + size, is_finite<T>) ||
          vendor::gesdd(job, m, n, matrix, vector_at<vendor::real_part_t<T>>(values, i), u.at<T>(i),
                        vh.at<T>(i)) > 0)
        throw_no_convergence("SVD", all, i);
    }
  });
  const dtype type = inexact_of(a->type);
  const device where = graph::device_of(a);
  const bool has_vectors = job != 'N';
  return {has_vectors ? delivered(u.node(), type, where) : nullptr,
          delivered(node_ptr(values.get()), real_of(type), where),
          has_vectors ? delivered(vh.node(), type, where) : nullptr};
}

namespace {

/// The sums of the squared magnitudes of the elements from row `first` on, of columns of `rows`
/// elements.
template <class T>
void add_squares(const T* columns, std::ptrdiff_t count, std::ptrdiff_t first, std::ptrdiff_t rows,
                 vendor::real_part_t<T>* sums) {
  for (std::ptrdiff_t column = 0; column < count; ++column) {
    sums[column] = 0;
    for (std::ptrdiff_t row = first; row < rows; ++row) {
      const T& value = columns[column * rows + row];
      if constexpr (std::is_same_v<T, vendor::real_part_t<T>>)
        sums[column] += value * value;
      else
        sums[column] += value.real() * value.real() + value.imag() * value.imag();
    }
  }
}

/// By LAPACK's divide and conquer. Both are matrices; `x` has a column for each of b.
/// @param type  of the results
least_squares lstsq_on_host(const node_ptr& a, const node_ptr& b, std::optional<double> cutoff,
                            dtype type) {
  const std::ptrdiff_t m = a->extents[0];
  const std::ptrdiff_t n = a->extents[1];
  const std::ptrdiff_t columns = b->extents[1];
  const std::ptrdiff_t rows = std::max(m, n);
  const dtype computing = computing_type(type);
  const matrix_stack matrix(graph::make_cast(a, computing));
  const matrix_stack known(graph::make_cast(b, computing));
  const matrix_stack x(computing, {}, rows, columns);
  const matrix_stack solution(computing, {}, n, columns);
  const dtype real = real_of(computing);
  const leaf_ptr values = gpu::detail::uninitialised_leaf(real, {std::min(m, n)}, cpu());
  leaf_ptr residuals = gpu::detail::uninitialised_leaf(real, {0}, cpu());
  least_squares found{};
  visit_computing_type(computing, [&]<class T>(std::type_identity<T>) {
    using R = vendor::real_part_t<T>;
    const double precision = sizeof(R) == 8 ? 0x1p-52 : 0x1p-23;
    const auto limit = static_cast<R>(cutoff.value_or(precision * static_cast<double>(rows)));
    // Without columns there are singular values, too.
    std::vector<T> one_column(columns == 0 ? static_cast<std::size_t>(rows) : 0, T(0));
    T* const to_solve = columns == 0 ? one_column.data() : x.at<T>(0);
    for (std::ptrdiff_t column = 0; column < columns; ++column) {
      T* const to = x.at<T>(0) + column * rows;
      std::copy_n(known.at<T>(0) + column * m, m, to);
      std::fill(to + m, to + rows, T(0));
    }
    int rank = 0;
    const T* const elements = matrix.at<T>(0);
    if (!std::all_of(elements, elements + m * n, is_finite<T>) ||
        vendor::gelsd(static_cast<int>(m), static_cast<int>(n),
                      static_cast<int>(std::max<std::ptrdiff_t>(columns, 1)), matrix.at<T>(0),
                      to_solve, vector_at<R>(values, 0), limit, &rank) > 0)
      throw linalg_error("SVD did not converge in Linear Least Squares");
    found.rank = rank;
    for (std::ptrdiff_t column = 0; column < columns; ++column)
      std::copy_n(x.at<T>(0) + column * rows, n, solution.at<T>(0) + column * n);
    if (m <= n || rank < n) return;
    residuals = gpu::detail::uninitialised_leaf(real, {columns}, cpu());
    add_squares(x.at<T>(0), columns, n, m, vector_at<R>(residuals, 0));
  });
  const device where = graph::device_of(a);
  found.x = delivered(solution.node(), type, where);
  found.residuals = delivered(node_ptr(residuals.get()), real_of(type), where);
  found.s = delivered(node_ptr(values.get()), real_of(type), where);
  return found;
}

}  // namespace

least_squares lstsq_of(const node_ptr& a, const node_ptr& b, std::optional<double> cutoff) {
  require_one_device(a, b);
  const auto require_two = [](const node_ptr& x) {
    if (x->extents.size() != 2)
      throw linalg_error(
          text_of(x->extents.size(), "-dimensional array given. Array must be two-dimensional"));
  };
  const bool is_vector = b->extents.size() == 1;
  const node_ptr right = is_vector ? gpu::detail::expanded(b, {1}) : b;
  require_two(a);
  require_two(right);
  if (a->extents[0] != right->extents[0])
    throw linalg_error(text_of("Incompatible dimensions: ", a->extents, " and ", b->extents));
  const dtype type = inexact_of(promote_types(a->type, b->type));
  least_squares found = solver_device(a).is_gpu() ? lstsq_on_gpu(a, right, cutoff, type)
                                                  : lstsq_on_host(a, right, cutoff, type);
  if (is_vector)
    found.x =
        delivered(gpu::detail::squeezed(node_ptr(found.x.get()), {-1}), type, graph::device_of(a));
  return found;
}

qrmode mode_of(const std::string& name) {
  if (name == "reduced") return qrmode::reduced;
  if (name == "complete") return qrmode::complete;
  if (name == "r") return qrmode::r;
  if (name == "raw") return qrmode::raw;
  throw value_error(text_of("Unrecognized mode '", name, "'"));
}

}  // namespace gpu::linalg::detail
