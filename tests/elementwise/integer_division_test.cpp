// SPDX-License-Identifier: BSD-3-Clause
// Quotients and remainders of integers, which the host computes by floats where these are exact.
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <gpu/elementwise/floor_divide.hpp>
#include <gpu/elementwise/fmod.hpp>
#include <gpu/elementwise/remainder.hpp>

namespace gpu {
namespace {

/// In 64 bits, for types of at most 32.
std::int64_t floored(std::int64_t x, std::int64_t y) {
  if (y == 0) return 0;
  return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
}

template <class T>
testing::AssertionResult is_right(T x, T y) {
  const std::int64_t quotient = floored(x, y);
  const std::int64_t modulus = y == 0 ? 0 : x - quotient * y;
  const std::int64_t rest = y == 0 ? 0 : static_cast<std::int64_t>(x) % y;
  if (ops::floor_divide()(x, y) == static_cast<T>(quotient) &&
      ops::remainder()(x, y) == static_cast<T>(modulus) &&
      ops::fmod()(x, y) == static_cast<T>(rest))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << +x << " by " << +y;
}

template <class T>
void try_all() {
  using limits = std::numeric_limits<T>;
  for (int x = limits::min(); x <= limits::max(); ++x)
    for (int y = limits::min(); y <= limits::max(); ++y)
      ASSERT_TRUE(is_right(static_cast<T>(x), static_cast<T>(y)));
}

TEST(integer_division, of_8_bits) {
  try_all<std::int8_t>();
  try_all<std::uint8_t>();
}

/// Beside multiples of the divisor, where a quotient that is not exact would be another one.
template <class T>
void try_multiples() {
  using limits = std::numeric_limits<T>;
  std::mt19937_64 random(std::random_device{}());
  for (int i = 0; i < 200000; ++i) {
    const T y = static_cast<T>(static_cast<T>(random()) >> (random() % (8 * sizeof(T))));
    const T x = static_cast<T>(random());
    const T multiple = y == 0 || y == static_cast<T>(-1) ? x : static_cast<T>(x / y * y);
    for (const int beside : {-1, 0, 1})
      ASSERT_TRUE(is_right(static_cast<T>(multiple + static_cast<T>(beside)), y));
    ASSERT_TRUE(is_right(x, y));
    for (const T edge : {limits::min(), limits::max()}) {
      ASSERT_TRUE(is_right(edge, y));
      ASSERT_TRUE(is_right(x, edge));
    }
  }
}

TEST(integer_division, of_16_bits) {
  try_multiples<std::int16_t>();
  try_multiples<std::uint16_t>();
}

TEST(integer_division, of_32_bits) {
  try_multiples<std::int32_t>();
  try_multiples<std::uint32_t>();
}

TEST(integer_division, of_64_bits) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(ops::floor_divide()(least, std::int64_t{-1}), least);
  EXPECT_EQ(ops::remainder()(least, std::int64_t{-1}), 0);
  EXPECT_EQ(ops::floor_divide()(least + 1, std::int64_t{3}), -3074457345618258603);
  EXPECT_EQ(ops::remainder()(least + 1, std::int64_t{3}), 2);
  EXPECT_EQ(ops::floor_divide()(std::uint64_t(-1), std::uint64_t{10}), 1844674407370955161u);
  EXPECT_EQ(ops::remainder()(std::uint64_t(-1), std::uint64_t{10}), 5u);
}

}  // namespace
}  // namespace gpu
