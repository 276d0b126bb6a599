// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/kernels/abi.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>

namespace gpu::kernels {
namespace {

/// Values at which a rounded multiplier would be wrong first.
template <class Index>
std::set<Index> hard_values() {
  constexpr Index most = std::numeric_limits<Index>::max();
  std::set<Index> values{1, 2, 3, 5, 7, 10, 641, 1000, most, most - 1, most / 2, most / 3 + 1};
  for (unsigned bit = 1; bit + 1 < 8 * sizeof(Index); ++bit)
    for (const Index nearby : {-1, 0, 1}) values.insert((Index{1} << bit) + nearby);
  std::mt19937_64 random(7);
  for (int i = 0; i < 200; ++i)
    values.insert(static_cast<Index>(static_cast<Index>(random() >> 1) & most) >> (i % 31));
  values.erase(0);
  return values;
}

template <class Index>
void expect_exact() {
  const std::set<Index> values = hard_values<Index>();
  for (const Index d : values) {
    const auto by = divisor<Index>::of(d);
    const auto expect = [&](Index n) {
      if (n < 0) return;
      ASSERT_EQ(by.quotient(n), n / d) << n << " / " << d;
      ASSERT_EQ(by.remainder(n, by.quotient(n)), n % d) << n << " % " << d;
    };
    expect(0);
    for (const Index n : values) {
      expect(n);
      const Index multiple = n / d * d;  // quotients change here
      expect(multiple);
      expect(multiple - 1);
    }
  }
}

TEST(divisor, of_32_bits_is_exact) {
  expect_exact<int>();
}
TEST(divisor, of_64_bits_is_exact) {
  expect_exact<long long>();
}

TEST(divisor, is_as_the_worked_example_says) {
  constexpr auto by = divisor<int>::of(7);
  static_assert(by.shift == 3 && by.multiplier == 613566757u && by.quotient(20) == 2);
}

TEST(divisor, of_0_is_that_of_1) {
  EXPECT_EQ(divisor<int>::of(0).quotient(5), 5);
  EXPECT_EQ(divisor<long long>::of(0).quotient(5), 5);
}

TEST(high_product, is_that_of_the_full_product) {
  EXPECT_EQ(high_product(~0u, ~0u), ~0u - 1);
  EXPECT_EQ(high_product(~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(high_product(1ull << 63, 6ull), 3u);
}

}  // namespace
}  // namespace gpu::kernels
