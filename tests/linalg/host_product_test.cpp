// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/host_product.hpp"

#include <complex>
#include <string>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/execute/threads.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/products.hpp>
#include <gpu/ops.hpp>

#include "linalg/exact_product.hpp"
#include "support/blas.hpp"

namespace gpu::test {
namespace {

template <class T>
class host_product : public testing::Test {};
using floating_types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(host_product, floating_types);

template <class T>
ndarray<T> multiplied(
    const ndarray<T>& a, const ndarray<T>& b, const shape& b_strides,
    decltype(linalg::detail::multiply_by_loop)* multiply = linalg::detail::multiply_by_loop) {
  ndarray<T> out = zeros<T>({a.shape(0), b_strides[1] == 1 ? b.shape(1) : b.shape(0)}, cpu());
  const shape b_extents{a.shape(1), out.shape(1)};
  const linalg::detail::stacked_product all(row_major(a.shape()), {0, b_extents, b_strides});
  multiply(dtype_of<T>, all, a.data(), b.data(), out.data());
  return out;
}

TYPED_TEST(host_product, needs_no_blas) {
  const device_guard on_host(cpu());
  for (const shape& size : {shape{1, 1, 1}, {33, 67, 9}, {70, 5, 300}, {3, 200, 513}}) {
    const auto a = some_elements<TypeParam>({size[0], size[1]}, 1);
    const auto b = some_elements<TypeParam>({size[1], size[2]}, 2);
    expect_matrix_product<TypeParam>(multiplied<TypeParam>(a, b, {size[2], 1}), a, b);
  }
}

TYPED_TEST(host_product, reads_transposed_matrices) {
  const device_guard on_host(cpu());
  const auto a = some_elements<TypeParam>({33, 67}, 1);
  const auto b = some_elements<TypeParam>({270, 67}, 2);
  expect_matrix_product<TypeParam>(multiplied<TypeParam>(a, b, {1, 67}), a, transpose(b));
}

TYPED_TEST(host_product, by_a_blas_is_the_same_product) {
  if (!opens_a_blas()) GTEST_SKIP() << "no BLAS";
  const device_guard on_host(cpu());
  const auto a = some_elements<TypeParam>({33, 67}, 1);
  const auto b = some_elements<TypeParam>({67, 41}, 2);
  const auto c = some_elements<TypeParam>({41, 67}, 3);
  constexpr auto* multiply = linalg::detail::multiply_on_host;
  expect_matrix_product<TypeParam>(multiplied<TypeParam>(a, b, {41, 1}, multiply), a, b);
  expect_matrix_product<TypeParam>(multiplied<TypeParam>(a, c, {1, 67}, multiply), a, transpose(c));
}

TYPED_TEST(host_product, stacks_go_to_a_blas_one_by_one) {
  if (!opens_a_blas()) GTEST_SKIP() << "no BLAS";
  const device_guard on_host(cpu());
  const auto a = some_elements<TypeParam>({50, 3, 4}, 1);
  const auto b = some_elements<TypeParam>({50, 4, 5}, 2);
  ndarray<TypeParam> out = zeros<TypeParam>({50, 3, 5});
  const linalg::detail::stacked_product all(row_major(a.shape()), row_major(b.shape()));
  linalg::detail::multiply_on_host(dtype_of<TypeParam>, all, a.data(), b.data(), out.data());
  for (std::ptrdiff_t i = 0; i < 50; i += 7)
    expect_matrix_product<TypeParam>(view(out, i), view(a, i), view(b, i));
}

TYPED_TEST(host_product, is_the_same_on_any_number_of_threads) {
  const device_guard on_host(cpu());
  const auto a = some_elements<TypeParam>({130, 100}, 1);
  const auto b = some_elements<TypeParam>({100, 70}, 2);
  const int before = num_threads();
  const ndarray<TypeParam> on_all = multiplied<TypeParam>(a, b, {70, 1});
  set_num_threads(1);
  const ndarray<TypeParam> on_one = multiplied<TypeParam>(a, b, {70, 1});
  set_num_threads(before);
  EXPECT_EQ(on_all, on_one);
}

TEST(vector_product_of_host, computes_what_all_rows_need_once) {
  if (!opens_a_blas()) GTEST_SKIP() << "no BLAS";
  const device_guard on_host(cpu());
  const auto a = some_elements<double>({30, 20}, 1);
  const auto v = some_elements<double>({20}, 2);
  const auto kernels_of = [](const auto& value) { return std::stoi(explain(value)); };
  EXPECT_EQ(kernels_of(matmul(a, exp(v))), 2);
  EXPECT_EQ(kernels_of(matmul(transpose(a) * 2, view(exp(a), all(), 0))), 3);
  EXPECT_EQ(kernels_of(dot(a, v + 1)), 2);
  EXPECT_EQ(kernels_of(matmul(exp(a), v)), 1) << "each element of the matrix is needed once";
  EXPECT_EQ(kernels_of(dot(exp(v), v + 1)), 1);
  const ndarray<double> computed = exp(v);
  EXPECT_TRUE(allclose(matmul(a, exp(v)), matmul(a, computed), 1e-13, 0.0));
}

}  // namespace
}  // namespace gpu::test
