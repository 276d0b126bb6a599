// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/linalg/rank.hpp>

#include <algorithm>
#include <complex>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/core/error.hpp>
#include <gpu/linalg/decompositions.hpp>

#include "linalg/drawn_matrices.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::linalg {
namespace {

using test::drawn;
using test::error_of;
using test::message_of;
using test::values;

class linalg_rank : public test::on_device {};

using ranks = std::vector<std::int64_t>;

template <class A>
auto adjoint(const A& a) {
  return matrix_transpose(conj(a));
}

/// The four conditions of Penrose, in units of precision and size; rounding errors of an inverse
/// grow with the condition number.
template <class T>
void expect_pseudo_inverse(const ndarray<T>& a, const ndarray<T>& inverse) {
  const shape& extents = a.shape();
  const std::ptrdiff_t n = std::max(extents.end()[-1], extents.end()[-2]);
  const double limit = 10 * static_cast<double>(max(cond(a)).item());
  EXPECT_LT(error_of(matmul(matmul(a, inverse), a), a, n), limit);
  EXPECT_LT(error_of(matmul(matmul(inverse, a), inverse), inverse, n), limit);
  EXPECT_LT(error_of(adjoint(matmul(a, inverse)), matmul(a, inverse), n), limit);
  EXPECT_LT(error_of(adjoint(matmul(inverse, a)), matmul(inverse, a), n), limit);
}

template <class T>
void expect_full_rank(const shape& extents) {
  SCOPED_TRACE(testing::Message() << dtype_of<T> << ' ' << extents);
  const ndarray<T> a = drawn<T>(extents);
  const std::ptrdiff_t least = std::min(extents.back(), extents[extents.size() - 2]);
  EXPECT_EQ(values(matrix_rank(a)), ranks(matrix_rank(a).size(), least));
  expect_pseudo_inverse<T>(a, pinv(a));
  const ndarray<T> square = matmul(a, adjoint(a));
  const ndarray<T> lower = tril(square);
  EXPECT_EQ(values(matrix_rank(lower, hermitian)), values(matrix_rank(square)));
  if (extents.back() < extents[extents.size() - 2]) return;
  expect_pseudo_inverse<T>(square, pinv(lower, hermitian));
  expect_pseudo_inverse<T>(-square, pinv(-lower, 1e-6, hermitian));
}

TEST_P(linalg_rank, of_drawn_matrices_is_full_and_inverses_are_those_of_penrose) {
  for (const shape& extents :
       {shape{1, 1}, shape{4, 4}, shape{7, 3}, shape{3, 7}, shape{2, 3, 5, 5}, shape{2, 6, 2}}) {
    expect_full_rank<float>(extents);
    expect_full_rank<double>(extents);
    expect_full_rank<std::complex<float>>(extents);
    expect_full_rank<std::complex<double>>(extents);
  }
  EXPECT_EQ(matrix_rank(drawn<float16>({3, 5})).item(), 3);
  EXPECT_EQ(pinv(drawn<float16>({3, 5})).dtype(), dtype::float16);
}

/// Of numpy.linalg.matrix_rank.
TEST_P(linalg_rank, is_that_of_numpy) {
  EXPECT_EQ(matrix_rank(ndarray<double>{{1, 2}, {2, 4}}).item(), 1);
  EXPECT_EQ(matrix_rank(zeros<double>({3, 3})).item(), 0);
  EXPECT_EQ(matrix_rank(ndarray<int>{0, 1}).item(), 1);
  EXPECT_EQ(matrix_rank(ndarray<int>{0, 0}).item(), 0);
  const ndarray<double> small = {{1, 0}, {0, 1e-3}};
  EXPECT_EQ(matrix_rank(small, 1e-2).item(), 1);
  EXPECT_EQ(matrix_rank(small, 0).item(), 2);
  EXPECT_EQ(matrix_rank(small * 100.0, 1e-2).item(), 2);
  EXPECT_EQ(matrix_rank(small * 100.0, rtol(1e-2)).item(), 1);
  EXPECT_EQ(matrix_rank(small, rtol(std::nullopt)).item(), 2);
  EXPECT_EQ(matrix_rank(-small, hermitian).item(), 2);
  EXPECT_EQ(matrix_rank(-small, hermitian, rtol(1e-2)).item(), 1);
  EXPECT_EQ(matrix_rank(-small, 0.1, hermitian).item(), 1);
  // Only the lower triangle.
  EXPECT_EQ(matrix_rank(ndarray<double>{{1, 9}, {0, 0}}, hermitian).item(), 1);
  EXPECT_EQ(matrix_rank(ndarray<double>{{1, 9}, {0, 0}}, hermitian(false)).item(), 1);
  EXPECT_EQ(matrix_rank(ndarray<double>{{0, 9}, {1, 0}}, 5, hermitian).item(), 0);
  EXPECT_EQ(matrix_rank(zeros<double>({0, 2})).item(), 0);
  EXPECT_EQ(matrix_rank(zeros<double>({0, 2, 2})).shape(), (shape{0}));
}

/// A limit for each matrix.
TEST_P(linalg_rank, takes_limits_in_arrays) {
  const ndarray<double> stack = {{{1, 0}, {0, 1e-3}}, {{1, 0}, {0, 1e-3}}};
  const ndarray<double> limits = {1e-2, 1e-4};
  EXPECT_EQ(values(matrix_rank(stack, limits)), (ranks{1, 2}));
  EXPECT_EQ(values(matrix_rank(stack, rtol(limits))), (ranks{1, 2}));
  const ndarray<double> expected = {{{1, 0}, {0, 0}}, {{1, 0}, {0, 1000}}};
  EXPECT_LT(error_of(pinv(stack, limits), expected, 2), 10);
  EXPECT_LT(error_of(pinv(stack, rtol(limits), hermitian), expected, 2), 10);
}

/// Of numpy.linalg.pinv.
TEST_P(linalg_rank, pseudo_inverses_are_those_of_numpy) {
  const ndarray<double> deficient = {{1, 2}, {2, 4}};
  const ndarray<double> expected = {{0.04, 0.08}, {0.08, 0.16}};
  EXPECT_LT(error_of(pinv(deficient), expected, 2), 30);
  EXPECT_LT(error_of(pinv(deficient, rtol(std::nullopt)), expected, 2), 30);
  EXPECT_LT(error_of(pinv(deficient, rtol(std::nullopt), hermitian), expected, 2), 30);
  const ndarray<double> small = {{1, 0}, {0, 1e-3}};
  EXPECT_LT(error_of(pinv(small, 1e-2), ndarray<double>{{1, 0}, {0, 0}}, 2), 10);
  EXPECT_LT(error_of(pinv(small, rtol(1e-2)), ndarray<double>{{1, 0}, {0, 0}}, 2), 10);
  EXPECT_LT(error_of(pinv(-small, 1e-2, hermitian), ndarray<double>{{-1, 0}, {0, 0}}, 2), 10);
  EXPECT_EQ(pinv(zeros<double>({0, 2})).shape(), (shape{2, 0}));
  EXPECT_EQ(pinv(ndarray<int>{{2}}).item(), 0.5);
}

TEST_P(linalg_rank, refuses_in_the_words_of_numpy) {
  const ndarray<double> a = eye<double>(2);
  EXPECT_EQ(message_of<value_error>([&] { static_cast<void>(matrix_rank(a, 1, rtol(1))); }),
            "`tol` and `rtol` can't be both set.");
  EXPECT_EQ(message_of<value_error>([&] { static_cast<void>(pinv(a, 1, rtol(1))); }),
            "`rtol` and `rcond` can't be both set.");
  EXPECT_EQ(message_of<linalg_error>([&] { static_cast<void>(pinv(zeros<double>(2))); }),
            "1-dimensional array given. Array must be at least two-dimensional");
  EXPECT_EQ(message_of<linalg_error>([&] {
              static_cast<void>(matrix_rank(zeros<double>({2, 3}), hermitian));
            }),
            "Last 2 dimensions of the array must be square: (2,3)");
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of<linalg_error>([&] { static_cast<void>(pinv(ndarray<double>{{nan}})); }),
            "SVD did not converge");
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_rank, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu::linalg
