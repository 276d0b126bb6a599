// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/interop/xtensor_reduction.hpp>

#include <cstdint>
#include <type_traits>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/reductions.hpp>

namespace {

const xt::xarray<int> six{{0, 1, 2}, {3, 4, 5}};

TEST(xtensor_reduction, gives_an_array_of_xtensor_by_numpys_rules) {
  const auto sums = gpu::sum(six, 1);
  static_assert(std::is_same_v<decltype(sums), const xt::xarray<std::int64_t>>);
  EXPECT_EQ(sums, (xt::xarray<std::int64_t>{3, 12}));
  EXPECT_EQ(gpu::mean(six)(), 2.5);
  EXPECT_EQ(gpu::sum(six * 2, {0, -1}, gpu::keepdims)(0, 0), 30);
  EXPECT_EQ(gpu::max<double>(six, 0), (xt::xarray<double>{3, 4, 5}));
  EXPECT_EQ(gpu::get_array_module(six).argmax(six, 1), (xt::xarray<std::int64_t>{2, 2}));
}

TEST(xtensor_reduction, compares_whole_arrays) {
  const xt::xarray<double> x{1, 2, 3};
  EXPECT_TRUE(gpu::allclose(x, x + 1e-9));
  EXPECT_FALSE(gpu::array_equal(x, x + 1));
  EXPECT_TRUE(gpu::array_equiv(six, six));
}

}  // namespace
