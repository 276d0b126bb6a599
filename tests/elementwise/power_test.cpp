// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/elementwise/power.hpp>

#include <cstdint>

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

}  // namespace gpu::test
