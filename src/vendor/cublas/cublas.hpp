// SPDX-License-Identifier: BSD-3-Clause
// Products, batched LU decompositions and triangular systems of matrices on GPUs by cuBLAS, which
// is opened at first use, and need not be there. Not for `cpu()`: see vendor/blas.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <span>
#include <string>

#include "vendor/blas/matrix_operand.hpp"
#include "vendor/device_matrices.hpp"
#include "vendor/triangular_form.hpp"

namespace gpu::vendor {

/// Products out = a b, of shapes (m, k), (k, n) -> (m, n), whose matrices lie so many elements
/// apart: 0 is the same matrix again. Results lie one after the other in C order, and overlap no
/// operand.
struct strided_product {
  struct operand {
    const void* data;
    matrix_operand place;
    std::ptrdiff_t step;  ///< at least 0
  };

  dtype type;
  std::ptrdiff_t m, n, k, count;
  operand a;
  operand b;
  void* out;
};

/// What may be rounded more than the dtypes of the matrices are.
struct product_precision {
  bool tf32 = false;                  ///< factors of float32 and complex64
  bool reduced_accumulation = false;  ///< partial sums of float16 and bfloat16
};

/// What is applied to the results of products before they are written:
/// max(scale a b + row + addend_scale addend, 0), rounded once to the dtype of the results.
struct gemm_epilogue {
  double scale = 1;              ///< not 0
  const void* row = nullptr;     ///< n neighbours, added to each row of results; null: none
  const void* addend = nullptr;  ///< a number for each result, in C order; null: none
  double addend_scale = 0;       ///< not 0 if there is an addend
  bool rectifies = false;        ///< nan stays nan
};

/// Whether cuBLAS multiplies matrices of this dtype: floats and complex numbers.
[[nodiscard]] bool cublas_takes(dtype type) noexcept;

/// Enqueues the products. float16 and bfloat16 are added in float32, float32 is not rounded to
/// TF32, unless `precision` allows it. Returns false if there is no cuBLAS, or if it does not have
/// the dtype or the epilogue on this GPU: then nothing is written, or the results have to be
/// written again. The first products of one size that are rectified are waited for.
///
/// @throws library_not_found  if GPU_NDARRAY_CUBLAS names a file that is no cuBLAS
/// @throws cuda_error, out_of_memory
[[nodiscard]] bool multiply(std::span<const strided_product> products,
                            const product_precision& precision, stream_ref stream,
                            const gemm_epilogue& epilogue = {});

/// A = P L U of many small square matrices at once: `each` are their addresses; `pivots` has `rows`
/// numbers for each, from 1, and `info` one: positive if U has a zero there. All on the GPU.
/// @throws cuda_error
void getrf_batched(const device_matrices& a, const void* const* each, int* pivots, int* info,
                   stream_ref stream);
/// Solves A x = b with what `getrf_batched` gave: overwrites the matrices b.
/// @throws cuda_error
void getrs_batched(const device_matrices& lu, const void* const* each, const int* pivots,
                   const device_matrices& b, const void* const* each_b, stream_ref stream);

/// Solves A x = b, or A^H x = b, where A is one triangle of square matrices: overwrites the
/// matrices b. Divides by zeros on the diagonal. Needs a cuBLAS.
/// @throws cuda_error
void trsm(const triangular_form& form, const device_matrices& a, const device_matrices& b,
          stream_ref stream);
/// The same of many small matrices at once: `each` and `each_b` are their addresses, on the GPU.
void trsm_batched(const triangular_form& form, const device_matrices& a, const void* const* each,
                  const device_matrices& b, const void* const* each_b, stream_ref stream);

/// The file of the cuBLAS in use; empty if there is none. Opens it.
/// @throws library_not_found  as `multiply`
[[nodiscard]] std::string cublas_file();

}  // namespace gpu::vendor
