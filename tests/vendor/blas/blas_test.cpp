// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/blas/blas.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <vector>

#include <gpu/core/error.hpp>

#include "support/blas.hpp"
#include "support/environment.hpp"
#include "support/guarded_elements.hpp"

namespace gpu::test {
namespace {

using vendor::matrix_product;

template <class T>
class blas : public testing::Test {};
using blas_types = testing::Types<float, double, complex<float>, complex<double>>;
TYPED_TEST_SUITE(blas, blas_types);

/// Small whole numbers: their products and sums are exact in each type.
template <class T>
T number(std::ptrdiff_t row, std::ptrdiff_t column, int seed) {
  const auto part = [&](int by) { return static_cast<float>((row * by + column * 3 + seed) % 7); };
  if constexpr (requires { T(1.0F, 1.0F); } && !std::is_arithmetic_v<T>)
    return T(part(2), part(5));
  else
    return T(part(2));
}

template <class T>
struct stored_matrix {
  std::vector<T> elements;
  vendor::matrix_operand place;
};

/// With two unused elements behind each row, or each column.
template <class T>
stored_matrix<T> stored(std::ptrdiff_t rows, std::ptrdiff_t columns, bool transposed, int seed) {
  const std::ptrdiff_t row_stride = transposed ? 1 : columns + 2;
  const std::ptrdiff_t column_stride = transposed ? rows + 2 : 1;
  std::vector<T> elements(static_cast<std::size_t>((rows + 2) * (columns + 2)), T(99));
  for (std::ptrdiff_t i = 0; i < rows; ++i)
    for (std::ptrdiff_t j = 0; j < columns; ++j)
      elements[static_cast<std::size_t>(i * row_stride + j * column_stride)] =
          number<T>(i, j, seed);
  return {elements, *vendor::matrix_operand_at(rows, columns, row_stride, column_stride)};
}

/// Element (i, j) of the product of matrices of such numbers, stored with seeds 1 and 4.
template <class T>
T product_element(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t k) {
  T sum(0);
  for (std::ptrdiff_t l = 0; l < k; ++l) sum = sum + number<T>(i, l, 1) * number<T>(l, j, 4);
  return sum;
}

template <class T>
void expect_product(std::ptrdiff_t m, std::ptrdiff_t n, std::ptrdiff_t k, bool transpose_a,
                    bool transpose_b) {
  const auto a = stored<T>(m, k, transpose_a, 1);
  const auto b = stored<T>(k, n, transpose_b, 4);
  const std::ptrdiff_t stride = n + 3;
  std::vector<T> out(static_cast<std::size_t>(m * stride), T(-1));
  for (std::ptrdiff_t i = 0; i < m; ++i)
    for (std::ptrdiff_t j = 0; j < n; ++j)
      out[static_cast<std::size_t>(i * stride + j)] = T(std::numeric_limits<float>::quiet_NaN());
  ASSERT_TRUE(vendor::multiply(matrix_product<T>{m, n, k, a.elements.data(), a.place,
                                                 b.elements.data(), b.place, out.data(), stride}));
  for (std::ptrdiff_t i = 0; i < m; ++i)
    for (std::ptrdiff_t j = 0; j < stride; ++j) {
      // What lies between the rows stays.
      const T expected = j < n ? product_element<T>(i, j, k) : T(-1);
      EXPECT_TRUE(out[static_cast<std::size_t>(i * stride + j)] == expected) << i << ' ' << j;
    }
}

/// Of few elements, and of so many that several threads share them.
TYPED_TEST(blas, reads_nothing_behind_a_vector) {
  using T = TypeParam;
  if (!opens_a_blas()) GTEST_SKIP() << "no BLAS";
  for (const bool transposed : {false, true})
    for (const std::ptrdiff_t m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 203, 402})
      for (const std::ptrdiff_t k : {1, 2, 3, 4, 5, 6, 7, 8, 9, 101}) {
        guarded_elements<T> a(m * k), x(k), out(m);
        for (std::ptrdiff_t i = 0; i < m; ++i)
          for (std::ptrdiff_t j = 0; j < k; ++j)
            a.data()[transposed ? j * m + i : i * k + j] = number<T>(i, j, 1);
        for (std::ptrdiff_t j = 0; j < k; ++j) x.data()[j] = number<T>(j, 0, 4);
        const vendor::matrix_operand place{transposed, transposed ? m : k};
        const vendor::matrix_operand column{false, 1};
        ASSERT_TRUE(vendor::multiply(
            matrix_product<T>{m, 1, k, a.data(), place, x.data(), column, out.data(), 1}));
        for (std::ptrdiff_t i = 0; i < m; ++i)
          EXPECT_TRUE(out.data()[i] == product_element<T>(i, 0, k)) << m << " x " << k << ", " << i;
      }
}

TYPED_TEST(blas, multiplies_any_orders) {
  if (!opens_a_blas()) GTEST_SKIP() << "no BLAS";
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true})
      expect_product<TypeParam>(3, 5, 4, transpose_a, transpose_b);
}

TYPED_TEST(blas, multiplies_vectors_in_any_order) {
  if (!opens_a_blas()) GTEST_SKIP() << "no BLAS";
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true}) {
      expect_product<TypeParam>(5, 1, 4, transpose_a, transpose_b);
      expect_product<TypeParam>(1, 5, 4, transpose_a, transpose_b);
      expect_product<TypeParam>(1, 1, 4, transpose_a, transpose_b);
      expect_product<TypeParam>(5, 5, 1, transpose_a, transpose_b);
      expect_product<TypeParam>(1, 1, 1, transpose_a, transpose_b);
    }
}

TYPED_TEST(blas, sums_of_nothing_are_zero) {
  if (!opens_a_blas()) GTEST_SKIP() << "no BLAS";
  expect_product<TypeParam>(3, 2, 0, false, false);
}

TYPED_TEST(blas, refuses_what_its_integers_do_not_hold) {
  const auto too_large = std::ptrdiff_t{std::numeric_limits<int>::max()} + 1;
  TypeParam out(7);
  EXPECT_FALSE(vendor::multiply(matrix_product<TypeParam>{
      1, 1, 1, nullptr, {false, too_large}, nullptr, {false, 1}, &out, 1}));
  EXPECT_TRUE(out == TypeParam(7));
}

// In processes of their own: a library that was found once stays found.
void print_file() {
  try {
    std::fprintf(stderr, "file: '%s'", vendor::blas_file().c_str());
  } catch (const library_not_found& e) {
    std::fputs(e.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(blas_death_test, a_named_file_that_is_missing_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard nowhere("GPU_NDARRAY_BLAS", "/no/such/libblas.so");
  EXPECT_EXIT(
      print_file(), testing::ExitedWithCode(3),
      "BLAS was not found.*libopenblas0.*GPU_NDARRAY_BLAS.*Looked in:.*/no/such/libblas.so");
}

TEST(blas_death_test, a_named_file_that_is_no_library_is_said) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard wrong("GPU_NDARRAY_BLAS", "/etc/passwd");
  EXPECT_EXIT(print_file(), testing::ExitedWithCode(3), "/etc/passwd cannot be used: ");
}

}  // namespace
}  // namespace gpu::test
