// SPDX-License-Identifier: BSD-3-Clause
#include "wide_matrix.hpp"

#include <cmath>
#include <cstring>
#include <utility>

#include "functor_table.hpp"

namespace gpu::fuzz {

wide wide_element(const host_value& value, std::ptrdiff_t place) {
  return visit_dtype(value.type, [&]<class T>(std::type_identity<T>) -> wide {
    T x;
    std::memcpy(static_cast<void*>(&x), value.element(place), sizeof(x));
    if constexpr (requires { x.imag(); })
      return {x.real(), x.imag()};
    else if constexpr (std::is_integral_v<T>)
      return static_cast<long double>(x);
    else
      return static_cast<long double>(static_cast<double>(x));
  });
}

void store_wide(host_value& value, std::ptrdiff_t place, const wide& number) {
  visit_dtype(value.type, [&]<class T>(std::type_identity<T>) {
    T x;
    if constexpr (requires { x.imag(); })
      x = T(static_cast<typename T::value_type>(number.real()),
            static_cast<typename T::value_type>(number.imag()));
    else if constexpr (std::is_integral_v<T>)
      x = static_cast<T>(number.real());
    else
      x = T(static_cast<double>(number.real()));
    std::memcpy(value.element(place), static_cast<const void*>(&x), sizeof(x));
  });
}

long double precision(dtype type) {
  switch (type) {
    case dtype::float16:
      return 0x1p-10L;
    case dtype::bfloat16:
      return 0x1p-7L;
    case dtype::float32:
    case dtype::complex64:
      return 0x1p-23L;
    default:
      return 0x1p-52L;
  }
}

wide_matrix matrix_of(const host_value& stack, std::ptrdiff_t number) {
  const shape& extents = stack.extents;
  wide_matrix result(extents[extents.size() - 2], extents.back());
  const auto count = static_cast<std::ptrdiff_t>(result.elements.size());
  for (std::ptrdiff_t i = 0; i < count; ++i)
    result.elements[static_cast<std::size_t>(i)] = wide_element(stack, number * count + i);
  return result;
}

wide_matrix diagonal_of(const host_value& stack, std::ptrdiff_t number, std::ptrdiff_t rows,
                        std::ptrdiff_t columns) {
  wide_matrix result(rows, columns);
  const std::ptrdiff_t count = stack.extents.back();
  for (std::ptrdiff_t i = 0; i < count; ++i) result(i, i) = wide_element(stack, number * count + i);
  return result;
}

wide_matrix unit(std::ptrdiff_t rows) {
  wide_matrix result(rows, rows);
  for (std::ptrdiff_t i = 0; i < rows; ++i) result(i, i) = 1;
  return result;
}

wide_matrix product(const wide_matrix& a, const wide_matrix& b) {
  wide_matrix result(a.rows, b.columns);
  for (std::ptrdiff_t i = 0; i < a.rows; ++i)
    for (std::ptrdiff_t k = 0; k < a.columns; ++k)
      for (std::ptrdiff_t j = 0; j < b.columns; ++j) result(i, j) += a(i, k) * b(k, j);
  return result;
}

wide_matrix adjoint(const wide_matrix& a) {
  wide_matrix result(a.columns, a.rows);
  for (std::ptrdiff_t i = 0; i < a.rows; ++i)
    for (std::ptrdiff_t j = 0; j < a.columns; ++j) result(j, i) = std::conj(a(i, j));
  return result;
}

long double distance(const wide_matrix& a, const wide_matrix& b) {
  long double squares = 0;
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    squares += std::norm(a.elements[i] - b.elements[i]);
  return std::sqrt(squares);
}

long double size_of(const wide_matrix& a) {
  return distance(a, wide_matrix(a.rows, a.columns));
}

elimination::elimination(wide_matrix a) {
  long double first = 0;
  for (std::ptrdiff_t step = 0; step < a.rows; ++step) {
    std::ptrdiff_t row = step;
    std::ptrdiff_t column = step;
    for (std::ptrdiff_t i = step; i < a.rows; ++i)
      for (std::ptrdiff_t j = step; j < a.columns; ++j)
        if (std::abs(a(i, j)) > std::abs(a(row, column))) row = i, column = j;
    for (std::ptrdiff_t j = 0; j < a.columns; ++j) std::swap(a(step, j), a(row, j));
    for (std::ptrdiff_t i = 0; i < a.rows; ++i) std::swap(a(i, step), a(i, column));
    if ((row != step) != (column != step)) determinant = -determinant;
    const wide pivot = a(step, step);
    determinant *= pivot;
    if (step == 0) first = std::abs(pivot);
    pivot_ratio = first == 0 ? 0 : std::abs(pivot) / first;
    if (pivot == wide(0)) return;
    for (std::ptrdiff_t i = step + 1; i < a.rows; ++i) {
      const wide factor = a(i, step) / pivot;
      for (std::ptrdiff_t j = step; j < a.columns; ++j) a(i, j) -= factor * a(step, j);
    }
  }
}

}  // namespace gpu::fuzz
