// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/solve_triangular.hpp>

#include <complex>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation/broadcasting.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "linalg/drawn_matrices.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::linalg {
namespace {

using test::drawn;
using test::error_of;
using test::message_of;
using test::values;

class linalg_solve_triangular : public test::on_device {};

shape with_axes(shape batch, std::ptrdiff_t rows, std::ptrdiff_t columns) {
  batch.push_back(rows);
  batch.push_back(columns);
  return batch;
}

/// Residuals in units of precision and size. The other triangle is full of nan.
template <class T>
void expect_solutions(const shape& batch, std::ptrdiff_t n, std::ptrdiff_t columns) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << batch << ' ' << n << ' ' << columns);
  const ndarray<T> a = drawn<T>(with_axes(batch, n, n)) / T(float(n)) + eye<T>(n) * T(2.F);
  const ndarray<T> b = drawn<T>(with_axes(batch, n, columns));
  const auto nan = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
  const ndarray<bool> is_lower = tri<bool>(n);
  const ndarray<bool> is_upper = transpose(is_lower);
  const ndarray<T> lower = where(is_lower, a, nan);
  const ndarray<T> upper = where(is_upper, a, nan);
  const ndarray<T> l = tril(a);
  const ndarray<T> u = triu(a);
  EXPECT_LT(error_of(matmul(l, solve_triangular(lower, b, triangle::lower)), b, n), 30);
  EXPECT_LT(error_of(matmul(u, solve_triangular(upper, b)), b, n), 30);
  EXPECT_LT(error_of(matmul(u, solve_triangular(upper, b, 'U')), b, n), 30);
  const auto ones_there = [&](const ndarray<T>& t) { return t * (1 - eye<T>(n)) + eye<T>(n); };
  const ndarray<T> no_diagonal = where(eye<bool>(n), nan, lower);
  EXPECT_LT(
      error_of(matmul(ones_there(l), solve_triangular(no_diagonal, b, "L", unit_diagonal)), b, n),
      30);
  EXPECT_LT(error_of(matmul(ones_there(u), solve_triangular(upper, b, 'u', unit_diagonal)), b, n),
            30);
  EXPECT_LT(error_of(matmul(l, matmul(matrix_transpose(conj(l)), solve_cholesky(lower, b))), b, n),
            60);
  EXPECT_LT(
      error_of(matmul(matrix_transpose(conj(u)), matmul(u, solve_cholesky(upper, b, true))), b, n),
      60);
}

TEST_P(linalg_solve_triangular, residuals_are_small) {
  for (const std::ptrdiff_t n : {1, 2, 5, 33}) {
    expect_solutions<float>({}, n, 3);
    expect_solutions<double>({3}, n, 1);
    expect_solutions<std::complex<float>>({2, 2}, n, 2);
    expect_solutions<std::complex<double>>({}, n, n);
  }
  expect_solutions<double>({2}, 300, 4);
  expect_solutions<float16>({2}, 3, 2);
  expect_solutions<bfloat16>({}, 3, 2);
}

/// scipy.linalg.solve_triangular(a, b, lower=True) and its like.
TEST_P(linalg_solve_triangular, has_the_values_of_scipy) {
  const ndarray<int> a = {{2, 1, 0}, {1, 4, 1}, {3, 1, 8}};
  const ndarray<int> b = {2, 5, 12};
  EXPECT_EQ(values(solve_triangular(a, b, triangle::lower)), (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(solve_triangular(a, b).dtype(), dtype::float64);
  EXPECT_EQ(values(solve_triangular(a, b)), (std::vector<double>{0.5625, 0.875, 1.5}));
  EXPECT_EQ(values(solve_triangular(a, b, triangle::lower, unit_diagonal)),
            (std::vector<double>{2, 3, 3}));
  EXPECT_EQ(values(solve_triangular(a, b, 'L', unit_diagonal(false))),
            (std::vector<double>{1, 1, 1}));
  const ndarray<float> positive = {{4, 2}, {2, 5}};
  EXPECT_EQ(values(solve_cholesky(cholesky(positive), ndarray<float>{8, 12})),
            (std::vector<float>{1, 2}));
  EXPECT_EQ(values(solve_cholesky(cholesky(positive, true), ndarray<float>{8, 12}, true)),
            (std::vector<float>{1, 2}));
}

TEST_P(linalg_solve_triangular, broadcasts_and_reads_matrices_as_they_lie) {
  const ndarray<double> a = drawn<double>({4, 4}) + eye<double>(4) * 3.0;
  const ndarray<double> b = drawn<double>({2, 4, 3});
  const ndarray<double> unchanged = a;
  const ndarray<double> x = solve_triangular(a, b, triangle::lower);
  EXPECT_EQ(x.shape(), (shape{2, 4, 3}));
  // On a GPU another algorithm solves many systems than one.
  const auto one = solve_triangular(a, view(b, 1), triangle::lower);
  EXPECT_LT(error_of(ndarray<double>(view(x, 1)), one, 4), 30);
  const ndarray<double> transposed = transpose(a);
  EXPECT_EQ(values(solve_triangular(transpose(transposed), b, triangle::lower)), values(x));
  EXPECT_EQ(values(solve_triangular(flip(flip(a, 1), 1), b, triangle::lower)), values(x));
  const ndarray<double> stack = broadcast_to(a, {5, 4, 4});
  EXPECT_EQ(solve_triangular(stack, drawn<double>(4)).shape(), (shape{5, 4}));
  EXPECT_TRUE(a == unchanged);
}

TEST_P(linalg_solve_triangular, takes_empty_matrices_and_stacks) {
  EXPECT_EQ(solve_triangular(zeros<double>({0, 0}), zeros<double>({0, 2})).shape(), (shape{0, 2}));
  EXPECT_EQ(solve_triangular(zeros<double>({0, 2, 2}), zeros<double>({2, 3})).shape(),
            (shape{0, 2, 3}));
  EXPECT_EQ(solve_triangular(eye<double>(3), zeros<double>({3, 0})).shape(), (shape{3, 0}));
  EXPECT_EQ(solve_cholesky(zeros<float>({0, 0}), zeros<float>(0)).shape(), (shape{0}));
}

TEST_P(linalg_solve_triangular, refuses_in_the_words_of_numpy) {
  const auto message = [](const auto& call) {
    return message_of<linalg_error>([&] { static_cast<void>(call()); });
  };
  const ndarray<double> singular = {{1, 0}, {1, 0}};
  const ndarray<double> b = {1, 2};
  EXPECT_EQ(message([&] { return solve_triangular(singular, b, triangle::lower); }),
            "Singular matrix");
  EXPECT_EQ(message([&] { return solve_cholesky(singular, b); }), "Singular matrix");
  EXPECT_EQ(values(solve_triangular(singular, b, triangle::lower, unit_diagonal)),
            (std::vector<double>{1, 1}));
  ndarray<double> stack = zeros<double>({2, 2, 2});
  view(stack, 0) = eye<double>(2);
  EXPECT_EQ(message([&] { return solve_triangular(stack, b); }),
            "Singular matrix (matrix 1 of the stack)");
  EXPECT_EQ(message([&] {
              return solve_triangular(zeros<double>({2, 3}), b);
            }),
            "Last 2 dimensions of the array must be square: (2,3)");
  EXPECT_EQ(message([&] { return solve_cholesky(b, b); }),
            "1-dimensional array given. Array must be at least two-dimensional");
  EXPECT_EQ(message_of<shape_error>([] {
              static_cast<void>(solve_triangular(eye<double>(3), zeros<double>({2, 1})));
            }),
            "solve_triangular: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
            "signature (m,m),(m,n)->(m,n) (size 2 is different from 3)");
  EXPECT_EQ(message_of<value_error>(
                [&] { static_cast<void>(solve_triangular(eye<double>(2), b, "lower")); }),
            "UPLO argument must be 'L' or 'U', not 'lower'");
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_solve_triangular, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::linalg
