// SPDX-License-Identifier: BSD-3-Clause
// Systems of linear equations, inverses and determinants, of one matrix or of stacks of them.
//
// They compute when they are called, and wait to see whether there is an answer: on a GPU by
// cuSOLVER, and cuBLAS for many small matrices; on `cpu()`, and where there is no cuSOLVER, by
// LAPACK (OpenBLAS, MKL or the reference). The libraries are opened at first use;
// $GPU_NDARRAY_CUSOLVER and $GPU_NDARRAY_LAPACK name other files. bools and integers compute in
// float64, float16 and bfloat16 in float32.
//
// @throws  linalg_error  "1-dimensional array given. Array must be at least two-dimensional",
//          "Last 2 dimensions of the array must be square", and what else is said there: with the
//          number of the matrix if there are several
// @throws  library_not_found  if there is no LAPACK for matrices of the host
// @throws  out_of_memory, cuda_error
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/core/named_results.hpp>
#include <gpu/core/strict_bool.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/linalg/matmul.hpp>

namespace gpu::linalg {

namespace detail {
/// The dtype of results: float64 for bools and integers.
template <class... A>
inline constexpr dtype inexact_type = [] {
  dtype promoted = dtype::bool_;
  ((promoted = promote_types(promoted, A::dtype())), ...);
  return gpu::detail::inexact_of(promoted);
}();
/// The element types of results; void of arrays whose dtype is known at run time only.
template <class... A>
struct inexact_element {
  using type = void;
  using real = void;
  using complex = void;
};
template <typed_array... A>
struct inexact_element<A...> {
  static constexpr dtype real_type = gpu::detail::real_of(inexact_type<A...>);
  using type = element_t<inexact_type<A...>>;
  using real = element_t<real_type>;
  using complex = element_t<size_bytes(real_type) == 8 ? dtype::complex128 : dtype::complex64>;
};
template <class... A>
using inexact_t = typename inexact_element<A...>::type;
template <class... A>
using real_t = typename inexact_element<A...>::real;

using gpu::detail::array_of_leaf;
using gpu::detail::array_or_any;

struct sign_and_logarithm {
  graph::leaf_ptr sign, logabsdet;
};

[[nodiscard]] graph::leaf_ptr cholesky_leaf(const graph::node_ptr& a, bool upper);
[[nodiscard]] graph::leaf_ptr solve_leaf(const graph::node_ptr& a, const graph::node_ptr& b);
/// @param nan_if_singular  in place of the error
[[nodiscard]] graph::leaf_ptr inverse_leaf(const graph::node_ptr& a, bool nan_if_singular = false);
[[nodiscard]] graph::leaf_ptr determinant_leaf(const graph::node_ptr& a);
[[nodiscard]] sign_and_logarithm slogdet_of(const graph::node_ptr& a);
[[nodiscard]] graph::leaf_ptr tensorsolve_leaf(const graph::node_ptr& a, const graph::node_ptr& b,
                                               const reduction_axes& axes);
[[nodiscard]] graph::leaf_ptr tensor_inverse_leaf(const graph::node_ptr& a, std::ptrdiff_t ind);
}  // namespace detail

/// L with A = L L^H, or with `upper` U with A = U^H U, of positive definite matrices, of which only
/// that triangle is read. `numpy.linalg.cholesky`.
/// @shape   (..., m, m) -> (..., m, m)
/// @throws  linalg_error  "Matrix is not positive definite"
template <array_like A>
[[nodiscard]] auto cholesky(const A& a, strict_bool upper = false) {
  return detail::array_of_leaf<detail::inexact_t<A>>(detail::cholesky_leaf(a.node(), upper));
}

/// x with a x = b, by LU decomposition with partial pivoting. `numpy.linalg.solve`.
/// @shape   (..., m, m), (..., m, n) -> (..., m, n), which broadcast; with a vector (m,) -> (...,
/// m)
/// @throws  linalg_error  "Singular matrix"; shape_error  "solve: Input operand 1 has a mismatch in
///          its core dimension 0, ..."; device_mismatch
template <array_like A, array_like B>
[[nodiscard]] auto solve(const A& a, const B& b) {
  return detail::array_of_leaf<detail::inexact_t<A, B>>(detail::solve_leaf(a.node(), b.node()));
}
/// The same with a list: `solve(a, {1.0, 2.0})`.
template <array_like A, element_type Number>
[[nodiscard]] auto solve(const A& a, std::initializer_list<Number> b) {
  return solve(a, asarray(b, a.device()));
}

/// The same of vectors of numbers on the host.
template <gpu::detail::array_or_vector A, gpu::detail::array_or_vector B>
requires(gpu::detail::host_range<A> || gpu::detail::host_range<B>)
    [[nodiscard]] auto solve(const A& a, const B& b) {
  const device where = gpu::detail::device_of_arguments(a, b);
  return solve(gpu::detail::as_array(a, where), gpu::detail::as_array(b, where));
}

/// The inverses. `numpy.linalg.inv`.
/// @throws  linalg_error  "Singular matrix"
template <array_like A>
[[nodiscard]] auto inv(const A& a) {
  return detail::array_of_leaf<detail::inexact_t<A>>(detail::inverse_leaf(a.node()));
}

/// The determinants. Of one matrix it has no axes: `double(det(a))`, `det(a).item()`.
/// `numpy.linalg.det`.
/// @shape   (..., m, m) -> (...)
template <array_like A>
[[nodiscard]] auto det(const A& a) {
  return detail::array_of_leaf<detail::inexact_t<A>>(detail::determinant_leaf(a.node()));
}

/// What `slogdet` returns.
template <class T, class R>
struct slogdet_result {
  detail::array_or_any<T> sign;       ///< of absolute value 1, or 0
  detail::array_or_any<R> logabsdet;  ///< -inf where the determinant is 0

  /// For `std::tie(sign, logabsdet) = slogdet(a)`.
  operator std::tuple<detail::array_or_any<T>&, detail::array_or_any<R>&>() {
    return {sign, logabsdet};
  }
  static constexpr auto parts() {
    return std::tuple(&slogdet_result::sign, &slogdet_result::logabsdet);
  }
};
/// Sign and logarithm of the determinants, which themselves may be too large for a number.
/// `numpy.linalg.slogdet`.
template <array_like A>
[[nodiscard]] auto slogdet(const A& a) {
  detail::sign_and_logarithm both = detail::slogdet_of(a.node());
  using result = slogdet_result<detail::inexact_t<A>, detail::real_t<A>>;
  return result{detail::array_of_leaf<detail::inexact_t<A>>(both.sign),
                detail::array_of_leaf<detail::real_t<A>>(both.logabsdet)};
}

/// x with tensordot(a, x, x.ndim()) = b. `numpy.linalg.tensorsolve`.
/// @param axes  those of `a` that are moved to its end first
/// @throws  linalg_error  "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) ==
///          prod(a.shape[:b.ndim])"; "Singular matrix"
template <array_like A, array_like B>
[[nodiscard]] auto tensorsolve(const A& a, const B& b, const reduction_axes& axes = std::nullopt) {
  return detail::array_of_leaf<detail::inexact_t<A, B>>(
      detail::tensorsolve_leaf(a.node(), b.node(), axes));
}

/// The inverse with regard to tensordot(a, b, ind). `numpy.linalg.tensorinv`.
/// @throws  value_error  "Invalid ind argument."; linalg_error
template <array_like A>
[[nodiscard]] auto tensorinv(const A& a, strict_integer ind = 2) {
  return detail::array_of_leaf<detail::inexact_t<A>>(detail::tensor_inverse_leaf(a.node(), ind));
}

}  // namespace gpu::linalg
