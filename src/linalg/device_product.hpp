// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices on a GPU by cuBLAS.
#pragma once

#include <vector>

#include "linalg/stacked_product.hpp"
#include "vendor/cublas/cublas.hpp"

namespace gpu::linalg::detail {

/// The matrices of products of one dtype: where the first ones are.
struct product_memory {
  dtype type;
  const std::byte* a;
  const std::byte* b;
  std::byte* out;
};

/// The calls of cuBLAS that compute the products: one for all, if the matrices of each operand are
/// equally far apart, else one for each index along the other axes of the batch. Empty if there are
/// matrices that it cannot read: those whose rows overlap.
[[nodiscard]] std::vector<vendor::strided_product> cublas_calls(const stacked_product& all,
                                                                const product_memory& first);

}  // namespace gpu::linalg::detail
