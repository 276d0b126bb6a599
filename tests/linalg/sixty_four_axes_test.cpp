// SPDX-License-Identifier: BSD-3-Clause
// Stacks of 64 axes, NumPy's most: everything of linear algebra takes them, and gives what it gives
// without the axes of extent 1.
#include <gtest/gtest.h>

#include <vector>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

using array = ndarray<double>;

/// 64 axes: a stack of three whose matrices are 2 x 2.
shape many() {
  shape extents(64, 1);
  extents[30] = 3;
  extents[62] = extents[63] = 2;
  return extents;
}

class linalg_rank_64 : public gpu::test::on_device {
 protected:
  const array few =
      gpu::reshape(gpu::remainder(gpu::arange<double>(12) * 5.0, 12.0) + 1.0, {3, 2, 2});
  const array wide = gpu::reshape(few, many());
  const array vector = gpu::arange<double>(1, 3);
};

INSTANTIATE_TEST_SUITE_P(, linalg_rank_64, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

/// Whether the elements are the same, and how many axes the wide result has.
template <class A, class B>
void expect_same(const A& wide, const B& few, std::size_t rank) {
  EXPECT_EQ(gpu::eval(wide).dimension(), rank);
  EXPECT_EQ(values(gpu::eval(wide)), values(gpu::eval(few)));
}

TEST_P(linalg_rank_64, products) {
  expect_same(gpu::matmul(wide, wide), gpu::matmul(few, few), 64);
  expect_same(gpu::matmul(wide + 1.0, wide * 2.0), gpu::matmul(few + 1.0, few * 2.0), 64);
  expect_same(gpu::matmul(wide, vector), gpu::matmul(few, vector), 63);
  expect_same(gpu::matmul(vector, wide), gpu::matmul(vector, few), 63);
  const array column({2, 1}, 3.0);
  expect_same(gpu::matmul(wide, column), gpu::matmul(few, column), 64);
  expect_same(gpu::matmul(wide + 1.0, column), gpu::matmul(few + 1.0, column), 64);
  expect_same(gpu::matvec(wide, vector), gpu::matvec(few, vector), 63);
  expect_same(gpu::vecmat(vector, wide), gpu::vecmat(vector, few), 63);
  expect_same(gpu::vecdot(wide, wide), gpu::vecdot(few, few), 63);
  expect_same(gpu::dot(wide, vector), gpu::dot(few, vector), 63);
  expect_same(gpu::inner(wide, vector), gpu::inner(few, vector), 63);
  expect_same(gpu::tensordot(wide, vector, 1), gpu::tensordot(few, vector, 1), 63);
  expect_same(gpu::kron(wide, wide), gpu::kron(few, few), 64);
  expect_same(gpu::einsum("...ij,...jk->...ik", wide, wide),
              gpu::einsum("...ij,...jk->...ik", few, few), 64);
  expect_same(gpu::einsum("...i,...i->...", wide, wide), gpu::einsum("...i,...i->...", few, few),
              63);
  expect_same(gpu::einsum("...ij,j->...i", wide, vector), gpu::einsum("...ij,j->...i", few, vector),
              63);
  expect_same(gpu::trace(wide, 0, 62, 63), gpu::trace(few, 0, 1, 2), 62);
  expect_same(gpu::linalg::matrix_power(wide, 3), gpu::linalg::matrix_power(few, 3), 64);
}

TEST_P(linalg_rank_64, products_of_integers) {
  const ndarray<int> x = gpu::astype<int>(few);
  const ndarray<int> y = gpu::astype<int>(wide);
  expect_same(gpu::matmul(y, y), gpu::matmul(x, x), 64);
  expect_same(gpu::matvec(y, gpu::astype<int>(vector)), gpu::matvec(x, gpu::astype<int>(vector)),
              63);
  const ndarray<int> column({2, 1}, 3);
  expect_same(gpu::matmul(y, column), gpu::matmul(x, column), 64);
}

TEST_P(linalg_rank_64, decompositions) {
  const array definite = gpu::matmul(few, gpu::swapaxes(few, 1, 2)) + gpu::eye<double>(2);
  const array stacked = gpu::reshape(definite, many());
  namespace linalg = gpu::linalg;
  expect_same(linalg::cholesky(stacked), linalg::cholesky(definite), 64);
  expect_same(linalg::inv(stacked), linalg::inv(definite), 64);
  expect_same(linalg::pinv(stacked), linalg::pinv(definite), 64);
  expect_same(linalg::solve(stacked, wide), linalg::solve(definite, few), 64);
  expect_same(linalg::det(stacked), linalg::det(definite), 62);
  expect_same(linalg::slogdet(stacked).logabsdet, linalg::slogdet(definite).logabsdet, 62);
  expect_same(linalg::qr(stacked).R, linalg::qr(definite).R, 64);
  expect_same(linalg::svd(stacked).U, linalg::svd(definite).U, 64);
  expect_same(linalg::svdvals(stacked), linalg::svdvals(definite), 63);
  expect_same(linalg::eigh(stacked).eigenvectors, linalg::eigh(definite).eigenvectors, 64);
  expect_same(linalg::eigvals(stacked), linalg::eigvals(definite), 63);
  expect_same(linalg::matrix_norm(stacked), linalg::matrix_norm(definite), 62);
  expect_same(linalg::cond(stacked), linalg::cond(definite), 62);
  expect_same(linalg::matrix_rank(stacked), linalg::matrix_rank(definite), 62);
}

TEST_P(linalg_rank_64, of_no_elements) {
  shape extents = many();
  extents[30] = 0;
  for (const shape& empty : {extents, shape(64, 0)}) {
    const array x = gpu::zeros<double>(empty);
    const array v({empty[63]}, 1.0);
    EXPECT_EQ(gpu::matmul(x, x).shape(), empty);
    EXPECT_EQ(gpu::matvec(x, v).shape().size(), 63u);
    EXPECT_EQ(gpu::dot(x, v).shape().size(), 63u);
    EXPECT_EQ(gpu::einsum("...i,...i->...", x, x).shape().size(), 63u);
    EXPECT_EQ(values(gpu::matmul(x, x)).size(), 0u);
    EXPECT_EQ(gpu::linalg::inv(x).shape(), empty);
    EXPECT_EQ(gpu::linalg::matrix_power(x, 3).shape(), empty);
  }
}

}  // namespace
