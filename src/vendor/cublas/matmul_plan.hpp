// SPDX-License-Identifier: BSD-3-Clause
// Products with an epilogue, by cuBLASLt, which cuBLAS brings along: how the library is asked for
// them. That costs more than a call, so the last answers are kept with each handle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "vendor/cublas/cublas_functions.hpp"

namespace gpu::vendor::cublas {

/// A matrix as cuBLAS counts it, by columns, and those of the other products of the call. Where
/// they begin is a multiple of `alignment` bytes.
struct matrix_of_call {
  std::int64_t rows, columns, leading_stride, step;
  std::uint32_t alignment;

  friend bool operator==(const matrix_of_call&, const matrix_of_call&) = default;
};

/// All that an algorithm depends on: d = op(a) op(b) + c, then the epilogue.
struct matmul_question {
  element_types types;
  std::int64_t count;
  operation transpose_a, transpose_b;
  matrix_of_call a, b, c, d;
  epilogue_kind epilogue;
  std::uint32_t row_alignment;  ///< of the row that the epilogue adds; 0: none
  bool reduced_accumulation;
  std::uint64_t workspace_bytes;

  friend bool operator==(const matmul_question&, const matmul_question&) = default;
};

/// What cuBLASLt calls the parts of a question, and its answer.
class matmul_plan {
 public:
  explicit matmul_plan(const matmul_question& asked) : asked_(asked) {}
  ~matmul_plan();
  matmul_plan(const matmul_plan&) = delete;
  matmul_plan& operator=(const matmul_plan&) = delete;

  [[nodiscard]] const matmul_question& asked() const noexcept { return asked_; }
  /// Asks for the best algorithm. False if there is none.
  [[nodiscard]] bool find_algorithm(cublas_handle handle, const void* row);

  struct operands {
    const void* a;
    const void* b;
    const void* c;
    void* d;
    const void* row;  ///< that the epilogue adds
    void* workspace;
  };
  /// Enqueues the products. `alpha` and `beta` are factors of op(a) op(b) and of c, as wide as sums
  /// are. Returns the library's status.
  [[nodiscard]] int multiply(cublas_handle handle, const operands& at, const void* alpha,
                             const void* beta, stream_handle stream) const;

  bool is_usable = false;
  /// Whether nan is known to stay nan: cuBLASLt does not say what its max(x, 0) makes of it.
  bool keeps_nan = false;

 private:
  [[nodiscard]] bool describe(const void* row);
  [[nodiscard]] bool describe(matrix_layout& layout, const matrix_of_call& matrix) const;
  [[nodiscard]] bool set_preference(matmul_preference preference) const;

  const matmul_question asked_;
  matmul_description description_ = nullptr;
  matrix_layout a_ = nullptr;
  matrix_layout b_ = nullptr;
  matrix_layout c_ = nullptr;
  matrix_layout d_ = nullptr;
  matmul_algorithm algorithm_{};
};

/// The last plans of a handle, each in the place of its hash.
class matmul_plans {
 public:
  /// The plan of a question, which may be unusable. A new one takes the place of another.
  [[nodiscard]] matmul_plan& find(const matmul_question& asked, cublas_handle handle,
                                  const void* row);

 private:
  static constexpr std::size_t capacity = 64;
  std::array<std::unique_ptr<matmul_plan>, capacity> plans_;
};

}  // namespace gpu::vendor::cublas
