// SPDX-License-Identifier: BSD-3-Clause
// Numbers as limbs, against the same numbers in fixed point.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/kernels/primitives/limb_sum.hpp>

namespace {

using gpu::kernels::fixed_number_of;
using gpu::kernels::fixed_sum;
using gpu::kernels::fixed_sum_of;
using gpu::kernels::limb_splitter;

double value_of(const fixed_sum& sum, int unit) {
  const unsigned long long digits[] = {sum.low & 0xffffffffu, sum.low >> 32, sum.high & 0xffffffffu,
                                       sum.high >> 32};
  return gpu::kernels::value_of(digits, unit);
}

/// Checks that the limbs of x and what they leave are x, and returns what they leave: all of what
/// is too large for them.
template <int Limbs, class T>
T rest_of(T x, double largest, int bits) {
  const int unit = gpu::kernels::unit_for(largest);
  const limb_splitter<T, Limbs> splitter(unit, bits);
  if (!splitter.takes(x)) return x;
  int limb[Limbs];
  const T rest = splitter.split(x, limb);
  long long wide[Limbs];
  for (int k = 0; k < Limbs; ++k) {
    EXPECT_LE(std::abs(limb[k]), 1 << (bits - 1)) << x;
    wide[k] = limb[k];
  }
  const auto left = fixed_number_of(rest, splitter.rest_unit());
  EXPECT_LE(fixed_number_of(x, unit).is_exact, left.is_exact) << x << " of " << largest;
  if (!left.is_exact) return rest;
  fixed_sum sum = fixed_sum_of(wide, bits);
  sum.add(left);
  EXPECT_EQ(value_of(sum, unit), static_cast<double>(x)) << largest;
  return rest;
}

template <class T>
std::vector<T> numbers_up_to(double largest, int exponents) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> any(0.5, 1);
  std::vector<T> x = {T(0), static_cast<T>(-0.0)};
  for (int e = 0; e < exponents; ++e)
    for (const double part : {any(random), any(random), 0.5, 1.0, 0x1.fffffffffffffp-1})
      for (const double sign : {1.0, -1.0})
        x.push_back(static_cast<T>(std::ldexp(sign * largest * part, -e)));
  return x;
}

template <class T, int Limbs>
void expect_exact_limbs() {
  using limits = std::numeric_limits<T>;
  const std::vector<double> scales = {1.0,
                                      1.75,
                                      1e-3,
                                      1e10,
                                      1e29,
                                      1e33,
                                      1e-30,
                                      static_cast<double>(limits::min()),
                                      static_cast<double>(limits::denorm_min()),
                                      37 * static_cast<double>(limits::denorm_min())};
  for (const double largest : scales)
    for (const int bits : {13, 14, 16, 17})
      for (const int larger : {0, 1, 7, 12})
        for (const T x : numbers_up_to<T>(std::ldexp(largest, larger), 110))
          (void)rest_of<Limbs>(x, largest, bits);
}

TEST(limb_sum, limbs_and_the_rest_are_the_number) {
  expect_exact_limbs<float, 3>();
  expect_exact_limbs<float, 5>();
  expect_exact_limbs<double, 4>();
  expect_exact_limbs<double, 5>();
}

TEST(limb_sum, limbs_hold_what_is_not_much_smaller_than_the_largest) {
  for (const double largest : {1.0, 1.999, 0x1p-100, 1e25, 0x1p-140}) {
    const double power = std::exp2(std::floor(std::log2(largest)));
    for (const float x : numbers_up_to<float>(2 * power, 14 + 1)) {
      EXPECT_EQ((rest_of<3>(x, largest, 13)), 0) << x;
      EXPECT_EQ((rest_of<3>(x, largest, 17)), 0) << x;
    }
    for (const double x : numbers_up_to<double>(2 * power, 10 + 1)) {
      EXPECT_EQ((rest_of<5>(x, largest, 13)), 0) << x;
      EXPECT_EQ((rest_of<4>(x, largest, 16)), 0) << x;
    }
  }
  for (int e = 0; e <= 30; ++e)  // few bits
    EXPECT_EQ((rest_of<3>(std::ldexp(1.0f, -e), 1.0, 13)), 0);
}

TEST(limb_sum, leaves_infinity_and_nan_and_what_is_larger_than_limbs) {
  for (const double largest : {1.0, 1e-42, 1e30, 1e35}) {
    EXPECT_EQ((rest_of<3>(std::numeric_limits<float>::infinity(), largest, 16)), HUGE_VALF);
    EXPECT_TRUE(std::isnan(rest_of<3>(std::numeric_limits<float>::quiet_NaN(), largest, 16)));
  }
  EXPECT_EQ((rest_of<3>(2.0f, 1.0, 16)), 0.0f);
  EXPECT_EQ((rest_of<3>(-2.000001f, 1.0, 16)), -2.000001f);
  EXPECT_EQ((rest_of<5>(-2.000001, 1.0, 16)), -2.000001);
  EXPECT_EQ((rest_of<3>(1e31f, 1e31, 16)), 1e31f);  // beyond what any limb is used for
}

TEST(limb_sum, words_do_not_overflow) {
  using gpu::kernels::limb_bits_for;
  for (std::int64_t additions = 1; additions < std::int64_t{1} << 31;
       additions += additions / 3 + 1)
    for (const std::int64_t n : {additions, additions + 1}) {
      const int bits = limb_bits_for(n);
      EXPECT_LE(n << (bits - 1), std::numeric_limits<std::int32_t>::max()) << n;
      if (bits == gpu::kernels::max_limb_bits) continue;
      EXPECT_GE(n << bits, std::int64_t{1} << 31) << n;
    }
  EXPECT_EQ(limb_bits_for((1 << 19) - 1), 13);
  EXPECT_EQ(limb_bits_for(1 << 19), 12);
}

TEST(limb_sum, as_many_additions_as_are_allowed_are_exact) {
  constexpr int bits = 17;
  constexpr int additions = (1 << (32 - bits)) - 1;
  const int unit = gpu::kernels::unit_for(1.0);
  const limb_splitter<float, 3> splitter(unit, bits);
  // Each limb at its largest: 2^16, then halves of the unit before, up and down.
  const float half = 0x1p-16f;
  for (const float x : {2.0f, -2.0f, half, -half, 1 + half, -1 - 3 * half, 0x1p-33f}) {
    std::array<std::int32_t, 3> word{};
    int limb[3];
    for (int i = 0; i < additions; ++i) {
      ASSERT_EQ(splitter.split(x, limb), 0.0f);
      for (std::size_t k = 0; k < 3; ++k)
        ASSERT_FALSE(__builtin_add_overflow(word[k], limb[k], &word[k]));
    }
    const long long wide[] = {word[0], word[1], word[2]};
    EXPECT_EQ(value_of(fixed_sum_of(wide, bits), unit), static_cast<double>(x) * additions);
  }
}

TEST(limb_sum, digits_have_a_sign) {
  const auto sum_of = [](long long a, long long b, long long c, long long d) {
    const unsigned long long digits[] = {
        static_cast<unsigned long long>(a), static_cast<unsigned long long>(b),
        static_cast<unsigned long long>(c), static_cast<unsigned long long>(d)};
    return gpu::kernels::value_of(digits, 0);
  };
  EXPECT_EQ(sum_of(-1, 0, 0, 0), -1.0);
  EXPECT_EQ(sum_of(-3, 1, 0, 0), 0x1p32 - 3);
  EXPECT_EQ(sum_of(0, -5, 2, 0), 0x1p65 - 5 * 0x1p32);
  EXPECT_EQ(sum_of(0, 0, 0, -1), -0x1p96);
  EXPECT_EQ(sum_of(std::numeric_limits<long long>::max(), 0, 0, 0), 0x1p63);
  EXPECT_EQ(sum_of(-std::numeric_limits<long long>::max(), 0, 0, 0), -0x1p63);
}

}  // namespace
