// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/float16.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

namespace gpu::test {

namespace {

/// The value that the bits stand for, from the definition of binary16.
double value_of(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const int mantissa = static_cast<int>(bits & 1023);
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31)
    return mantissa ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

}  // namespace

TEST(float16, widens_to_the_value_of_its_bits) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float wide = float16::from_bits(static_cast<unsigned short>(bits));
    const double expected = value_of(bits);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(wide)) << bits;
    } else {
      ASSERT_EQ(wide, expected) << bits;
      ASSERT_EQ(std::signbit(wide), bits >= 0x8000) << bits;
      ASSERT_EQ(float16(wide).bits(), bits);
    }
  }
}

TEST(float16, rounds_to_nearest_and_ties_to_even) {
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    const double low = value_of(bits);
    const double high = bits == 0x7bff ? 65536.0 : value_of(bits + 1);
    const double middle = (low + high) / 2;
    ASSERT_EQ(float16(static_cast<float>(middle)).bits(), bits + (bits & 1));
    ASSERT_EQ(float16(-std::nextafter(static_cast<float>(middle), 0.0f)).bits(), bits | 0x8000);
    ASSERT_EQ(float16(std::nextafter(static_cast<float>(middle), 1e6f)).bits(), bits + 1);
  }
}

TEST(float16, rounds_a_double_once) {
  // 1 + 2^-11 is the middle of two halves; what is just beside it is that middle in float32.
  const double middle = 1 + 0x1p-11;
  EXPECT_EQ(float16(middle).bits(), 0x3c00);
  EXPECT_EQ(float16(middle + 0x1p-45).bits(), 0x3c01);
  EXPECT_EQ(float16(static_cast<float>(middle + 0x1p-45)).bits(), 0x3c00);
  const double upper = 1 + 3 * 0x1p-11;
  EXPECT_EQ(float16(upper).bits(), 0x3c02);
  EXPECT_EQ(float16(upper - 0x1p-45).bits(), 0x3c01);
  EXPECT_EQ(float16(0x1p-25 + 0x1p-70).bits(), 0x0001);
  EXPECT_EQ(float16(1e300).bits(), 0x7c00);
  EXPECT_EQ(float16(-5e-324).bits(), 0x8000);
}

TEST(float16, overflows_to_infinity_and_keeps_nan) {
  EXPECT_EQ(float16(65519.996f).bits(), 0x7bff);
  EXPECT_EQ(float16(65520.0f).bits(), 0x7c00);
  EXPECT_EQ(float16(-std::numeric_limits<float>::infinity()).bits(), 0xfc00);
  EXPECT_TRUE(std::isnan(float16(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(float16(bit_cast<float>(0x7f800001u))));
  EXPECT_TRUE(std::isnan(float16(bit_cast<double>(0x7ff0000000000001ull))));
}

TEST(float16, computes_in_float32_and_rounds_once) {
  const float16 one(1.0f);
  const float16 epsilon = std::numeric_limits<float16>::epsilon();
  EXPECT_EQ(one + epsilon, float16::from_bits(0x3c01));
  EXPECT_EQ(one + epsilon / float16(2), one);
  EXPECT_EQ(one - one, 0.0f);
  EXPECT_EQ(float16(3) * float16(0.5), float16(1.5));
  EXPECT_EQ(float16(1) / float16(3), float16(1.0f / 3.0f));
  EXPECT_EQ((-float16(0)).bits(), 0x8000);
  float16 x(2);
  x += float16(1);
  x *= 2;
  x -= 1.5f;
  x /= float16(3);
  EXPECT_EQ(x, 1.5f);
}

TEST(float16, beside_a_float_is_a_float) {
  static_assert(std::is_same_v<decltype(float16(1) + 1.0f), float>);
  static_assert(std::is_same_v<decltype(float16(1) * 2.0), double>);
  static_assert(std::is_same_v<decltype(float16(1) - float16(1)), float16>);
  static_assert(!std::is_convertible_v<float, float16>);
  static_assert(std::is_trivially_copyable_v<float16> && sizeof(float16) == 2);
}

TEST(float16, compares_as_numbers) {
  const float16 nan = std::numeric_limits<float16>::quiet_NaN();
  EXPECT_TRUE(float16(-0.0f) == float16(0.0f));
  EXPECT_TRUE(float16(1) < float16(2) && float16(2) >= 2);
  EXPECT_FALSE(nan == nan || nan < float16(1) || nan >= float16(1));
}

TEST(float16, has_the_limits_of_binary16) {
  using limits = std::numeric_limits<float16>;
  EXPECT_EQ(limits::max(), 65504.0f);
  EXPECT_EQ(limits::lowest(), -65504.0f);
  EXPECT_EQ(limits::min(), 0x1p-14f);
  EXPECT_EQ(limits::denorm_min(), 0x1p-24f);
  EXPECT_EQ(limits::epsilon(), 0x1p-10f);
  EXPECT_EQ(limits::round_error(), 0.5f);
  EXPECT_TRUE(std::isinf(limits::infinity()) && std::isnan(limits::quiet_NaN()));
}

}  // namespace gpu::test
