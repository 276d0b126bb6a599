// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <gtest/gtest.h>

#include <gpu/array/explain.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/matrix.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::matrix;
using test::values;

class near_elements : public test::on_device {};

TEST_P(near_elements, of_an_expression_are_those_of_its_value) {
  const ndarray<float> x = matrix(20, 30);
  const ndarray<float> row = matrix(1, 30);
  const ndarray<float> column = matrix(20, 1);
  const auto value = (x - row) * 0.5f + column;
  const ndarray<float> whole = value;
  EXPECT_EQ(values(ndarray<float>(roll(value, 3, 0))), values(ndarray<float>(roll(whole, 3, 0))));
  EXPECT_EQ(values(ndarray<float>(roll(value, -7, 1))), values(ndarray<float>(roll(whole, -7, 1))));
  EXPECT_EQ(values(ndarray<float>(roll(value, 65))), values(ndarray<float>(roll(whole, 65))));
  for (const pad_mode mode :
       {pad_mode::edge, pad_mode::reflect, pad_mode::symmetric, pad_mode::wrap})
    EXPECT_EQ(values(ndarray<float>(pad(value, {{2, 3}, {0, 4}}, mode))),
              values(ndarray<float>(pad(whole, {{2, 3}, {0, 4}}, mode))));
}

template <class T>
bool is_one_kernel(const expression<T>& value) {
  return explain(value).starts_with("1 kernel ");
}

TEST_P(near_elements, of_a_cheap_expression_are_computed_in_one_kernel) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "cpu() copies blocks of what is computed";
  const ndarray<float> x = matrix(200, 300);
  const ndarray<float> y = matrix(200, 300);
  EXPECT_TRUE(is_one_kernel(roll(x * y, 1, 0) + roll(x - y, 1, 1)));
  EXPECT_TRUE(is_one_kernel(pad(x * y, 1, pad_mode::edge) * 2.0f));
}

TEST_P(near_elements, of_what_takes_long_are_computed_once) {
  const ndarray<float> x = matrix(200, 300);
  EXPECT_FALSE(is_one_kernel(roll(exp(sum(x, 1, keepdims)) * x, 1, 0)));
}

INSTANTIATE_TEST_SUITE_P(devices, near_elements, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
