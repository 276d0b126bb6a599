// SPDX-License-Identifier: BSD-3-Clause
// How BLAS reads a matrix where it lies in memory. BLAS counts by columns, arrays in C order by
// rows: the memory of a matrix in C order is its transpose for BLAS. So a product of arrays is
// computed as out^T = b^T a^T, and a transposed array costs a flag instead of a copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

namespace gpu::vendor {

/// An operand of the transposed product, as `gemm` of any BLAS takes it.
struct matrix_operand {
  bool transposed;                ///< the array is in Fortran order
  std::ptrdiff_t leading_stride;  ///< BLAS's `ld`, in elements

  friend bool operator==(const matrix_operand&, const matrix_operand&) = default;
};

/// An array of (rows, columns) with these strides, in elements. Strides of axes of extent 0 or 1
/// mean nothing. Nothing is returned where neither axis has neighbours in memory, or where rows
/// overlap: BLAS cannot read that, and it must be copied.
[[nodiscard]] inline std::optional<matrix_operand> matrix_operand_at(std::ptrdiff_t rows,
                                                                     std::ptrdiff_t columns,
                                                                     std::ptrdiff_t row_stride,
                                                                     std::ptrdiff_t column_stride) {
  const auto reads = [](std::ptrdiff_t count, std::ptrdiff_t stride, std::ptrdiff_t length,
                        std::ptrdiff_t step) {
    return (length <= 1 || step == 1) && (count <= 1 || stride >= length);
  };
  const auto leading = [](std::ptrdiff_t count, std::ptrdiff_t stride, std::ptrdiff_t length) {
    return std::max<std::ptrdiff_t>({1, length, count <= 1 ? 1 : stride});
  };
  if (reads(rows, row_stride, columns, column_stride))
    return matrix_operand{false, leading(rows, row_stride, columns)};
  if (reads(columns, column_stride, rows, row_stride))
    return matrix_operand{true, leading(columns, column_stride, rows)};
  return std::nullopt;
}

}  // namespace gpu::vendor
