// SPDX-License-Identifier: BSD-3-Clause
// The functions of cuBLAS, as its headers of 12 and 13 have them. No header is needed to build.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/handles.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpu::vendor::cublas {

using cublas_handle = struct opaque_cublas*;

enum status : int { success = 0, arch_mismatch = 8, not_supported = 15 };
enum operation : int { as_it_is = 0, transposed = 1, adjoint = 2 };
enum side : int { left = 0 };
enum fill_mode : int { lower = 0, upper = 1 };
enum diagonal_type : int { non_unit = 0, unit = 1 };
enum data_type : int {
  real_32 = 0,
  real_64 = 1,
  real_16 = 2,
  complex_of_32 = 4,
  complex_of_64 = 5,
  brain_16 = 14
};
enum compute_type : int { compute32 = 68, compute64 = 70, compute32_fast_tf32 = 77 };
inline constexpr int default_algorithm = -1;
/// Of partial sums of halves, which else stay float32 until they are all added.
enum math_mode : int { default_math = 0, no_reduced_precision_reduction = 16 };

/// Those that have a name for each dtype.
struct typed_functions {
  int (*getrf)(cublas_handle, int n, const void* const* a, int lda, int* pivots, int* info,
               int count) = nullptr;
  /// The last but one number is of the host: 0 unless an argument is wrong.
  int (*getrs)(cublas_handle, int transpose, int n, int columns, const void* const* a, int lda,
               const int* pivots, const void* const* b, int ldb, int* info, int count) = nullptr;
  int (*matinv)(cublas_handle, int n, const void* const* a, int lda, const void* const* inverse,
                int ld, int* info, int count) = nullptr;
  int (*trsm)(cublas_handle, int side, int triangle, int transpose, int diagonal, int n,
              int columns, const void* alpha, const void* a, int lda, void* b, int ldb) = nullptr;
  int (*trsm_batched)(cublas_handle, int side, int triangle, int transpose, int diagonal, int n,
                      int columns, const void* alpha, const void* const* a, int lda,
                      const void* const* b, int ldb, int count) = nullptr;
};

struct functions {
  int (*create)(cublas_handle*) = nullptr;
  int (*set_stream)(cublas_handle, stream_handle) = nullptr;
  int (*set_workspace)(cublas_handle, void*, std::size_t) = nullptr;
  int (*set_math_mode)(cublas_handle, int) = nullptr;
  const char* (*status_name)(int) = nullptr;
  const char* (*status_text)(int) = nullptr;
  int (*gemm)(cublas_handle, int transpose_a, int transpose_b, std::int64_t m, std::int64_t n,
              std::int64_t k, const void* alpha, const void* a, int a_type, std::int64_t lda,
              const void* b, int b_type, std::int64_t ldb, const void* beta, void* c, int c_type,
              std::int64_t ldc, int compute_type, int algorithm) = nullptr;
  int (*gemm_strided)(cublas_handle, int transpose_a, int transpose_b, std::int64_t m,
                      std::int64_t n, std::int64_t k, const void* alpha, const void* a, int a_type,
                      std::int64_t lda, long long a_step, const void* b, int b_type,
                      std::int64_t ldb, long long b_step, const void* beta, void* c, int c_type,
                      std::int64_t ldc, long long c_step, std::int64_t count, int compute_type,
                      int algorithm) = nullptr;
  typed_functions s, d, c, z;
  std::string file;
};

/// Opened once. All null, and no file, if there is none, which is remembered, too.
/// @throws library_not_found  if GPU_NDARRAY_CUBLAS names a file that is no cuBLAS
[[nodiscard]] const functions& all_functions();

/// @throws cuda_error  unless `code` is that of success
void check(int code, const char* action);

struct element_types {
  data_type data;
  compute_type compute;
};
/// Of floats and complex numbers.
[[nodiscard]] element_types types_of(dtype type);

/// The numbers 1 and 0, real or complex, as wide as sums are; cuBLAS reads complex ones by aligned
/// accesses.
struct one_and_zero {
  const void* one;
  const void* zero;
};
[[nodiscard]] one_and_zero numbers_of(const element_types& types) noexcept;

}  // namespace gpu::vendor::cublas
