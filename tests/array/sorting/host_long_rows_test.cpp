// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/host_long_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gpu::detail {
namespace {

constexpr std::size_t count = (std::size_t{1} << 19) + 12345;

/// Drawn keys, `form` of each.
template <class Key>
void expect_sorted(const std::function<Key(Key)>& form) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  std::vector<Key> keys(count);
  for (Key& key : keys) key = form(static_cast<Key>(random()));
  ASSERT_TRUE(is_long_row(count));
  std::vector<Key> sorted(count);
  sort_long_row({keys.data(), sorted.data(), sizeof(Key)}, count);
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(sorted, keys);
}

template <class Key>
void expect_sorted_of_every_kind() {
  expect_sorted<Key>([](Key key) { return key; });
  expect_sorted<Key>([](Key) { return Key{7}; });
  expect_sorted<Key>([](Key key) { return key % 3; });
  expect_sorted<Key>([](Key key) { return key % 5000; });
  // Most have the same highest bits: their part is long itself.
  expect_sorted<Key>([](Key key) { return key % 100 == 0 ? key : key >> 9; });
  expect_sorted<Key>([](Key key) { return static_cast<Key>(key << 12); });
}

TEST(host_long_rows, of_4_bytes_are_sorted) {
  expect_sorted_of_every_kind<std::uint32_t>();
}

TEST(host_long_rows, of_8_bytes_are_sorted) {
  expect_sorted_of_every_kind<std::uint64_t>();
}

TEST(host_long_rows, that_are_sorted_stay_so) {
  std::vector<std::uint32_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) keys[i] = static_cast<std::uint32_t>(i / 2);
  const std::vector<std::uint32_t> ascending = keys;
  std::vector<std::uint32_t> sorted(count);
  sort_long_row({keys.data(), sorted.data(), sizeof(keys[0])}, count);
  EXPECT_EQ(sorted, ascending);
  std::reverse(keys.begin(), keys.end());
  sort_long_row({keys.data(), sorted.data(), sizeof(keys[0])}, count);
  EXPECT_EQ(sorted, ascending);
}

TEST(host_long_rows, are_those_that_one_thread_takes_long_for) {
  EXPECT_FALSE(is_long_row(0));
  EXPECT_FALSE(is_long_row(1000));
}

}  // namespace
}  // namespace gpu::detail
