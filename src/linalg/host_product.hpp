// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices on `cpu()`: by a BLAS where it is found and has the type, else by a loop
// whose blocks fit the cache. Threads share the rows, so what a sum adds up, and in which order,
// does not depend on them.
#pragma once

#include <gpu/core/dtype.hpp>

#include "linalg/stacked_product.hpp"

namespace gpu::linalg::detail {

/// Computes the products before it returns. Any dtype but float16 and bfloat16; k > 0; strides as
/// `vendor::matrix_operand_at` takes them. Integers wrap; sums of bools are true if a product is.
///
/// @throws library_not_found  if GPU_NDARRAY_BLAS names a file that is no BLAS
void multiply_on_host(dtype type, const stacked_product& all, const void* a, const void* b,
                      void* out);
/// The same without a BLAS.
void multiply_by_loop(dtype type, const stacked_product& all, const void* a, const void* b,
                      void* out);

}  // namespace gpu::linalg::detail
