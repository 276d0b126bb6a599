// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/host_sort.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gpu::vendor {
namespace {

constexpr std::size_t lengths[] = {1, 2, 31, 32, 33, 100, 1000, 8191, 8192, 30000};

/// Keys of several kinds: of all bits, of few, of the highest and the lowest alone, and such that
/// nearly all are equal in the bits by which they are sorted first.
template <class Key>
std::vector<std::vector<Key>> samples(std::size_t count) {
  constexpr int bits = 8 * sizeof(Key);
  std::mt19937_64 random(count);
  std::vector<std::vector<Key>> result(7, std::vector<Key>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const auto drawn = static_cast<Key>(random());
    result[0][i] = drawn;
    result[1][i] = drawn % 5;
    result[2][i] = drawn >> (bits - 1) << (bits - 1) | (drawn & 7);
    result[3][i] = i == count / 2 ? ~Key{0} : static_cast<Key>(drawn % 1000);
    result[4][i] = static_cast<Key>(i);
    result[5][i] = static_cast<Key>(count - i);
    result[6][i] = drawn >> (random() % bits);
  }
  return result;
}

std::vector<std::uint32_t> positions(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

template <class Key>
void expect_sorted_keys() {
  for (const std::size_t count : lengths)
    for (const std::vector<Key>& keys : samples<Key>(count)) {
      std::vector<Key> sorted(count);
      sort_keys(keys.data(), sorted.data(), static_cast<std::ptrdiff_t>(count));
      std::vector<Key> expected = keys;
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(sorted, expected) << count;
    }
}

template <class Key>
void expect_sorted_by_keys(int first_bit) {
  for (const std::size_t count : lengths)
    for (const std::vector<Key>& keys : samples<Key>(count)) {
      std::vector<std::uint32_t> order = positions(count);
      std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return keys[a] >> first_bit < keys[b] >> first_bit;
      });
      const auto size = static_cast<std::ptrdiff_t>(count);
      std::vector<std::uint32_t> sorted(count);
      sort_by_keys<Key>(keys.data(), nullptr, sorted.data(), size, first_bit);
      EXPECT_EQ(sorted, order) << count;
      std::vector<std::uint32_t> payload = positions(count);
      for (std::uint32_t& one : payload) one = ~one;
      for (std::uint32_t& one : order) one = ~one;
      sort_by_keys(keys.data(), payload.data(), sorted.data(), size, first_bit);
      EXPECT_EQ(sorted, order) << count;
    }
}

TEST(host_sort, of_keys_alone) {
  expect_sorted_keys<std::uint32_t>();
  expect_sorted_keys<std::uint64_t>();
}

TEST(host_sort, of_a_payload_is_stable) {
  expect_sorted_by_keys<std::uint32_t>(0);
  expect_sorted_by_keys<std::uint64_t>(0);
}

TEST(host_sort, does_not_look_at_bits_below_the_first) {
  expect_sorted_by_keys<std::uint32_t>(3);
  expect_sorted_by_keys<std::uint64_t>(40);
}

}  // namespace
}  // namespace gpu::vendor
