// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/complex.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

namespace gpu::test {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using c64 = complex<float>;
using c128 = complex<double>;

}  // namespace

TEST(complex, has_the_layout_of_the_standard_type_and_converts_to_it) {
  static_assert(sizeof(c64) == sizeof(std::complex<float>) && std::is_trivial_v<c64>);
  static_assert(sizeof(c128) == sizeof(std::complex<double>) && std::is_standard_layout_v<c128>);
  const c128 z = std::complex<double>(1, -2);
  EXPECT_EQ(std::complex<double>(z), std::complex<double>(1, -2));
  const double* parts = reinterpret_cast<const double*>(&z);
  EXPECT_EQ(parts[0], 1);
  EXPECT_EQ(parts[1], -2);
}

TEST(complex, widens_implicitly_and_narrows_explicitly) {
  static_assert(std::is_convertible_v<c64, c128> && !std::is_convertible_v<c128, c64>);
  EXPECT_EQ(c64(c128(0.1, 2)), c64(0.1f, 2));
}

TEST(complex, multiplies_without_rescuing_infinities_from_nan) {
  constexpr c128 product = c128(1, 2) * c128(3, 4);
  EXPECT_EQ(product, c128(-5, 10));
  const c128 lost = c128(inf, inf) * c128(1, 1);
  EXPECT_TRUE(std::isnan(lost.real()));
  EXPECT_EQ(lost.imag(), inf);
}

TEST(complex, divides_without_overflowing_early) {
  EXPECT_EQ(c128(1e300, 1e300) / c128(1e300, 1e300), c128(1, 0));
  EXPECT_EQ(c128(0x1p-1000, 0) / c128(0, 0x1p-1000), c128(0, -1));
  EXPECT_EQ(c128(-5, 10) / c128(3, 4), c128(1, 2));
}

TEST(complex, divided_by_zero_is_infinite_or_nan_by_part) {
  const c128 q = c128(-1, 0) / c128(-0.0, -0.0);
  EXPECT_EQ(q.real(), -inf);
  EXPECT_TRUE(std::isnan(q.imag()));
}

TEST(complex, takes_real_operands) {
  EXPECT_EQ(c64(1, 2) * 2.0f, c64(2, 4));
  EXPECT_EQ(1 + c64(1, 2), c64(2, 2));
  c64 z(1, 2);
  z -= 1;
  z /= c64(0, 1);
  EXPECT_EQ(z, c64(2, 0));
  EXPECT_EQ(-z, c64(-2, -0.0f));
}

TEST(complex, is_ordered_by_the_real_part_and_then_by_the_other) {
  EXPECT_TRUE(c128(1, 5) < c128(2, 0) && c128(1, 0) < c128(1, 1) && c128(1, 1) <= c128(1, 1));
  EXPECT_TRUE(c128(2, 0) > c128(1, 5) && c128(1, 1) >= c128(1, 1));
  EXPECT_FALSE(c128(1, nan) < c128(2, 0) || c128(1, nan) >= c128(2, 0));
  EXPECT_FALSE(c128(nan, 0) == c128(nan, 0));
  EXPECT_TRUE(c128(nan, 0) != c128(nan, 0));
}

}  // namespace gpu::test
