// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/constants.hpp>

#include <cmath>
#include <concepts>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

class constants : public gpu::test::on_device {};

TEST_P(constants, take_the_dtype_of_the_array_beside) {
  const ndarray<float> x{-1, 0, 2};
  static_assert(std::same_as<decltype(x * gpu::pi)::value_type, float>);
  EXPECT_EQ(values(x * gpu::pi), (std::vector<float>{-1.F * static_cast<float>(gpu::pi), 0.F,
                                                     2.F * static_cast<float>(gpu::pi)}));
  EXPECT_EQ(values(gpu::minimum(x, gpu::inf)), values(x));
  EXPECT_EQ(values(gpu::isnan(gpu::where(x > 0, gpu::nan, x))),
            (std::vector<bool>{false, false, true}));
  EXPECT_DOUBLE_EQ(std::log(gpu::e), 1);
  EXPECT_NEAR(gpu::euler_gamma, 0.5772156649, 1e-10);
}

TEST_P(constants, new_axes_and_ellipses_need_no_parentheses) {
  const ndarray<int> a = gpu::arange<int>(6).reshape({2, 3});
  EXPECT_EQ(ndarray<int>(gpu::view(a, gpu::newaxis, 1)).shape(), (gpu::shape{1, 3}));
  EXPECT_EQ(ndarray<int>(gpu::view(a, gpu::ellipsis, gpu::newaxis)).shape(), (gpu::shape{2, 3, 1}));
  EXPECT_EQ(values(gpu::view(a, gpu::ellipsis, 2)), (std::vector{2, 5}));
  EXPECT_EQ(values(gpu::view(a, gpu::ellipsis(), gpu::newaxis(), 2)), (std::vector{2, 5}));
}

INSTANTIATE_TEST_SUITE_P(devices, constants, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
