// SPDX-License-Identifier: BSD-3-Clause
// Matrices of a stack in a type wider than any of the library's, and plain loops over them.
#pragma once

#include <complex>
#include <vector>

#include "host_value.hpp"

namespace gpu::fuzz {

using wide = std::complex<long double>;

[[nodiscard]] wide wide_element(const host_value& value, std::ptrdiff_t place);
/// Writes an element, rounded to its type.
void store_wide(host_value& value, std::ptrdiff_t place, const wide& number);

/// The step between numbers near 1.
[[nodiscard]] long double precision(dtype type);

struct wide_matrix {
  std::ptrdiff_t rows = 0;
  std::ptrdiff_t columns = 0;
  std::vector<wide> elements;  ///< in C order

  wide_matrix(std::ptrdiff_t rows_, std::ptrdiff_t columns_)
      : rows(rows_),
        columns(columns_),
        elements(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_)) {}

  [[nodiscard]] const wide& operator()(std::ptrdiff_t i, std::ptrdiff_t j) const {
    return elements[static_cast<std::size_t>(i * columns + j)];
  }
  [[nodiscard]] wide& operator()(std::ptrdiff_t i, std::ptrdiff_t j) {
    return elements[static_cast<std::size_t>(i * columns + j)];
  }
};

/// Matrix `number` of the last two axes.
[[nodiscard]] wide_matrix matrix_of(const host_value& stack, std::ptrdiff_t number);
/// Vector `number` of the last axis, on the diagonal of a matrix of these extents.
[[nodiscard]] wide_matrix diagonal_of(const host_value& stack, std::ptrdiff_t number,
                                      std::ptrdiff_t rows, std::ptrdiff_t columns);

[[nodiscard]] wide_matrix unit(std::ptrdiff_t rows);
[[nodiscard]] wide_matrix product(const wide_matrix& a, const wide_matrix& b);
[[nodiscard]] wide_matrix adjoint(const wide_matrix& a);
/// The root of the sum of squares of a - b, or of a.
[[nodiscard]] long double distance(const wide_matrix& a, const wide_matrix& b);
[[nodiscard]] long double size_of(const wide_matrix& a);

/// By elimination, in which the largest element of all that are left is each pivot.
struct elimination {
  wide determinant = 1;
  long double pivot_ratio = 1;  ///< the last pivot divided by the first one; 0 for zeros

  explicit elimination(wide_matrix a);
};

}  // namespace gpu::fuzz
