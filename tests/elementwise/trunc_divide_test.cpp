// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/elementwise/trunc_divide.hpp>

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace gpu::test {

TEST(trunc_divide, rounds_towards_zero) {
  constexpr ops::trunc_divide divide;
  for (const int x : {7, -7})
    for (const int y : {2, -2}) EXPECT_EQ(divide(x, y), x * y > 0 ? 3 : -3) << x << ", " << y;
  EXPECT_EQ(divide(7u, 2u), 3u);
}

TEST(trunc_divide, by_zero_is_zero) {
  constexpr ops::trunc_divide divide;
  EXPECT_EQ(divide(-7, 0), 0);
  EXPECT_EQ(divide(std::uint64_t{7}, std::uint64_t{0}), 0u);
}

TEST(trunc_divide, of_the_least_integer_by_minus_one_wraps) {
  constexpr ops::trunc_divide divide;
  constexpr auto least8 = std::numeric_limits<std::int8_t>::min();
  constexpr auto least64 = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(divide(least8, std::int8_t{-1}), least8);
  EXPECT_EQ(divide(least64, std::int64_t{-1}), least64);
}

}  // namespace gpu::test
