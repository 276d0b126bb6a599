// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/bfloat16.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

namespace gpu::test {

TEST(bfloat16, is_the_upper_half_of_a_float) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto x = bfloat16::from_bits(static_cast<unsigned short>(bits));
    const float wide = bit_cast<float>(bits << 16);
    if (std::isnan(wide)) {
      ASSERT_TRUE(std::isnan(x)) << bits;
      ASSERT_TRUE(std::isnan(bfloat16(wide))) << bits;
    } else {
      ASSERT_EQ(bit_cast<unsigned>(float(x)), bits << 16);
      ASSERT_EQ(bfloat16(wide).bits(), bits);
    }
  }
}

TEST(bfloat16, rounds_to_nearest_and_ties_to_even) {
  for (unsigned bits = 0; bits < 0x7f80; ++bits) {
    const unsigned middle = bits << 16 | 0x8000;
    ASSERT_EQ(bfloat16(bit_cast<float>(middle)).bits(), bits + (bits & 1));
    ASSERT_EQ(bfloat16(bit_cast<float>(middle - 1)).bits(), bits);
    ASSERT_EQ(bfloat16(bit_cast<float>(middle + 1)).bits(), bits + 1);
  }
}

TEST(bfloat16, rounds_a_double_once) {
  const double middle = 1 + 0x1p-8;
  EXPECT_EQ(bfloat16(middle).bits(), 0x3f80);
  EXPECT_EQ(bfloat16(middle + 0x1p-45).bits(), 0x3f81);
  EXPECT_EQ(bfloat16(static_cast<float>(middle + 0x1p-45)).bits(), 0x3f80);
  // Half of the least denormal is a tie that goes to zero; what is above it does not.
  EXPECT_EQ(bfloat16(0x1p-134).bits(), 0x0000);
  EXPECT_EQ(bfloat16(0x1p-134 + 0x1p-180).bits(), 0x0001);
  EXPECT_EQ(bfloat16(1e300).bits(), 0x7f80);
}

TEST(bfloat16, keeps_nan_whose_payload_is_in_the_lower_half) {
  EXPECT_TRUE(std::isnan(bfloat16(bit_cast<float>(0x7f800001u))));
  EXPECT_TRUE(std::isnan(bfloat16(bit_cast<float>(0xffffffffu))));
}

TEST(bfloat16, computes_in_float32_and_rounds_once) {
  const bfloat16 one(1.0f);
  EXPECT_EQ(one + std::numeric_limits<bfloat16>::epsilon(), bfloat16::from_bits(0x3f81));
  EXPECT_EQ(bfloat16(3) * bfloat16(0.5), bfloat16(1.5));
  EXPECT_EQ(bfloat16(256) + one, bfloat16(256));
  bfloat16 x(2);
  x += one;
  x *= 2.0f;
  EXPECT_EQ(x, 6);
  static_assert(std::is_same_v<decltype(one + one), bfloat16>);
  static_assert(std::is_same_v<decltype(one + 1.0f), float>);
}

TEST(bfloat16, has_the_limits_of_its_format) {
  using limits = std::numeric_limits<bfloat16>;
  EXPECT_EQ(limits::max(), 0x1.fep127f);
  EXPECT_EQ(limits::min(), 0x1p-126f);
  EXPECT_EQ(limits::denorm_min(), 0x1p-133f);
  EXPECT_EQ(limits::epsilon(), 0x1p-7f);
  EXPECT_EQ(limits::round_error(), 0.5f);
  EXPECT_TRUE(std::isinf(limits::infinity()) && std::isnan(limits::signaling_NaN()));
}

}  // namespace gpu::test
