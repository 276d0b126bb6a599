// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/blas/matrix_operand.hpp"

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

using vendor::matrix_operand;
using vendor::matrix_operand_at;

TEST(matrix_operand, rows_in_c_order_are_read_as_they_are) {
  EXPECT_EQ(matrix_operand_at(3, 4, 4, 1), (matrix_operand{false, 4}));
  EXPECT_EQ(matrix_operand_at(3, 4, 10, 1), (matrix_operand{false, 10}));
}

TEST(matrix_operand, fortran_order_is_a_flag) {
  EXPECT_EQ(matrix_operand_at(3, 4, 1, 3), (matrix_operand{true, 3}));
  EXPECT_EQ(matrix_operand_at(3, 4, 1, 7), (matrix_operand{true, 7}));
}

TEST(matrix_operand, strides_of_single_elements_mean_nothing) {
  EXPECT_EQ(matrix_operand_at(1, 4, 0, 1), (matrix_operand{false, 4}));
  EXPECT_EQ(matrix_operand_at(4, 1, 1, 0), (matrix_operand{false, 1}));
  EXPECT_EQ(matrix_operand_at(4, 1, 5, -2), (matrix_operand{false, 5}));
  EXPECT_EQ(matrix_operand_at(1, 4, -9, 5), (matrix_operand{true, 5}));
  EXPECT_EQ(matrix_operand_at(1, 1, 0, 0), (matrix_operand{false, 1}));
}

TEST(matrix_operand, an_empty_matrix_has_a_leading_stride_that_blas_takes) {
  EXPECT_EQ(matrix_operand_at(3, 0, 0, 0), (matrix_operand{false, 1}));
  EXPECT_EQ(matrix_operand_at(0, 3, 0, 1), (matrix_operand{false, 3}));
}

TEST(matrix_operand, what_blas_cannot_read_is_nothing) {
  EXPECT_FALSE(matrix_operand_at(3, 4, 8, 2));   // every second column
  EXPECT_FALSE(matrix_operand_at(3, 4, -4, 1));  // rows in reverse
  EXPECT_FALSE(matrix_operand_at(3, 4, 4, -1));  // columns in reverse
  EXPECT_FALSE(matrix_operand_at(3, 4, 0, 1));   // a row that is repeated
  EXPECT_FALSE(matrix_operand_at(3, 4, 1, 1));   // a sliding window
}

}  // namespace
}  // namespace gpu::test
