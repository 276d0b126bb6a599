// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of matrices on GPUs, by cuSOLVER and cuBLAS: what solve.cpp, determinant.cpp and
// decompositions.cpp do on the host. They wait, to see whether the algorithms found an answer.
// Parameters and errors are those of the functions of these names without "on_gpu".
#pragma once

#include <optional>
#include <vector>

#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/solve.hpp>

#include "execute/operation.hpp"
#include "linalg/matrix_stack.hpp"
#include "vendor/device_matrices.hpp"
#include "vendor/triangular_form.hpp"

namespace gpu::linalg::detail {

[[nodiscard]] graph::leaf_ptr cholesky_on_gpu(const graph::node_ptr& a, bool upper);
/// Overwrites b with the solutions, and a.
void solve_on_gpu(const matrix_stack& a, const matrix_stack& b);
[[nodiscard]] graph::leaf_ptr inverse_on_gpu(const graph::node_ptr& a, bool nan_if_singular);
/// Overwrites b with the solutions of triangular systems.
void solve_triangular_on_gpu(const vendor::triangular_form& form, const matrix_stack& a,
                             const matrix_stack& b);
[[nodiscard]] graph::leaf_ptr determinant_on_gpu(const graph::node_ptr& a);
[[nodiscard]] sign_and_logarithm slogdet_on_gpu(const graph::node_ptr& a);

[[nodiscard]] pair_of_leaves qr_on_gpu(const graph::node_ptr& a, qrmode mode);
[[nodiscard]] pair_of_leaves eigh_on_gpu(const graph::node_ptr& a, char triangle, bool vectors);
/// Needs `vendor::has_geev()`.
[[nodiscard]] pair_of_leaves eig_on_gpu(const graph::node_ptr& a, bool vectors);
[[nodiscard]] three_leaves svd_on_gpu(const graph::node_ptr& a, char job);
/// @param b     of two axes
/// @param type  of the results
[[nodiscard]] least_squares lstsq_on_gpu(const graph::node_ptr& a, const graph::node_ptr& b,
                                         std::optional<double> cutoff, dtype type);

/// A call of cuSOLVER for the matrices of a stack.
class gpu_solver_call {
 public:
  /// @throws cuda_error  if the current stream is being captured: cuSOLVER waits, and computes in
  ///                     memory of the host that ends with the call
  explicit gpu_solver_call(const matrix_stack& all);

  [[nodiscard]] stream_ref stream() const noexcept { return work_.stream(); }
  /// A number for each matrix, 0 at first.
  [[nodiscard]] int* info() { return static_cast<int*>(work_.output(*info_leaf())); }
  [[nodiscard]] const graph::leaf_ptr& info_leaf();
  [[nodiscard]] vendor::device_matrices matrices(const matrix_stack& of);
  [[nodiscard]] std::byte* memory(const graph::leaf_ptr& of) {
    return static_cast<std::byte*>(work_.output(*of));
  }
  /// The addresses of the matrices, on the GPU.
  [[nodiscard]] const void* const* addresses(const matrix_stack& of);

 private:
  struct matrix_addresses {
    graph::leaf_ptr of;
    graph::leaf_ptr numbers;
  };

  std::ptrdiff_t count_;
  execute::operation work_;
  graph::leaf_ptr info_;  ///< null until it is asked for
  std::vector<matrix_addresses> addresses_;
};

/// Looks at LAPACK's numbers. Waits.
/// @throws linalg_error  the words, and which matrix, if a number is positive
void require_success(const graph::leaf_ptr& info, const matrix_stack& all, const char* otherwise);

}  // namespace gpu::linalg::detail
