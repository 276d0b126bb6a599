// SPDX-License-Identifier: BSD-3-Clause
// The products are computed by powers of two, not by the C library's function.
#include <gpu/elementwise/ldexp.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

/// Any number, and often one that is zero or denormal.
std::uint64_t any_bits(std::mt19937_64& engine) {
  const std::uint64_t bits = engine();
  return engine() % 4 == 0 ? bits & 0x800fffff'ffffffffu : bits;
}

TEST(ldexp, is_rounded_once_in_float64) {
  std::mt19937_64 engine(1);
  for (int i = 0; i < 200000; ++i) {
    const auto x = std::bit_cast<double>(any_bits(engine));
    const int power = static_cast<int>(engine() % 4401) - 2200;
    if (std::isnan(x)) continue;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(ops::ldexp{}(x, power)),
              std::bit_cast<std::uint64_t>(std::ldexp(x, power)))
        << x << ", " << power;
  }
}

TEST(ldexp, is_rounded_once_in_float32) {
  std::mt19937_64 engine(2);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<std::uint32_t>(engine());
    const auto x = std::bit_cast<float>(i % 4 == 0 ? bits & 0x807fffffu : bits);
    const int power = static_cast<int>(engine() % 641) - 320;
    if (std::isnan(x)) continue;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(ops::ldexp{}(x, power)),
              std::bit_cast<std::uint32_t>(std::ldexp(x, power)))
        << x << ", " << power;
  }
}

TEST(ldexp, by_any_power_is_zero_or_infinite_beyond_the_range) {
  EXPECT_EQ(ops::ldexp{}(-1.5, std::int64_t{1} << 40), -INFINITY);
  EXPECT_EQ(ops::ldexp{}(1.5f, std::int64_t{-1} << 40), 0);
  EXPECT_TRUE(std::signbit(ops::ldexp{}(-0.0, 5000)));
  EXPECT_TRUE(std::isnan(ops::ldexp{}(double{NAN}, -5000)));
}

}  // namespace
}  // namespace gpu::test
