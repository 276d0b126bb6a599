// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <optional>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "linalg/gpu_qr.hpp"
#include "linalg/gpu_solvers.hpp"
#include "linalg/joined_lists.hpp"
#include "vendor/cusolver/cusolver.hpp"

namespace gpu::linalg::detail {
namespace {

using gpu::detail::inexact_of;
using gpu::detail::real_of;
using gpu::detail::swapped;
using graph::leaf_ptr;
using graph::node_ptr;

/// From so many matrices on, reflectors are applied to all at once, one after the other.
constexpr std::ptrdiff_t matrices_threshold = 8;
constexpr std::ptrdiff_t max_reflectors = 64;

/// Waits.
/// @throws linalg_error  the words, and which matrix, if an element is infinite or nan
template <class T>
void require_finite(const matrix_stack& all, const char* otherwise) {
  const expression<T> elements(node_ptr(all.leaf().get()));
  const auto is_bad = any(logical_not(isfinite(elements)), {-2, -1});
  require_success(execute::evaluate(astype<int>(is_bad).node(), all.where()), all, otherwise);
}

/// The matrices, with real diagonals: a Hermitian matrix has no others, whatever is written there.
node_ptr with_real_diagonal(const node_ptr& a) {
  if (traits(a->type).kind != dtype_kind::complex) return a;
  return visit_computing_type(a->type, [&]<class T>(std::type_identity<T>) -> node_ptr {
    if constexpr (std::is_floating_point_v<T>) {
      return a;
    } else {
      const expression<T> elements(a);
      const auto rows = arange<std::int64_t>(a->extents.back(), graph::device_of(a));
      const auto is_diagonal = equal(expand_dims(rows, -1), rows);
      return gpu::where(is_diagonal, astype<T>(real(elements)), elements).node();
    }
  });
}

/// The first `columns` columns of Q: H_1 ... H_k applied to those of the unit matrix, each
/// H_j = 1 - tau_j v_j v_j^H with v_j below the diagonal of column j.
template <class T>
node_ptr q_of_reflectors(const matrix_stack& all, const leaf_ptr& tau, std::ptrdiff_t columns) {
  const expression<T> reflectors(all.node());
  const expression<T> factors(node_ptr(tau.get()));
  const shape extents = joined(all.batch(), {all.rows(), columns});
  const auto rows = expand_dims(arange<std::int64_t>(all.rows(), all.where()), -1);
  ndarray<T> q = broadcast_to(eye<T>(all.rows(), columns, 0, all.where()), extents);
  for (std::ptrdiff_t j = tau->extents.back(); j-- > 0;) {
    const auto below = view(reflectors, ellipsis(), gpu::all(), range(j, j + 1));
    const ndarray<T> v = where(rows > j, below, where(equal(rows, j), T(1), T(0)));
    const auto factor = expand_dims(view(factors, ellipsis(), range(j, j + 1)), -1);
    const ndarray<T> products = sum(conj(v) * q, -2, keepdims);
    q = q - factor * v * products;
  }
  return q.node();
}

template <class T>
node_ptr q_of(const matrix_stack& all, const leaf_ptr& tau, std::ptrdiff_t columns) {
  const std::ptrdiff_t k = tau->extents.back();
  if (all.is_empty() || (all.count() >= matrices_threshold && k <= max_reflectors))
    return q_of_reflectors<T>(all, tau, columns);
  const std::ptrdiff_t given = std::min<std::ptrdiff_t>(columns, all.columns());
  const shape missing = joined(all.batch(), {all.rows(), columns - given});
  const auto first = view(expression<T>(all.node()), ellipsis(), range(0, given));
  const matrix_stack q(
      concatenate(std::vector<expression<T>>{expression<T>(first.node()),
                                             expression<T>(zeros<T>(missing, all.where()).node())},
                  -1)
          .node(),
      all.where());
  gpu_solver_call call(q);
  vendor::orgqr(call.matrices(q), k, call.memory(tau), call.info(), call.stream());
  return q.node();
}

/// Real eigenvectors as LAPACK gives them: for a value with a positive imaginary part the real part
/// of its vector, and in the next column, that of the conjugate value, the imaginary part.
template <class R>
node_ptr complex_vectors(const node_ptr& columns, const leaf_ptr& values) {
  using C = complex<R>;
  const expression<R> given(columns);
  const auto side = expand_dims(imag(expression<C>(node_ptr(values.get()))), -2);
  const auto real_part = where(side < 0, roll(given, 1, -1), given);
  const auto imaginary_part = where(side > 0, roll(given, -1, -1), where(side < 0, -given, 0));
  return (astype<C>(real_part) + C(0, 1) * astype<C>(imaginary_part)).node();
}

}  // namespace

pair_of_leaves qr_on_gpu(const node_ptr& a, qrmode mode) {
  const matrix_stack all(a, graph::device_of(a));
  const std::ptrdiff_t k = std::min(all.rows(), all.columns());
  const dtype type = inexact_of(a->type);
  const leaf_ptr tau = all.vectors(all.type(), k);
  const std::ptrdiff_t columns = mode == qrmode::complete ? all.rows() : k;
  const bool at_once = !all.is_empty() && takes_one_launch(all);
  std::optional<matrix_stack> q;
  if (at_once) {
    if (mode == qrmode::reduced || mode == qrmode::complete)
      q.emplace(all.type(), all.batch(), all.rows(), columns, all.where());
    qr_in_one_launch(all, tau, q ? &*q : nullptr);
  } else if (!all.is_empty()) {
    gpu_solver_call call(all);
    vendor::geqrf(call.matrices(all), call.memory(tau), call.info(), call.stream());
  }
  if (mode == qrmode::raw)
    return {delivered(swapped(all.node(), -1, -2), type, all.where()),
            delivered(node_ptr(tau.get()), type, all.where())};
  return visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) -> pair_of_leaves {
    const auto r = triu(view(expression<T>(all.node()), ellipsis(), range(0, columns), gpu::all()));
    const leaf_ptr upper = delivered(r.node(), type, all.where());
    if (mode == qrmode::r) return {nullptr, upper};
    const node_ptr columns_of_q = q ? q->node() : q_of<T>(all, tau, columns);
    return {delivered(columns_of_q, type, all.where()), upper};
  });
}

pair_of_leaves eigh_on_gpu(const node_ptr& a, char triangle, bool with_vectors) {
  const matrix_stack all(with_real_diagonal(a), graph::device_of(a));
  const leaf_ptr values = all.vectors(real_of(all.type()), all.rows());
  if (!all.is_empty()) {
    gpu_solver_call call(all);
    vendor::syevd(with_vectors, triangle, call.matrices(all), call.memory(values), call.info(),
                  call.stream());
    require_success(call.info_leaf(), all, "Eigenvalues did not converge");
  }
  const dtype type = inexact_of(a->type);
  return {delivered(node_ptr(values.get()), real_of(type), all.where()),
          with_vectors ? delivered(all.node(), type, all.where()) : nullptr};
}

pair_of_leaves eig_on_gpu(const node_ptr& a, bool with_vectors) {
  const matrix_stack all(a, graph::device_of(a));
  const bool is_wide = real_of(all.type()) == dtype::float64;
  const dtype type = is_wide ? dtype::complex128 : dtype::complex64;
  const leaf_ptr values = all.vectors(type, all.rows());
  return visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) -> pair_of_leaves {
    const matrix_stack right(all.type(), all.batch(), all.rows(), all.rows(), all.where());
    if (!all.is_empty()) {
      require_finite<T>(all, "Array must not contain infs or NaNs");
      gpu_solver_call call(all);
      vendor::geev(call.matrices(all), call.memory(values),
                   with_vectors ? call.memory(right.leaf()) : nullptr, call.info(), call.stream());
      require_success(call.info_leaf(), all, "Eigenvalues did not converge");
    }
    leaf_ptr found;
    if (with_vectors) {
      node_ptr columns = right.node();
      if constexpr (std::is_floating_point_v<T>) columns = complex_vectors<T>(columns, values);
      found = delivered(columns, type, all.where());
    }
    return {values, found};
  });
}

three_leaves svd_on_gpu(const node_ptr& a, char job) {
  require_matrices(a->extents);
  // cuSOLVER takes matrices with at least as many rows as columns: A^T = U S V^H of others gives
  // A = conj(V) S U^T.
  const bool is_transposed = a->extents[a->extents.size() - 2] < a->extents.back();
  const matrix_stack all(is_transposed ? swapped(a, -1, -2) : a, graph::device_of(a));
  const std::ptrdiff_t m = all.rows();
  const std::ptrdiff_t n = all.columns();
  const bool has_vectors = job != 'N';
  const bool at_once = all.count() > 1 && m <= vendor::gesvdj_limit;
  const dtype type = inexact_of(a->type);
  const device where = all.where();
  const leaf_ptr values = all.vectors(real_of(all.type()), n);
  const std::ptrdiff_t u_columns = job == 'A' || at_once ? m : n;
  return visit_computing_type(all.type(), [&]<class T>(std::type_identity<T>) -> three_leaves {
    const bool is_written = has_vectors || at_once;
    const matrix_stack u(all.type(), all.batch(), m, is_written ? u_columns : 0, where);
    const matrix_stack v(all.type(), all.batch(), is_written ? n : 0, n, where);
    if (!all.is_empty()) {
      require_finite<T>(all, "SVD did not converge");
      gpu_solver_call call(all);
      if (at_once)
        vendor::gesvdj_batched(has_vectors, call.matrices(all), call.memory(values),
                               call.memory(u.leaf()), call.memory(v.leaf()), call.info(),
                               call.stream());
      else
        vendor::gesvd(job, call.matrices(all), call.memory(values), call.memory(u.leaf()),
                      call.memory(v.leaf()), call.info(), call.stream());
      require_success(call.info_leaf(), all, "SVD did not converge");
    }
    const leaf_ptr s = delivered(node_ptr(values.get()), real_of(type), where);
    if (!has_vectors) return {nullptr, s, nullptr};
    expression<T> left(u.node());
    expression<T> right(v.node());
    if (all.is_empty()) {  // nothing was computed
      shape extents = u.node()->extents;
      extents[extents.size() - 1] = job == 'A' ? m : n;
      left = expression<T>(broadcast_to(eye<T>(m, extents.back(), 0, where), extents).node());
      right = expression<T>(broadcast_to(eye<T>(n, n, 0, where), v.node()->extents).node());
    } else if (at_once) {
      if (job == 'S') left = expression<T>(view(left, ellipsis(), range(0, n)).node());
      right = expression<T>(matrix_transpose(conj(right)).node());
    }
    const node_ptr first = is_transposed ? swapped(right.node(), -1, -2) : left.node();
    const node_ptr last = is_transposed ? swapped(left.node(), -1, -2) : right.node();
    return {delivered(first, type, where), s, delivered(last, type, where)};
  });
}

least_squares lstsq_on_gpu(const node_ptr& a, const node_ptr& b, std::optional<double> cutoff,
                           dtype type) {
  const std::ptrdiff_t m = a->extents[0];
  const std::ptrdiff_t n = a->extents[1];
  const dtype computing = computing_type(type);
  const node_ptr matrix = graph::make_cast(a, computing);
  const three_leaves parts = svd_on_gpu(matrix, 'S');
  const device where = graph::device_of(a);
  return visit_computing_type(computing, [&]<class T>(std::type_identity<T>) {
    using R = element_t<real_of(dtype_of<T>)>;
    const expression<R> s(node_ptr(parts.second.get()));
    const expression<T> known(graph::make_cast(b, computing));
    const double precision = sizeof(R) == 8 ? 0x1p-52 : 0x1p-23;
    const double relative = cutoff.value_or(precision * static_cast<double>(std::max(m, n)));
    // As LAPACK's gelsd.
    const auto limit = static_cast<R>(relative > 0 && relative < 1 ? relative : precision / 2);
    const ndarray<bool> counts = s > limit * max(s, keepdims, initial(0));
    const ndarray<R> inverse = gpu::where(counts, 1 / gpu::where(counts, s, 1), 0);
    const expression<T> u(node_ptr(parts.first.get()));
    const expression<T> vh(node_ptr(parts.third.get()));
    const auto parts_of_b = matmul(matrix_transpose(conj(u)), known);
    const ndarray<T> x =
        matmul(matrix_transpose(conj(vh)), expand_dims(astype<T>(inverse), -1) * parts_of_b);
    least_squares found{};
    found.rank = count_nonzero(counts).item();
    ndarray<R> residuals = empty<R>({0}, where);
    if (m > n && found.rank == n) {
      const auto rest = abs(known - matmul(expression<T>(matrix), x));
      residuals = sum(rest * rest, 0);
    }
    found.x = delivered(x.node(), type, where);
    found.residuals = delivered(residuals.node(), real_of(type), where);
    found.s = delivered(s.node(), real_of(type), where);
    return found;
  });
}

}  // namespace gpu::linalg::detail
