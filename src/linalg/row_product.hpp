// SPDX-License-Identifier: BSD-3-Clause
// Products with few columns on a GPU, of matrices of any dtype: of thin matrices and of many small
// ones, which leave most of a library's tiles empty. By kernels/skeletons/row_product.cuh.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/kernels/abi.hpp>

#include "execute/operation.hpp"
#include "jit/program.hpp"
#include "linalg/stacked_product.hpp"
#include "linalg/tiled_product.hpp"

namespace gpu::linalg::detail {

/// The most columns of a result.
inline constexpr int max_row_columns = 8;

/// The kernel for a dtype and results of `columns`: 2, 4 or 8 of them, or fewer. A pure function.
[[nodiscard]] program row_program(dtype type, int columns);

[[nodiscard]] kernels::row_product_arguments row_arguments(const stacked_product& all,
                                                           const tiled_operands& first);

/// Whether the kernel multiplies these: few columns, and a batch of few axes that do not follow
/// each other. Strides may be any.
[[nodiscard]] bool can_multiply_rows(const stacked_product& all);

/// Enqueues the products. Sums of float16 and bfloat16 are float32, rounded once.
///
/// @throws compile_error, library_not_found, cuda_error
void multiply_rows(const stacked_product& all, const tiled_operands& first,
                   const execute::operation& work);

}  // namespace gpu::linalg::detail
