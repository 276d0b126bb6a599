// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of small matrices by kernels of our own, which take many at once: the calls of
// libraries for stacks of them take several launches, and some ten microseconds beside them.
#pragma once

#include "jit/program.hpp"
#include "linalg/matrix_stack.hpp"

namespace gpu::linalg::detail {

/// Whether square matrices, with so many columns behind each, are decomposed by few lanes each.
[[nodiscard]] bool are_small(const matrix_stack& all, std::ptrdiff_t columns = 0);

enum class small_decomposition { lu, cholesky, upper_cholesky };

/// The kernel for matrices of a computing type, with so many lanes for each. Its one argument is
/// `kernels::small_matrix_arguments`.
/// @param lanes  1, 2, 4, ... or 32
[[nodiscard]] program small_matrix_program(small_decomposition kind, dtype type, int lanes);

/// L and U in place of the matrices, and where rows were exchanged, as LAPACK's getrf. Does not
/// wait.
/// @param pivots  from 1, int32, for each row of each matrix
/// @return        0, or from 1 the first step whose pivot is 0, for each matrix
/// @throws compile_error, cuda_error
[[nodiscard]] graph::leaf_ptr decompose_small(const matrix_stack& all,
                                              const graph::leaf_ptr& pivots);
/// Overwrites the columns with the solutions. The matrices stay. Does not wait.
[[nodiscard]] graph::leaf_ptr solve_small(const matrix_stack& all, const matrix_stack& columns);
/// Writes the inverses. The matrices stay. Does not wait.
[[nodiscard]] graph::leaf_ptr invert_small(const matrix_stack& all, const matrix_stack& inverses);
/// L in place of the matrices, or L^H if `upper`, with zeros beside it. Does not wait.
[[nodiscard]] graph::leaf_ptr cholesky_small(const matrix_stack& all, bool upper);

}  // namespace gpu::linalg::detail
