// SPDX-License-Identifier: BSD-3-Clause
// The rank of matrices, and inverses of those that have none. When and where they compute, dtypes
// and errors: <gpu/linalg/solve.hpp>.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include <gpu/linalg/decompositions.hpp>

namespace gpu::linalg {

/// Up to where singular values count as 0: a number, or an array of one for each matrix; or
/// `std::nullopt` for the usual limit.
class singular_cutoff {
 public:
  singular_cutoff(std::nullopt_t = std::nullopt) {}
  template <class Number>
  requires(std::integral<Number> || std::floating_point<Number>) &&
      (!std::same_as<Number, bool>)singular_cutoff(Number number)
      : number_(static_cast<double>(number)) {}
  template <typed_array A>
  singular_cutoff(const A& each) : array_(each.node()) {}

  [[nodiscard]] bool is_given() const noexcept { return number_ || array_; }
  [[nodiscard]] const std::optional<double>& number() const& noexcept { return number_; }
  [[nodiscard]] std::optional<double> number() const&& { return number_; }
  /// Null if it is a number.
  [[nodiscard]] const graph::node_ptr& array() const& noexcept { return array_; }
  [[nodiscard]] graph::node_ptr array() const&& { return array_; }

 private:
  std::optional<double> number_;
  graph::node_ptr array_;
};

/// What `rtol(value)` makes.
struct rtol_option {
  singular_cutoff value;
};
/// A limit relative to the largest singular value: NumPy's `rtol=`. `rtol(std::nullopt)` is the
/// precision times max(m, n).
[[nodiscard]] inline rtol_option rtol(const singular_cutoff& value) {
  return {value};
}

/// `hermitian`, `rtol(value)`.
template <class A>
concept rank_option = std::same_as<A, hermitian_option> || std::same_as<A, rtol_option>;

namespace detail {

struct rank_call {
  singular_cutoff first;  ///< matrix_rank's `tol`, pinv's `rcond`
  std::optional<singular_cutoff> relative = std::nullopt;
  bool is_hermitian = false;

  void take(hermitian_option option) { is_hermitian = option.is_hermitian; }
  void take(const rtol_option& option) { relative = option.value; }
};

[[nodiscard]] graph::leaf_ptr matrix_rank_leaf(const graph::node_ptr& a, const rank_call& call);
[[nodiscard]] graph::leaf_ptr pseudo_inverse_leaf(const graph::node_ptr& a, const rank_call& call);

}  // namespace detail

/// How many singular values are above a limit: `matrix_rank(a, tol, options...)`.
/// `numpy.linalg.matrix_rank`.
/// @param tol   the limit; by default `rtol` times the largest singular value
/// @param options  `rtol(value)`, by default the precision times max(m, n); `hermitian`, whose
///                 singular values are the sizes of eigenvalues
/// @shape   (..., m, n) -> (...); an array of fewer axes has rank 1, or 0 if all is 0
/// @throws  value_error  "`tol` and `rtol` can't be both set."
template <array_like A, rank_option... Options>
[[nodiscard]] auto matrix_rank(const A& a, const singular_cutoff& tol, const Options&... options) {
  detail::rank_call call{tol};
  (call.take(options), ...);
  return ndarray<std::int64_t>(detail::matrix_rank_leaf(a.node(), call));
}
template <array_like A, rank_option... Options>
[[nodiscard]] auto matrix_rank(const A& a, const Options&... options) {
  return matrix_rank(a, singular_cutoff(), options...);
}

/// The pseudo-inverses of Moore and Penrose, from the singular values: `pinv(a, rcond,
/// options...)`. `numpy.linalg.pinv`.
/// @param rcond  singular values up to `rcond` times the largest count as 0; 1e-15 by default
/// @param options  `rtol(value)`, another name of `rcond`; `hermitian`: from the eigenvalues
/// @shape   (..., m, n) -> (..., n, m)
/// @throws  value_error   "`rtol` and `rcond` can't be both set."
/// @throws  linalg_error  "SVD did not converge", "Eigenvalues did not converge"
template <array_like A, rank_option... Options>
[[nodiscard]] auto pinv(const A& a, const singular_cutoff& rcond, const Options&... options) {
  detail::rank_call call{rcond};
  (call.take(options), ...);
  return detail::array_of_leaf<detail::inexact_t<A>>(detail::pseudo_inverse_leaf(a.node(), call));
}
template <array_like A, rank_option... Options>
[[nodiscard]] auto pinv(const A& a, const Options&... options) {
  return pinv(a, singular_cutoff(), options...);
}

}  // namespace gpu::linalg
