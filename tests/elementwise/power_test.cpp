// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/elementwise/power.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace gpu::test {

TEST(power, of_integers_to_negative_powers_is_the_integer_part_of_the_reciprocal) {
  constexpr ops::power power;
  EXPECT_EQ(power(2, -1), 0);
  EXPECT_EQ(power(-2, -3), 0);
  EXPECT_EQ(power(1, -5), 1);
  EXPECT_EQ(power(-1, -5), -1);
  EXPECT_EQ(power(-1, -4), 1);
  EXPECT_EQ(power(0, -1), 0);
  EXPECT_EQ(power(std::int8_t{-1}, std::int8_t{-128}), 1);
}

TEST(power, of_integers_is_a_constant_expression) {
  static_assert(ops::power{}(3, 4) == 81);
  static_assert(ops::power{}(std::uint8_t{3}, std::uint8_t{6}) == 729 % 256);
}

TEST(power, of_zeros_is_that_of_the_c_library) {
  constexpr ops::power power;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, -0.0})
    for (const double y : {0.3, -0.3, 2.5, 3.0, -3.0, 2.0, -2.0, 0.0, -0.0, 5e-324, infinity}) {
      const double expected = std::pow(x, y);
      EXPECT_EQ(power(x, y), expected) << y;
      EXPECT_EQ(std::signbit(power(x, y)), std::signbit(expected)) << y;
      const auto narrow = static_cast<float>(y);
      EXPECT_EQ(power(static_cast<float>(x), narrow), std::pow(static_cast<float>(x), narrow)) << y;
    }
  EXPECT_TRUE(std::isnan(power(0.0, std::nan(""))));
  EXPECT_TRUE(std::isnan(power(0.0f, std::nanf(""))));
}

}  // namespace gpu::test
