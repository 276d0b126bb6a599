// SPDX-License-Identifier: BSD-3-Clause
// A = Q R of small matrices by one kernel of our own: libraries take them one after the other.
#pragma once

#include "jit/program.hpp"
#include "linalg/matrix_stack.hpp"

namespace gpu::linalg::detail {

/// Whether there are several matrices, and each fits the shared memory of a block.
[[nodiscard]] bool takes_one_launch(const matrix_stack& all);

/// The kernel for matrices of a computing type: its one argument is `kernels::qr_arguments`.
/// @param rows  of a lane: 1, 2 or 4
[[nodiscard]] program qr_program(dtype type, int rows);

/// Overwrites the matrices, which have elements, with R and the reflectors below its diagonal, and
/// writes their factors `tau`, as LAPACK's geqrf; and, if `q` is not null, the first columns of Q.
/// Does not wait.
/// @throws compile_error, cuda_error
void qr_in_one_launch(const matrix_stack& all, const graph::leaf_ptr& tau, const matrix_stack* q);

}  // namespace gpu::linalg::detail
