// SPDX-License-Identifier: BSD-3-Clause
#include "random/word_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/random/generator.hpp>

#include "support/values.hpp"

namespace gpu::random::detail {
namespace {

using words = std::vector<std::uint64_t>;
using indices = std::vector<std::int64_t>;

indices order_of(const words& all) {
  const graph::leaf_ptr leaf = gpu::detail::leaf_from_host(
      all.data(), dtype::uint64, {static_cast<std::ptrdiff_t>(all.size())}, cpu());
  return test::values(ndarray<std::int64_t>(order_of_words(leaf)));
}

indices sorted_order_of(const words& all) {
  indices order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return all[static_cast<std::size_t>(a)] < all[static_cast<std::size_t>(b)];
  });
  return order;
}

TEST(word_order, is_that_of_a_stable_sort) {
  philox bits(8);
  for (const std::ptrdiff_t count : {0, 1, 2, 3, 511, 2047, 2049, 70'000}) {
    const words all = bits.random_raw(count);
    EXPECT_EQ(order_of(all), sorted_order_of(all)) << count;
  }
}

TEST(word_order, words_with_the_same_upper_half_are_compared_as_a_whole) {
  philox bits(8);
  words all = bits.random_raw(5000);
  // Few upper halves, and few lower ones: some words are the same.
  for (std::uint64_t& word : all) word = (word >> 62 << 60) | (word & 0x1ff);
  EXPECT_EQ(order_of(all), sorted_order_of(all));
  const std::uint64_t most = ~std::uint64_t{0};
  const std::uint64_t half = std::uint64_t{1} << 32;
  EXPECT_EQ(order_of({most, 0, most - 1, half, half - 1}), (indices{1, 4, 3, 2, 0}));
}

TEST(word_order, permutations_are_those_of_argsort) {
  const device_guard host(cpu());
  for (const std::ptrdiff_t count : {1, 5, 1000}) {
    generator rng = default_rng(8);
    static_cast<void>(rng.random({3}));  // the first word is in the middle of a block
    philox bits = rng.bit_generator();
    EXPECT_EQ(test::values(rng.permutation(count)), sorted_order_of(bits.random_raw(count)));
  }
}

}  // namespace
}  // namespace gpu::random::detail
