// SPDX-License-Identifier: BSD-3-Clause
// Systems of linear equations with triangular matrices, and with what `cholesky` gives. On a GPU by
// cuBLAS, on `cpu()` by LAPACK; when they compute, dtypes and errors: <gpu/linalg/solve.hpp>.
#pragma once

#include <gpu/core/strict_bool.hpp>
#include <gpu/linalg/solve.hpp>
#include <gpu/linalg/triangle.hpp>

namespace gpu::linalg {

/// Whether the diagonal counts as ones: SciPy's `unit_diagonal=`.
struct unit_diagonal_option {
  bool is_unit;
  [[nodiscard]] constexpr unit_diagonal_option operator()(bool value) const noexcept {
    return {value};
  }
};
inline constexpr unit_diagonal_option unit_diagonal{true};

namespace detail {
[[nodiscard]] graph::leaf_ptr triangular_solution(const graph::node_ptr& a,
                                                  const graph::node_ptr& b, triangle which,
                                                  bool unit_diagonal);
[[nodiscard]] graph::leaf_ptr cholesky_solution(const graph::node_ptr& factor,
                                                const graph::node_ptr& b, bool upper);
}  // namespace detail

/// x with a x = b, where `a` is one triangle of the given matrix; the other one is not read, nor is
/// the diagonal with `unit_diagonal`. `scipy.linalg.solve_triangular`, also of stacks; for its
/// `trans=1` give `matrix_transpose(a)` and the other triangle.
/// @param which  `triangle::lower` or `triangle::upper`, or 'L' or 'U'
/// @shape   (..., m, m), (..., m, n) -> (..., m, n), which broadcast; with a vector (m,) -> (...,
/// m)
/// @throws  linalg_error  "Singular matrix": a zero on the diagonal
/// @throws  shape_error   "solve_triangular: Input operand 1 has a mismatch in its core dimension
/// 0,
///          ..."; device_mismatch
template <array_like A, array_like B>
[[nodiscard]] auto solve_triangular(const A& a, const B& b,
                                    const triangle_name& which = triangle::upper,
                                    unit_diagonal_option unit = {false}) {
  return detail::array_of_leaf<detail::inexact_t<A, B>>(
      detail::triangular_solution(a.node(), b.node(), which.get(), unit.is_unit));
}

/// x with l l^H x = b, where `l` is what `cholesky` gives; with `upper` u^H u x = b. By two
/// triangular systems; the other triangle is not read. `scipy.linalg.cho_solve`.
/// @shape   (..., m, m), (..., m, n) -> (..., m, n), which broadcast; with a vector (m,) -> (...,
/// m)
/// @throws  linalg_error  "Singular matrix": a zero on the diagonal
/// @throws  shape_error   "solve_cholesky: Input operand 1 has a mismatch in its core dimension 0,
///          ..."; device_mismatch
template <array_like L, array_like B>
[[nodiscard]] auto solve_cholesky(const L& l, const B& b, strict_bool upper = false) {
  return detail::array_of_leaf<detail::inexact_t<L, B>>(
      detail::cholesky_solution(l.node(), b.node(), upper));
}

}  // namespace gpu::linalg
