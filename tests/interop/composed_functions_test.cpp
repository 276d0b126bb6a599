// SPDX-License-Identifier: BSD-3-Clause
// Composed functions of xtensor operands: functions of xtensor, by NumPy's rules.
#include <gpu/array/ufunc/composed_functions.hpp>

#include <cmath>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/interop/xtensor.hpp>

namespace {

const float largest = 0x1.fffffep127f;

TEST(composed_functions_of_xtensor, keep_the_dtype_beside_numbers) {
  const xt::xarray<float> x{1.25f, -2.5f, 3};
  const auto xp = gpu::get_array_module(x);
  static_assert(std::is_same_v<decltype(xp.round(x, 1))::value_type, float>);
  static_assert(std::is_same_v<decltype(xp.ldexp(x, 2))::value_type, float>);
  EXPECT_EQ(xt::xarray<float>(xp.round(x, 1)), (xt::xarray<float>{1.2f, -2.5f, 3}));
  EXPECT_EQ(xt::xarray<float>(xp.around(x)), (xt::xarray<float>{1, -2, 3}));
  EXPECT_EQ(xt::xarray<int>(xp.round(xt::xarray<int>{15, 24, -35}, -1)),
            (xt::xarray<int>{20, 20, -40}));
  EXPECT_EQ(xt::xarray<float>(xp.angle(x, true)), (xt::xarray<float>{0, 180, 0}));
}

TEST(composed_functions_of_xtensor, outlive_the_temporaries_that_they_were_given) {
  const xt::xarray<float> x{1, NAN, INFINITY};
  auto replaced = gpu::nan_to_num(x * 2.0f, 7);
  auto close = gpu::isclose(xt::xarray<double>{1, 2, 3}, xt::xarray<double>{1, 2.5, 3});
  auto integers = gpu::isclose(xt::xarray<int>{1, 2}, xt::xarray<int>{1, 3});
  EXPECT_EQ(xt::xarray<float>(replaced), (xt::xarray<float>{2, 7, largest}));
  EXPECT_EQ(xt::xarray<bool>(close), (xt::xarray<bool>{true, false, true}));
  EXPECT_EQ(xt::xarray<bool>(integers), (xt::xarray<bool>{true, false}));
}

}  // namespace
