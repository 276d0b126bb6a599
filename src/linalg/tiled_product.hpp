// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices on a GPU by kernels/skeletons/matrix_product.cuh: of integers and bools,
// which no library multiplies, and small ones of floats and complex numbers.
#pragma once

#include <cstddef>

#include <gpu/core/dtype.hpp>
#include <gpu/kernels/abi.hpp>

#include "execute/operation.hpp"
#include "jit/program.hpp"
#include "linalg/product_cost.hpp"
#include "linalg/stacked_product.hpp"

namespace gpu::linalg::detail {

/// Where the first matrices are.
struct tiled_operands {
  dtype type;
  const void* a;
  const void* b;
  void* out;
};

/// The kernel for one dtype and one tile. A pure function.
[[nodiscard]] program tiled_program(dtype type, const product_tile& tile);

/// Its arguments: products, with their terms in `splits` parts. The batch has at most
/// `kernels::product_batch_axes` axes, which is checked by `can_tile`.
[[nodiscard]] kernels::product_arguments tiled_arguments(const stacked_product& all,
                                                         const tiled_operands& first,
                                                         const product_tile& tile,
                                                         std::ptrdiff_t splits);

/// Whether the kernel multiplies these: their batch has few axes that do not follow each other.
/// Strides may be any.
[[nodiscard]] bool can_tile(const stacked_product& all);

/// Enqueues the products, in C order; those of the second split follow those of the first one, and
/// so on. k > 0. Integers wrap; of bools: whether a product is true; floats and complex numbers are
/// added by fused multiply-adds, float16 and bfloat16 in float32.
///
/// @throws compile_error, library_not_found, cuda_error
void multiply_tiles(const stacked_product& all, const tiled_operands& first,
                    const tiled_choice& choice, const execute::operation& work);

}  // namespace gpu::linalg::detail
