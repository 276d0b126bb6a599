// SPDX-License-Identifier: BSD-3-Clause
// Calls as xtensor-blas and the array API spell them, in gpu::linalg.
#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/linalg/chains.hpp>
#include <gpu/linalg/products.hpp>
#include <gpu/linalg/rank.hpp>
#include <gpu/linalg/solve_triangular.hpp>

#include "support/device.hpp"

namespace {

using gpu::allclose;
using gpu::ndarray;
using gpu::shape;
namespace linalg = gpu::linalg;

class linalg_names : public gpu::test::on_device {
 protected:
  static ndarray<double> a() { return {{4, 1}, {1, 3}}; }
  static ndarray<double> b() { return {1, 2}; }
};

TEST_P(linalg_names, are_those_of_xtensor_blas) {
  const auto [u, s, vt] = linalg::svd(a(), true, true);
  EXPECT_TRUE(allclose(linalg::dot(u * s, vt), a()));
  const auto [q, r] = linalg::qr(a(), linalg::qrmode::complete);
  EXPECT_TRUE(allclose(linalg::dot(q, r), a()));
  const auto [x, residuals, rank, singular] = linalg::lstsq(a(), b(), -1);
  EXPECT_TRUE(allclose(x, linalg::solve(a(), b())));
  EXPECT_EQ(residuals.size(), 0u);
  EXPECT_EQ(rank, 2);
  EXPECT_TRUE(allclose(singular, s));
  const auto [sign, logarithm] = linalg::slogdet(a());
  EXPECT_TRUE(allclose(sign * gpu::exp(logarithm), linalg::det(a())));
  const auto [values, vectors] = linalg::eigh(a(), 'L');
  EXPECT_TRUE(allclose(linalg::dot(vectors * values, gpu::transpose(vectors)), a()));
  EXPECT_TRUE(allclose(linalg::eigvalsh(a(), 'U'), values));
  const auto [general, directions] = linalg::eig(a());
  EXPECT_TRUE(allclose(gpu::sum(general), linalg::trace(a(), 0, 0, 1)));
  EXPECT_EQ(directions.shape(), (shape{2, 2}));
  EXPECT_EQ(linalg::eigvals(a()).shape(), (shape{2}));
  EXPECT_EQ(linalg::matrix_rank(a(), 1e-9).item(), 2);
  EXPECT_TRUE(allclose(linalg::pinv(a(), 1e-15), linalg::inv(a())));
  const ndarray<double> l = linalg::cholesky(a());
  EXPECT_TRUE(allclose(linalg::solve_cholesky(l, b()), linalg::solve(a(), b())));
  EXPECT_TRUE(allclose(linalg::solve_triangular(l, b(), 'L'), linalg::solve(l, b())));
  EXPECT_TRUE(allclose(linalg::matrix_power(a(), 2), linalg::dot(a(), a())));
  EXPECT_EQ(linalg::vdot(b(), b()).item(), 5);
  EXPECT_EQ(linalg::outer(b(), b()), (ndarray<double>{{1, 2}, {2, 4}}));
  EXPECT_EQ(linalg::kron(b(), b()), (ndarray<double>{1, 2, 2, 4}));
  EXPECT_EQ(linalg::norm(b(), 1).item(), 3);
  EXPECT_EQ(linalg::norm(a(), linalg::normorder::inf).item(), 5);
  const ndarray<double> first = {1, 0, 0};
  EXPECT_EQ(linalg::cross(first, ndarray<double>{0, 1, 0}), (ndarray<double>{0, 0, 1}));
  EXPECT_EQ(linalg::tensordot(a(), a(), 2).item(), 27);
}

TEST_P(linalg_names, are_those_of_the_array_api) {
  EXPECT_TRUE(allclose(linalg::matmul(a(), linalg::inv(a())), gpu::eye<double>(2)));
  EXPECT_EQ(linalg::diagonal(a()), (ndarray<double>{4, 3}));
  EXPECT_EQ(linalg::trace(a()).item(), 7);
  EXPECT_EQ(linalg::matrix_transpose(a()), a());
  EXPECT_TRUE(allclose(linalg::matrix_norm(a()), linalg::vector_norm(a())));
  EXPECT_EQ(linalg::vecdot(b(), b()).item(), 5);
  EXPECT_TRUE(allclose(linalg::svdvals(a()), linalg::svd(a()).S));
  EXPECT_EQ(linalg::matrix_rank(a(), linalg::rtol(0.9)).item(), 1);
  EXPECT_TRUE(allclose(linalg::pinv(a(), linalg::rtol(std::nullopt)), linalg::inv(a())));
  EXPECT_TRUE(allclose(linalg::cholesky(a(), true), gpu::transpose(linalg::cholesky(a()))));
}

INSTANTIATE_TEST_SUITE_P(devices, linalg_names, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
