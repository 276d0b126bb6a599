// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of matrices, or of stacks of them: QR, eigenvalues, singular values, and what
// follows from these. When and where they compute, dtypes and errors: <gpu/linalg/solve.hpp>.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/named_results.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/norm.hpp>
#include <gpu/linalg/solve.hpp>
#include <gpu/linalg/triangle.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

namespace gpu::linalg {

/// How much of Q there is: as many columns as A has rows or columns, whichever are fewer; all;
/// none; or what LAPACK's geqrf gives.
enum class qrmode { reduced, complete, r, raw };

/// Whether matrices are Hermitian, or symmetric if real, of which then only the lower triangle is
/// read: NumPy's `hermitian=`.
struct hermitian_option {
  bool is_hermitian;
  [[nodiscard]] constexpr hermitian_option operator()(bool value) const noexcept { return {value}; }
};
inline constexpr hermitian_option hermitian{true};

namespace detail {

template <class A>
using complex_t = typename inexact_element<A>::complex;

/// No elements, in place of a matrix that is not asked for.
/// @param like  gives the dtype if it is known at run time only
template <class T>
[[nodiscard]] array_or_any<T> no_matrix(const graph::leaf_ptr& like) {
  if constexpr (std::is_void_v<T>)
    return array_of_leaf<T>(gpu::detail::uninitialised_leaf(like->type, {0}, current_device()));
  else
    return ndarray<T>();
}

struct pair_of_leaves {
  graph::leaf_ptr first, second;
};
struct three_leaves {
  graph::leaf_ptr first, second, third;
};

[[nodiscard]] pair_of_leaves qr_of(const graph::node_ptr& a, qrmode mode);
/// The eigenvectors are null unless they are wanted.
[[nodiscard]] pair_of_leaves eigh_of(const graph::node_ptr& a, char triangle, bool vectors);
[[nodiscard]] pair_of_leaves eig_of(const graph::node_ptr& a, bool vectors);
/// @param job  'A' all, 'S' as many vectors as singular values, 'N' none, and then no U and V
[[nodiscard]] three_leaves svd_of(const graph::node_ptr& a, char job);
/// The same of Hermitian matrices, by their eigenvalues.
[[nodiscard]] three_leaves hermitian_svd_of(const graph::node_ptr& a, bool vectors);

struct least_squares {
  graph::leaf_ptr x, residuals, s;
  std::int64_t rank;
};
[[nodiscard]] least_squares lstsq_of(const graph::node_ptr& a, const graph::node_ptr& b,
                                     std::optional<double> cutoff);

/// @throws value_error  "Unrecognized mode 'full'"
[[nodiscard]] qrmode mode_of(const std::string& name);
[[nodiscard]] inline qrmode mode_of(qrmode mode) {
  return mode;
}

}  // namespace detail

/// NumPy's `QRResult`.
template <class T>
struct qr_result {
  detail::array_or_any<T>
      Q;  ///< no elements with `qrmode::r`; with `raw` LAPACK's matrix, transposed
  detail::array_or_any<T> R;  ///< with `raw` the factors of the reflectors

  /// For `std::tie(q, r) = qr(a)`.
  operator std::tuple<detail::array_or_any<T>&, detail::array_or_any<T>&>() { return {Q, R}; }
  static constexpr auto parts() { return std::tuple(&qr_result::Q, &qr_result::R); }
};
/// A = Q R with Q^H Q = 1 and R upper triangular. `numpy.linalg.qr`.
/// @param mode  a `qrmode`, or "reduced", "complete", "r", "raw"
/// @shape   (..., m, n) -> (..., m, k), (..., k, n)
/// @throws  value_error  "Unrecognized mode 'full'"
template <array_like A, class Mode = qrmode>
[[nodiscard]] auto qr(const A& a, const Mode& mode = qrmode::reduced) {
  using T = detail::inexact_t<A>;
  const qrmode chosen = detail::mode_of(mode);
  detail::pair_of_leaves both = detail::qr_of(a.node(), chosen);
  return qr_result<T>{chosen == qrmode::r ? detail::no_matrix<T>(both.second)
                                          : detail::array_of_leaf<T>(both.first),
                      detail::array_of_leaf<T>(both.second)};
}

/// NumPy's `EighResult` and `EigResult`.
template <class Value, class Vector>
struct eigen_result {
  detail::array_or_any<Value> eigenvalues;
  detail::array_or_any<Vector> eigenvectors;  ///< its columns, of length 1

  /// For `std::tie(w, v) = eigh(a)`.
  operator std::tuple<detail::array_or_any<Value>&, detail::array_or_any<Vector>&>() {
    return {eigenvalues, eigenvectors};
  }
  static constexpr auto parts() {
    return std::tuple(&eigen_result::eigenvalues, &eigen_result::eigenvectors);
  }
};
/// Ascending eigenvalues and the eigenvectors of Hermitian or symmetric matrices, of which only one
/// triangle is read, and the real parts of the diagonal. `numpy.linalg.eigh`.
/// @param uplo  which one: 'L' or 'U', or "L" or "U", or a `triangle`
/// @shape   (..., m, m) -> (..., m), (..., m, m)
/// @throws  linalg_error  "Eigenvalues did not converge"
/// @throws  value_error   "UPLO argument must be 'L' or 'U', not 'X'"
template <array_like A>
[[nodiscard]] auto eigh(const A& a, const triangle_name& uplo = triangle::lower) {
  detail::pair_of_leaves both = detail::eigh_of(a.node(), uplo.letter(), true);
  return eigen_result<detail::real_t<A>, detail::inexact_t<A>>{
      detail::array_of_leaf<detail::real_t<A>>(both.first),
      detail::array_of_leaf<detail::inexact_t<A>>(both.second)};
}
/// The eigenvalues alone. `numpy.linalg.eigvalsh`.
template <array_like A>
[[nodiscard]] auto eigvalsh(const A& a, const triangle_name& uplo = triangle::lower) {
  return detail::array_of_leaf<detail::real_t<A>>(
      detail::eigh_of(a.node(), uplo.letter(), false).first);
}
/// Eigenvalues, in no order, and eigenvectors of any square matrices; always complex, where NumPy
/// gives real arrays if it can. `numpy.linalg.eig`.
/// @shape   (..., m, m) -> (..., m), (..., m, m)
/// @dtype   complex64 or complex128
/// @throws  linalg_error  "Eigenvalues did not converge", "Array must not contain infs or NaNs"
template <array_like A>
[[nodiscard]] auto eig(const A& a) {
  using T = detail::complex_t<A>;
  detail::pair_of_leaves both = detail::eig_of(a.node(), true);
  return eigen_result<T, T>{detail::array_of_leaf<T>(both.first),
                            detail::array_of_leaf<T>(both.second)};
}
template <array_like A>
[[nodiscard]] auto eigvals(const A& a) {
  return detail::array_of_leaf<detail::complex_t<A>>(detail::eig_of(a.node(), false).first);
}

/// NumPy's `SVDResult`.
template <class T, class R>
struct svd_result {
  detail::array_or_any<T> U;
  detail::array_or_any<R> S;  ///< descending
  detail::array_or_any<T> Vh;

  /// For `std::tie(u, s, vh) = svd(a)`.
  operator std::tuple<detail::array_or_any<T>&, detail::array_or_any<R>&,
                      detail::array_or_any<T>&>() {
    return {U, S, Vh};
  }
  static constexpr auto parts() {
    return std::tuple(&svd_result::U, &svd_result::S, &svd_result::Vh);
  }
};
/// A = U S V^H. `numpy.linalg.svd`.
/// @param compute_uv  without it U and Vh have no elements
/// @param symmetry    `hermitian`: of Hermitian matrices, by their eigenvalues
/// @shape   (..., m, n) -> (..., m, m), (..., k), (..., n, n) with k = min(m, n); without
///          `full_matrices` (..., m, k), (..., k), (..., k, n)
/// @throws  linalg_error  "SVD did not converge"
template <array_like A>
[[nodiscard]] auto svd(const A& a, strict_bool full_matrices = true, strict_bool compute_uv = true,
                       hermitian_option symmetry = {false}) {
  using T = detail::inexact_t<A>;
  const char job = !compute_uv ? 'N' : full_matrices ? 'A' : 'S';
  detail::three_leaves all = symmetry.is_hermitian ? detail::hermitian_svd_of(a.node(), compute_uv)
                                                   : detail::svd_of(a.node(), job);
  const auto vectors = [&](const graph::leaf_ptr& leaf) {
    return compute_uv ? detail::array_of_leaf<T>(leaf) : detail::no_matrix<T>(all.second);
  };
  return svd_result<T, detail::real_t<A>>{
      vectors(all.first), detail::array_of_leaf<detail::real_t<A>>(all.second), vectors(all.third)};
}
/// The singular values alone, descending. `numpy.linalg.svdvals`.
template <array_like A>
[[nodiscard]] auto svdvals(const A& a) {
  return detail::array_of_leaf<detail::real_t<A>>(detail::svd_of(a.node(), 'N').second);
}

/// What `lstsq` returns.
template <class T, class R>
struct lstsq_result {
  detail::array_or_any<T> x;
  detail::array_or_any<R>
      residuals;  ///< sums of squares for each column; none unless m > n and the rank is n
  std::int64_t rank;
  detail::array_or_any<R> s;  ///< the singular values of a

  /// For `std::tie(x, residuals, rank, s) = lstsq(a, b)`.
  operator std::tuple<detail::array_or_any<T>&, detail::array_or_any<R>&, std::int64_t&,
                      detail::array_or_any<R>&>() {
    return {x, residuals, rank, s};
  }
  static constexpr auto parts() {
    return std::tuple(&lstsq_result::x, &lstsq_result::residuals, &lstsq_result::rank,
                      &lstsq_result::s);
  }
};
/// The x of least norm that minimises the norm of b - a x. `numpy.linalg.lstsq`.
/// @param rcond  singular values below `rcond` times the largest count as 0; by default the
///               precision times max(m, n); half of the precision if not between 0 and 1
/// @shape   (m, n), (m,) or (m, k) -> x: (n,) or (n, k)
/// @throws  linalg_error  "Incompatible dimensions", "SVD did not converge in Linear Least Squares"
template <array_like A, array_like B>
[[nodiscard]] auto lstsq(const A& a, const B& b, std::optional<double> rcond = std::nullopt) {
  using T = detail::inexact_t<A, B>;
  using R = detail::real_t<A, B>;
  detail::least_squares found = detail::lstsq_of(a.node(), b.node(), rcond);
  return lstsq_result<T, R>{detail::array_of_leaf<T>(found.x),
                            detail::array_of_leaf<R>(found.residuals), found.rank,
                            detail::array_of_leaf<R>(found.s)};
}

/// The same of vectors of numbers on the host.
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B, class... Options>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto lstsq(const A& a, const B& b, const Options&... options) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return lstsq(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where), options...);
}

/// The condition numbers with regard to a norm: 2 or -2 (of which none is the first) the ratio of
/// singular values, of others norm(x) norm(inv(x)); infinity of singular matrices.
/// `numpy.linalg.cond`.
/// @shape   (..., m, n) -> (...), square for other norms than 2 and -2
/// @throws  linalg_error  "cond is not defined on empty arrays"
template <typed_array A>
[[nodiscard]] auto cond(const A& x, const norm_order& p = std::nullopt) {
  using R = detail::real_t<A>;
  const auto& extents = x.read_node()->extents;
  const std::size_t rank = extents.size();
  if (rank >= 2 && (extents[rank - 1] == 0 || extents[rank - 2] == 0))
    throw linalg_error("cond is not defined on empty arrays");
  const bool is_usual = p.name().empty() && !p.number();
  ndarray<R> ratio;
  if (is_usual || p.number() == 2.0 || p.number() == -2.0) {
    const auto s = svdvals(x);
    const auto largest = take(s, 0, -1);
    const auto least = take(s, -1, -1);
    ratio = p.number() == -2.0 ? least / largest : largest / least;
  } else {
    const ndarray<detail::inexact_t<A>> inverse(detail::inverse_leaf(x.node(), true));
    ratio = norm(x, p, {-2, -1}) * norm(inverse, p, {-2, -1});
  }
  // Of singular matrices; nan is left to matrices that have one.
  const auto is_infinite = isnan(ratio) && !any(isnan(astype<detail::inexact_t<A>>(x)), {-2, -1});
  return ndarray<R>(where(is_infinite, std::numeric_limits<double>::infinity(), ratio));
}
template <gpu::detail::untyped_array A>
void cond(const A&, const norm_order& = std::nullopt) {
  gpu::detail::require_known_type<A>();
}

}  // namespace gpu::linalg
