// SPDX-License-Identifier: BSD-3-Clause
// Linear algebra of arrays whose dtype is known at run time only.
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::any_expression;
using gpu::ndarray;
using gpu::test::message_of;
namespace linalg = gpu::linalg;

class untyped_matrices : public gpu::test::on_device {
 protected:
  static ndarray<int> rows() { return ndarray<int>{{4, 1}, {1, 3}}; }
  /// float64, and the same with its type.
  static any_expression joined() { return gpu::stack({rows(), rows() * 0.5}); }
  static ndarray<double> known() { return joined(); }
};

/// Of the same dtype, shape and elements.
template <class E>
void expect_equal(const any_expression& found, const E& expected) {
  ASSERT_EQ(found.dtype(), expected.dtype());
  EXPECT_EQ(found.as<typename E::value_type>(), expected);
}

TEST_P(untyped_matrices, are_decomposed) {
  const any_expression q = joined();
  const ndarray<double> x = known();
  const auto [u, s, vh] = linalg::svd(q);
  expect_equal(u, linalg::svd(x).U);
  expect_equal(s, linalg::svd(x).S);
  expect_equal(vh, linalg::svd(x).Vh);
  EXPECT_EQ(linalg::svd(q, true, false).U.size(), 0U);
  expect_equal(linalg::svdvals(q), linalg::svdvals(x));
  expect_equal(linalg::qr(q).Q, linalg::qr(x).Q);
  expect_equal(linalg::qr(q).R, linalg::qr(x).R);
  EXPECT_EQ(linalg::qr(q, "r").Q.size(), 0U);
  expect_equal(linalg::eigh(q).eigenvectors, linalg::eigh(x).eigenvectors);
  expect_equal(linalg::eigvalsh(q), linalg::eigvalsh(x));
  expect_equal(linalg::eigvals(q), linalg::eigvals(x));
  expect_equal(linalg::cholesky(q), linalg::cholesky(x));
  expect_equal(linalg::pinv(q), linalg::pinv(x));
  EXPECT_EQ(linalg::matrix_rank(q), linalg::matrix_rank(x));
  expect_equal(q.dot(q.T()), x.dot(x.T()));
}

TEST_P(untyped_matrices, have_solutions) {
  const any_expression q = joined();
  const ndarray<double> x = known();
  expect_equal(linalg::solve(q, rows()), linalg::solve(x, rows()));
  expect_equal(linalg::solve(rows(), q), linalg::solve(rows(), x));
  expect_equal(linalg::inv(q), linalg::inv(x));
  expect_equal(linalg::det(q), linalg::det(x));
  expect_equal(linalg::slogdet(q).logabsdet, linalg::slogdet(x).logabsdet);
  const auto found = linalg::lstsq(gpu::view(q, 0), gpu::view(q, 1));
  expect_equal(found.x, linalg::lstsq(gpu::view(x, 0), gpu::view(x, 1)).x);
  expect_equal(found.s, linalg::lstsq(gpu::view(x, 0), gpu::view(x, 1)).s);
  EXPECT_EQ(message_of<gpu::linalg_error>([&] { (void)linalg::inv(gpu::view(q, 0, 0)); }),
            "1-dimensional array given. Array must be at least two-dimensional");
}

TEST_P(untyped_matrices, that_are_complex_have_real_singular_values) {
  const ndarray<float> m{{1, 2}, {3, 4}};
  const any_expression z = gpu::stack({m, m * std::complex<float>(0, 1)});
  const auto [u, s, vh] = linalg::svd(z);
  EXPECT_EQ(u.dtype(), gpu::dtype::complex64);
  EXPECT_EQ(s.dtype(), gpu::dtype::float32);
  EXPECT_EQ(vh.dtype(), gpu::dtype::complex64);
  EXPECT_EQ(linalg::det(gpu::stack({rows(), rows() + 1L})).dtype(), gpu::dtype::float64);
}

TEST_P(untyped_matrices, are_multiplied_by_einsum) {
  const any_expression q = joined();
  const ndarray<double> x = known();
  expect_equal(gpu::einsum("bij,kj->bik", q, rows()), gpu::einsum("bij,kj->bik", x, rows()));
  expect_equal(gpu::einsum("bii", q), gpu::einsum("bii", x));
}

TEST_P(untyped_matrices, have_covariances) {
  const any_expression q = gpu::view(joined(), 1);
  const ndarray<double> x = gpu::view(known(), 1);
  expect_equal(gpu::cov(q), gpu::cov(x));
  expect_equal(gpu::cov(q, rows(), gpu::rowvar(false)), gpu::cov(x, rows(), gpu::rowvar(false)));
  EXPECT_EQ(gpu::cov<float>(q), gpu::cov<float>(x));
  EXPECT_EQ(gpu::cov(q, gpu::as_dtype<float>), gpu::cov(x, gpu::as_dtype<float>));
  expect_equal(gpu::corrcoef(q), gpu::corrcoef(x));
  expect_equal(gpu::corrcoef(rows(), q), gpu::corrcoef(rows(), x));
}

TEST_P(untyped_matrices, are_fitted) {
  const any_expression x = gpu::concatenate({ndarray<int>{0, 1, 2}, ndarray<double>{3}});
  const ndarray<double> known_x(x);
  const ndarray<double> y{1, 2, 4, 8};
  expect_equal(gpu::polyfit(x, y, 2), gpu::polyfit(known_x, y, 2));
  expect_equal(gpu::polyfit(y, x, 1), gpu::polyfit(y, known_x, 1));
  EXPECT_THROW((void)gpu::polyfit(x, y, -1), gpu::value_error);
  const std::vector<double> vector{0, 1, 2, 3};
  EXPECT_EQ(gpu::polyfit(vector, y, 2), gpu::polyfit(known_x, y, 2));
  EXPECT_EQ(gpu::polyfit(vector, vector, 1), gpu::polyfit(known_x, known_x, 1));
  EXPECT_THROW((void)gpu::polyfit(vector, std::vector<double>{1}, 1), gpu::shape_error);
}

INSTANTIATE_TEST_SUITE_P(devices, untyped_matrices, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
