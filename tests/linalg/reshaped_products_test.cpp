// SPDX-License-Identifier: BSD-3-Clause
// Products with other extents, and of a matrix and its transpose.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/explain.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/linalg/matmul.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

ndarray<float> counted(const gpu::shape& extents) {
  return gpu::reshape(gpu::arange<float>(0, static_cast<float>(gpu::element_count(extents))),
                      extents);
}

/// The same, each step in memory.
template <class A>
ndarray<float> kept(const A& value) {
  return ndarray<float>(value);
}

template <class... A>
int kernels(const A&... all) {
  return std::stoi(gpu::explain(all...));
}

class reshaped_products : public gpu::test::on_device {};

TEST_P(reshaped_products, of_products_are_computed_at_once) {
  const ndarray<float> a = counted({2, 3});
  const auto product = gpu::matmul(a, counted({3, 2}));
  EXPECT_EQ(kernels(gpu::reshape(product, {4})), 1);
  EXPECT_EQ(values(kept(gpu::reshape(product, {4}))), (std::vector<float>{10, 13, 28, 40}));
}

TEST_P(reshaped_products, of_products_with_the_transpose_compute_the_operand_once) {
  const ndarray<float> x = counted({3, 2});
  const auto centred = x - 2.0f;
  const auto gram = gpu::matmul(gpu::transpose(centred), centred);
  EXPECT_EQ(kernels(gram), 2);
  EXPECT_EQ(values(kept(gram)), (std::vector<float>{8, 8, 8, 11}));
}

INSTANTIATE_TEST_SUITE_P(devices, reshaped_products, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
