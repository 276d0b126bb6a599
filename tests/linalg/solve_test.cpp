// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/solve.hpp>

#include <cmath>
#include <complex>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/diag.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/linalg/chains.hpp>
#include <gpu/linalg/products.hpp>
#include <gpu/reductions.hpp>

#include "linalg/drawn_matrices.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::linalg {
namespace {

using test::drawn;
using test::error_of;
using test::message_of;
using test::residual_of;
using test::values;

class linalg_solve : public test::on_device {};

/// Residuals in units of precision and size, as LAPACK's own tests have them.
template <class T>
void expect_solutions(const shape& batch, std::ptrdiff_t n) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << batch << ' ' << n);
  shape extents = batch;
  extents.push_back(n);
  extents.push_back(n);
  const ndarray<T> a = drawn<T>(extents);
  shape right = batch;
  right.push_back(n);
  right.push_back(2);
  const ndarray<T> b = drawn<T>(right);
  EXPECT_LT(residual_of(a, solve(a, b), b, n), 10);
  EXPECT_LT(residual_of(a, inv(a), broadcast_to(eye<T>(n), extents), n), 10);
  const ndarray<T> positive =
      matmul(a, matrix_transpose(conj(a))) + eye<T>(n) * static_cast<T>(float(n));
  const ndarray<T> l = cholesky(positive);
  EXPECT_LT(error_of(matmul(l, matrix_transpose(conj(l))), positive, n), 30);
  const ndarray<T> u = cholesky(positive, true);
  EXPECT_LT(error_of(matmul(matrix_transpose(conj(u)), u), positive, n), 30);
  const auto [sign, logarithm] = slogdet(a);
  EXPECT_LT(error_of(sign * astype<T>(exp(logarithm)), det(a), n), 100 * double(n + 1));
}

TEST_P(linalg_solve, residuals_are_small) {
  for (const std::ptrdiff_t n : {1, 2, 5, 32, 33}) {
    expect_solutions<float>({}, n);
    expect_solutions<double>({3}, n);
    expect_solutions<std::complex<float>>({2, 2}, n);
    expect_solutions<std::complex<double>>({2}, n);
  }
  expect_solutions<float16>({2}, 3);
  expect_solutions<bfloat16>({}, 3);
}

/// Matrices whose rows have to be exchanged, and whose inverses are small.
template <class T>
ndarray<T> drawn_by_antidiagonals(std::ptrdiff_t count, std::ptrdiff_t n) {
  return flip(drawn<T>({count, n, n}) + eye<T>(n) * static_cast<T>(float(n)), -2);
}

/// Up to 16 rows the host solves without LAPACK, unless there are many columns.
TEST_P(linalg_solve, small_systems_of_several_columns_are_solved_as_large_ones) {
  for (const std::ptrdiff_t n : {1, 2, 3, 4, 7, 8, 15, 16, 17})
    for (const std::ptrdiff_t columns : {1, 2, 16, 17, 256, 300}) {
      SCOPED_TRACE(testing::Message() << n << ' ' << columns);
      const ndarray<double> a = drawn_by_antidiagonals<double>(5, n);
      const ndarray<double> b = drawn<double>({5, n, columns});
      EXPECT_LT(error_of(matmul(a, solve(a, b)), b, n), 100);
      const auto c = drawn_by_antidiagonals<std::complex<float>>(2, n);
      const ndarray<std::complex<float>> d = drawn<std::complex<float>>({2, n, columns});
      EXPECT_LT(error_of(matmul(c, solve(c, d)), d, n), 100);
      EXPECT_LT(error_of(matmul(a, inv(a)), broadcast_to(eye<double>(n), {5, n, n}), n), 100);
    }
}

TEST_P(linalg_solve, rows_are_exchanged_in_small_systems) {
  const ndarray<double> a = {{{0, 1, 0}, {0, 0, 1}, {2, 0, 0}}, {{0, 0, 4}, {0, 2, 0}, {1, 0, 0}}};
  EXPECT_EQ(inv(a), (ndarray<double>{{{0, 0, 0.5}, {1, 0, 0}, {0, 1, 0}},
                                     {{0, 0, 1}, {0, 0.5, 0}, {0.25, 0, 0}}}));
}

TEST_P(linalg_solve, has_the_values_of_numpy) {
  const ndarray<int> a = {{2, 1, 0}, {1, 3, 1}, {0, 1, 4}};
  EXPECT_NEAR(det(a).item(), 18, 1e-12);
  EXPECT_EQ(det(a).dtype(), dtype::float64);
  const ndarray<double> x = solve(a, ndarray<int>{3, 5, 5});
  for (const double value : values(x)) EXPECT_NEAR(value, 1, 1e-14);
  EXPECT_EQ(x.shape(), (shape{3}));
  EXPECT_EQ(values(cholesky(ndarray<float>{{4, 2}, {2, 5}})), (std::vector<float>{2, 0, 1, 2}));
  EXPECT_EQ(values(cholesky(ndarray<float>{{4, 9}, {2, 5}})), (std::vector<float>{2, 0, 1, 2}));
  const auto [sign, logarithm] = slogdet(ndarray<double>{{0, 2}, {3, 0}});
  EXPECT_EQ(sign.item(), -1);
  EXPECT_NEAR(logarithm.item(), std::log(6), 1e-15);
  EXPECT_EQ(slogdet(zeros<double>({2, 2})).sign.item(), 0);
  EXPECT_EQ(slogdet(zeros<double>({2, 2})).logabsdet.item(), -INFINITY);
  // Complex numbers of this size cannot be divided by each other.
  using number = std::complex<double>;
  const auto tiny = slogdet(full({1, 1}, number(3e-310, 4e-310)));
  const number direction = tiny.sign.item();
  EXPECT_NEAR(std::abs(direction - number(0.6, 0.8)), 0, 1e-13);
  EXPECT_NEAR(tiny.logabsdet.item(), std::log(5e-310), 1e-10);
  EXPECT_EQ(det(zeros<double>({2, 2})).item(), 0);
}

TEST_P(linalg_solve, determinants_that_are_0_are_positive_zeros) {
  const ndarray<double> singular{{{-1, 0}, {0, 0}}, {{0, -1}, {0, -1}}, {{-0.0, 0}, {1, -1}}};
  for (const double determinant : values(det(singular))) {
    EXPECT_EQ(determinant, 0);
    EXPECT_FALSE(std::signbit(determinant));
  }
  const auto [sign, logarithm] = slogdet(singular);
  for (const double one : values(sign)) EXPECT_FALSE(std::signbit(one));
  EXPECT_EQ(values(sign), std::vector<double>(3, 0));
  EXPECT_EQ(values(logarithm), std::vector<double>(3, -INFINITY));
  const auto z = det(singular.astype<std::complex<double>>() * std::complex<double>(0, 1));
  for (const std::complex<double> one : values(z)) {
    EXPECT_EQ(one, 0.0);
    EXPECT_FALSE(std::signbit(one.real()) || std::signbit(one.imag()));
  }
  EXPECT_EQ(det(ndarray<double>{{0, NAN}, {0, 1}}).item(), 0);
  const std::complex<double> exchanged = det(ndarray<std::complex<double>>{{0, 1}, {1, 0}}).item();
  EXPECT_EQ(exchanged, -1.0);
  EXPECT_FALSE(std::signbit(exchanged.imag()));
}

/// What is left of equal rows or columns after a step of the elimination is rounding, and that of
/// the next is so small that its reciprocal is infinite.
template <class T>
void expect_small_determinants_of_repeated(std::ptrdiff_t n) {
  using R = decltype(std::abs(T()));
  for (const std::ptrdiff_t count : {1, 3})
    for (const shape& line : {shape{count, 1, n}, shape{count, n, 1}}) {
      const auto repeated = broadcast_to(drawn<T>(line), {count, n, n});
      for (const T one : values(det(repeated))) EXPECT_LT(std::abs(one), R(1e-3)) << line;
      const auto [sign, logarithm] = slogdet(repeated);
      for (const R one : values(logarithm)) EXPECT_LT(one, R(-7)) << line;
      for (const T one : values(sign)) EXPECT_TRUE(std::abs(one) < R(1.1)) << line;
    }
}

TEST_P(linalg_solve, determinants_of_repeated_rows_and_columns_are_small) {
  for (const std::ptrdiff_t n : {20, 51, 52, 300}) {
    expect_small_determinants_of_repeated<float>(n);
    expect_small_determinants_of_repeated<double>(n);
    expect_small_determinants_of_repeated<std::complex<float>>(n);
    expect_small_determinants_of_repeated<std::complex<double>>(n);
  }
}

TEST_P(linalg_solve, reads_matrices_as_they_lie) {
  const ndarray<double> a = drawn<double>({4, 4});
  const ndarray<double> b = drawn<double>({4, 3});
  const auto transposed = transpose(ndarray<double>(transpose(a)));
  EXPECT_EQ(values(solve(transposed, b)), values(solve(a, b)));
  EXPECT_EQ(values(solve(flip(flip(a, 0), 0), b)), values(solve(a, b)));
  const ndarray<double> stack = solve(a, ndarray<double>(broadcast_to(b, {2, 4, 3})));
  EXPECT_EQ(stack.shape(), (shape{2, 4, 3}));
  // On a GPU another algorithm solves many systems than one.
  EXPECT_LT(error_of(ndarray<double>(view(stack, 1)), solve(a, b), 4), 30);
  const ndarray<double> unchanged = a;
  static_cast<void>(inv(a));
  EXPECT_TRUE(a == unchanged);
}

TEST_P(linalg_solve, takes_empty_matrices_and_stacks) {
  EXPECT_EQ(inv(zeros<double>({0, 0})).shape(), (shape{0, 0}));
  EXPECT_EQ(det(zeros<double>({0, 0})).item(), 1);
  EXPECT_EQ(det(zeros<double>({0, 2, 2})).shape(), (shape{0}));
  EXPECT_EQ(solve(zeros<double>({0, 2, 2}), zeros<double>({2, 3})).shape(), (shape{0, 2, 3}));
  EXPECT_EQ(solve(eye<double>(3), zeros<double>({3, 0})).shape(), (shape{3, 0}));
  EXPECT_EQ(cholesky(zeros<float>({0, 0})).shape(), (shape{0, 0}));
}

TEST_P(linalg_solve, of_tensors) {
  const ndarray<double> a = reshape(drawn<double>({6, 6}), {2, 3, 6});
  const ndarray<double> b = drawn<double>({2, 3});
  EXPECT_LT(error_of(tensordot(a, tensorsolve(a, b), 1), b, 6), 100);
  const ndarray<double> moved = moveaxis(a, 2, 0);
  EXPECT_EQ(values(tensorsolve(moved, b, {0})), values(tensorsolve(a, b)));
  const ndarray<double> inverse = tensorinv(a, 2);
  EXPECT_EQ(inverse.shape(), (shape{6, 2, 3}));
  EXPECT_LT(error_of(tensordot(inverse, a, 2), eye<double>(6), 6), 1000);
  EXPECT_THROW(static_cast<void>(tensorinv(a, 0)), value_error);
  EXPECT_THROW(static_cast<void>(tensorsolve(a, zeros<double>({3}))), linalg_error);
}

TEST_P(linalg_solve, negative_powers_are_those_of_the_inverse) {
  const ndarray<double> a = {{2, 0}, {0, 4}};
  EXPECT_EQ(values(matrix_power(a, -2)), (std::vector<double>{0.25, 0, 0, 0.0625}));
  EXPECT_THROW(static_cast<void>(matrix_power(ndarray<int>{{1, 0}, {0, 1}}, -1)), value_error);
}

TEST_P(linalg_solve, refuses_in_the_words_of_numpy) {
  const auto message = [](const auto& call) {
    return message_of<linalg_error>([&] { static_cast<void>(call()); });
  };
  EXPECT_EQ(message([] { return inv(zeros<double>({2, 2})); }), "Singular matrix");
  EXPECT_EQ(message_of<shape_error>(
                [] { static_cast<void>(solve(eye<double>(2), ndarray<double>(3.0))); }),
            "solve: Input operand 1 does not have enough dimensions (has 0, gufunc core with "
            "signature (m,m),(m,n)->(m,n) requires 2)");
  ndarray<double> stack = zeros<double>({2, 2, 2});
  view(stack, 0) = eye<double>(2);
  EXPECT_EQ(message([&] {
              return solve(stack, zeros<double>({2, 1}));
            }),
            "Singular matrix (matrix 1 of the stack)");
  EXPECT_EQ(message([&] { return inv(stack); }), "Singular matrix (matrix 1 of the stack)");
  ndarray<float> larger = broadcast_to(eye<float>(40), {3, 40, 40});
  view(larger, 2, 7, 7) = 0;
  EXPECT_EQ(message([&] { return inv(larger); }), "Singular matrix (matrix 2 of the stack)");
  EXPECT_EQ(message([] { return cholesky(ndarray<float>{{-1}}); }),
            "Matrix is not positive definite");
  EXPECT_EQ(message([] {
              return det(zeros<double>({2, 3}));
            }),
            "Last 2 dimensions of the array must be square: (2,3)");
  EXPECT_EQ(message([] { return inv(zeros<double>({2})); }),
            "1-dimensional array given. Array must be at least two-dimensional");
  EXPECT_EQ(message_of<shape_error>([] {
              static_cast<void>(solve(eye<double>(3), zeros<double>({2, 1})));
            }),
            "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(m,m),(m,n)->(m,n) (size 2 is different from 3)");
}

TEST_P(linalg_solve, takes_a_list_as_the_right_hand_side) {
  const ndarray<double> a{{2, 0}, {1, 4}};
  EXPECT_EQ(gpu::linalg::solve(a, {4.0, 10.0}), (ndarray<double>{2, 2}));
  EXPECT_EQ(ndarray<double>(gpu::matmul(a, {2.0, 2.0})), (ndarray<double>{4, 10}));
}

TEST_P(linalg_solve, determinants_overflow_only_if_the_result_does) {
  if (GetParam().is_gpu()) GTEST_SKIP() << "the product of the diagonal, on a GPU";
  const auto det_of = [](const std::vector<double>& diagonal) {
    return det(ndarray<double>(diag(asarray(diagonal)))).item();
  };
  EXPECT_EQ(det_of({0x1p700, 0x1p700, 0x1p-700, 0x1p-699}), 2);
  EXPECT_EQ(det_of({0x1p-700, 0x1p-700, 0x1p700, -0x1p701}), -2);
  EXPECT_EQ(det_of({0x1p-1000, 0x1p1000, 0x1p-1000, 3}), 3 * 0x1p-1000);
  EXPECT_EQ(det_of({0x1p700, -0x1p700}), -INFINITY);
  EXPECT_EQ(det_of({0x1p-700, 0x1p-700}), 0);
  EXPECT_EQ(det_of({0x1p700, 0x1p700, 0}), 0);
  EXPECT_TRUE(std::isnan(det_of({0x1p700, NAN})));
  EXPECT_EQ(det(ndarray<float>(diag(asarray(std::vector<float>{0x1p100F, 0x1p100F, 0x1p-100F})))),
            0x1p100F);
  using complex = std::complex<double>;
  const complex infinite =
      det(ndarray<complex>(diag(asarray(std::vector<complex>{{0x1p700, 0x1p700}, {0x1p700, 0}}))))
          .item();
  EXPECT_EQ(infinite.real(), INFINITY);
  EXPECT_EQ(infinite.imag(), INFINITY);
  const std::vector<complex> imaginary = {{0, 0x1p700}, {0, 0x1p700}, {0x1p-700, 0}, {0, 0x1p-700}};
  EXPECT_EQ(det(ndarray<complex>(diag(asarray(imaginary)))).item(), complex(0, -1));
}

TEST_P(linalg_solve, signs_of_determinants_that_are_not_finite) {
  if (GetParam().is_gpu()) GTEST_SKIP() << "a quotient, on a GPU";
  const auto [sign, logarithm] =
      slogdet(ndarray<double>{{{INFINITY, 0}, {0, -2}}, {{-INFINITY, 0}, {0, -2}}});
  EXPECT_EQ(values(sign), (std::vector<double>{-1, 1}));
  EXPECT_EQ(values(logarithm), (std::vector<double>{INFINITY, INFINITY}));
  const auto of_nan = slogdet(ndarray<double>{{NAN, 1}, {0, -2}});
  EXPECT_EQ(std::abs(of_nan.sign.item()), 1);
  EXPECT_TRUE(std::isnan(of_nan.logabsdet.item()));
}

TEST_P(linalg_solve, signs_and_logarithms_can_be_tied) {
  const ndarray<double> a{{2, 1}, {1, 3}};
  ndarray<double> s, l;
  std::tie(s, l) = slogdet(a);
  EXPECT_EQ(s.item(), 1);
  EXPECT_NEAR(l.item(), std::log(5), 1e-14);
}

TEST_P(linalg_solve, takes_vectors_of_the_host) {
  const ndarray<double> a{{2, 0}, {0, 4}};
  EXPECT_EQ(values(solve(a, std::vector<double>{2, 2})), (std::vector<double>{1, 0.5}));
  EXPECT_EQ(solve(a, std::vector<int>{2, 2}).device(), a.device());
}

TEST_P(linalg_solve, a_vector_that_does_not_fit_is_named_as_by_numpy) {
  EXPECT_EQ(
      message_of<shape_error>([] { static_cast<void>(solve(eye<double>(3), zeros<double>({4}))); }),
      "solve1: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
      "(m,m),(m)->(m) (size 4 is different from 3)");
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_solve, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::linalg
