// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "vendor/cublas/cublas.hpp"
#include "vendor/cublas/cublas_session.hpp"

namespace gpu::vendor::cublas {

/// Products whose results are added to, or rectified, before they are written, by cuBLASLt. Returns
/// false if it does not do that: then the results have to be written again.
/// @throws cuda_error
[[nodiscard]] bool multiply_with_epilogue(session& now, std::span<const strided_product> products,
                                          const product_precision& precision,
                                          const gemm_epilogue& epilogue);

}  // namespace gpu::vendor::cublas
