// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices of integers and bools on a GPU, which no library multiplies: by
// kernels/skeletons/matrix_product.cuh.
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

/// Whether the kernel multiplies these: integers and bools whose batch has few axes that do not
/// follow each other. Strides may be any.
[[nodiscard]] bool can_tile(const stacked_product& all, dtype type);

/// Enqueues the products, in C order; those of the second split follow those of the first one, and
/// so on. k > 0. Integers wrap; of bools: whether a product is true.
///
/// @throws compile_error, library_not_found, cuda_error
void multiply_tiles(const stacked_product& all, const tiled_operands& first,
                    const tiled_choice& choice, const execute::operation& work);

}  // namespace gpu::linalg::detail
