// SPDX-License-Identifier: BSD-3-Clause
// The functions of cuBLAS and of cuBLASLt, which it brings along, as their headers of 12 and 13
// have them. No header is needed to build.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/handles.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpu::vendor::cublas {

/// Also what cuBLASLt calls a handle.
using cublas_handle = struct opaque_cublas*;
using matmul_description = struct opaque_matmul_description*;
using matmul_preference = struct opaque_matmul_preference*;
using matrix_layout = struct opaque_matrix_layout*;

enum status : int { success = 0, invalid_value = 7, arch_mismatch = 8, not_supported = 15 };
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

enum epilogue_kind : std::uint32_t { no_epilogue = 1, relu = 2, add_row = 4, relu_of_sum = 6 };
enum description_attribute : int {
  transpose_of_a = 3,
  transpose_of_b = 4,
  epilogue_of_description = 7,
  row_of_epilogue = 8
};
enum layout_attribute : int { batch_count = 5, batch_step = 6 };
enum preference_attribute : int {
  max_workspace_bytes = 1,
  reduction_schemes = 3,
  min_alignment_of_a = 5,
  min_alignment_of_b = 6,
  min_alignment_of_c = 7,
  min_alignment_of_d = 8
};
/// How sums of parts are added: not at all is always allowed.
enum reduction_scheme : std::uint32_t { reduction_in_compute_type = 2, any_reduction = 7 };

struct matmul_algorithm {
  std::uint64_t data[8];
};
struct heuristic_result {
  matmul_algorithm algorithm;
  std::size_t workspace_bytes;
  int state;
  float waves;
  int reserved[4];
};

/// Those of cuBLASLt. They need not be there: then all are null.
struct matmul_functions {
  int (*create_description)(matmul_description*, int compute_type, int scale_type) = nullptr;
  int (*set_description)(matmul_description, int attribute, const void*, std::size_t) = nullptr;
  int (*destroy_description)(matmul_description) = nullptr;
  int (*create_layout)(matrix_layout*, int type, std::uint64_t rows, std::uint64_t columns,
                       std::int64_t leading_stride) = nullptr;
  int (*set_layout)(matrix_layout, int attribute, const void*, std::size_t) = nullptr;
  int (*destroy_layout)(matrix_layout) = nullptr;
  int (*create_preference)(matmul_preference*) = nullptr;
  int (*set_preference)(matmul_preference, int attribute, const void*, std::size_t) = nullptr;
  int (*destroy_preference)(matmul_preference) = nullptr;
  int (*get_heuristic)(cublas_handle, matmul_description, matrix_layout a, matrix_layout b,
                       matrix_layout c, matrix_layout d, matmul_preference, int wanted,
                       heuristic_result* results, int* count) = nullptr;
  int (*multiply)(cublas_handle, matmul_description, const void* alpha, const void* a,
                  matrix_layout, const void* b, matrix_layout, const void* beta, const void* c,
                  matrix_layout, void* d, matrix_layout, const matmul_algorithm*, void* workspace,
                  std::size_t workspace_bytes, stream_handle) = nullptr;
};

/// Those that have a name for each dtype.
struct typed_functions {
  int (*getrf)(cublas_handle, int n, const void* const* a, int lda, int* pivots, int* info,
               int count) = nullptr;
  /// The last but one number is of the host: 0 unless an argument is wrong.
  int (*getrs)(cublas_handle, int transpose, int n, int columns, const void* const* a, int lda,
               const int* pivots, const void* const* b, int ldb, int* info, int count) = nullptr;
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
  matmul_functions lt;
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

  friend bool operator==(const element_types&, const element_types&) = default;
};
/// Of floats and complex numbers.
[[nodiscard]] element_types types_of(dtype type);

/// What sums are computed in.
[[nodiscard]] compute_type compute_in(const element_types& types, bool allows_tf32) noexcept;

/// A real number as cuBLAS takes factors: real or complex, as wide as sums are, and aligned.
class factor {
 public:
  factor(const element_types& types, double value) noexcept
      : wide_{value, 0},
        narrow_{static_cast<float>(value), 0},
        is_wide_(types.compute == compute64) {}

  [[nodiscard]] const void* get() const noexcept {
    if (is_wide_) return wide_;
    return narrow_;
  }

 private:
  alignas(16) double wide_[2];
  alignas(16) float narrow_[2];
  bool is_wide_;
};

}  // namespace gpu::vendor::cublas
