// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/sorting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/memory_pool.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

using block_ptr = ref_ptr<memory_block>;

class sorting_test : public on_device {
 protected:
  template <class T>
  static block_ptr placed(const std::vector<T>& host) {
    block_ptr block = memory_block::allocate(GetParam(), host.size() * sizeof(T));
    copy_bytes(block->data(), GetParam(), host.data(), cpu(), host.size() * sizeof(T),
               current_stream());
    return block;
  }
  template <class T>
  static std::vector<T> fetched(const block_ptr& block, std::size_t count) {
    std::vector<T> host(count);
    copy_bytes(host.data(), cpu(), block->data(), GetParam(), count * sizeof(T), current_stream());
    return host;
  }
  template <class T>
  static block_ptr room(std::size_t count) {
    return memory_block::allocate(GetParam(), count * sizeof(T));
  }

  /// Keys of `bits` random bits: many of them are equal if these are few.
  template <class Key>
  static std::vector<Key> random_keys(std::size_t count, int bits) {
    std::mt19937_64 random(count * 64 + static_cast<std::size_t>(bits));
    std::vector<Key> keys(count);
    for (Key& key : keys) key = static_cast<Key>(random() >> (64 - bits));
    return keys;
  }

  /// The positions of sorted keys, in rows of `columns`: equal keys keep their order.
  template <class Key>
  static std::vector<std::uint32_t> sorted_positions(const std::vector<Key>& keys,
                                                     std::size_t columns) {
    std::vector<std::uint32_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t row = 0; row < keys.size(); row += columns) {
      const auto first = order.begin() + static_cast<std::ptrdiff_t>(row);
      std::stable_sort(first, first + static_cast<std::ptrdiff_t>(columns),
                       [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    }
    return order;
  }

  template <class Key, class Payload>
  void check_pairs(std::size_t count, int bits, int told_bits) {
    const std::vector<Key> keys = random_keys<Key>(count, bits);
    std::vector<Payload> payload(count);
    std::iota(payload.begin(), payload.end(), Payload(0));
    const block_ptr keys_in = placed(keys);
    const block_ptr payload_in = placed(payload);
    const block_ptr keys_out = room<Key>(count);
    const block_ptr payload_out = room<Payload>(count);
    vendor::radix_sort({keys_in->data(), keys_out->data(), sizeof(Key)},
                       {payload_in->data(), payload_out->data(), sizeof(Payload)},
                       static_cast<std::ptrdiff_t>(count), current_stream(), told_bits);
    const std::vector<std::uint32_t> order =
        sorted_positions(keys, std::max<std::size_t>(count, 1));
    const auto got_keys = fetched<Key>(keys_out, count);
    const auto got_payload = fetched<Payload>(payload_out, count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(got_payload[i], order[i]) << "at " << i << " of " << count;
      ASSERT_EQ(got_keys[i], keys[order[i]]) << "at " << i << " of " << count;
    }
    EXPECT_EQ(fetched<Key>(keys_in, count), keys) << "the input was changed";
  }

  template <class Key>
  void check_keys(std::size_t count) {
    std::vector<Key> keys = random_keys<Key>(count, 8 * sizeof(Key));
    const block_ptr in = placed(keys);
    const block_ptr out = room<Key>(count);
    vendor::radix_sort({in->data(), out->data(), sizeof(Key)}, static_cast<std::ptrdiff_t>(count),
                       current_stream());
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(fetched<Key>(out, count), keys) << count;
  }

  template <class Key>
  void check_rows(std::size_t rows, std::size_t columns) {
    const std::vector<Key> keys = random_keys<Key>(rows * columns, 7);
    std::vector<std::uint32_t> payload(keys.size());
    std::iota(payload.begin(), payload.end(), 0U);
    const block_ptr keys_in = placed(keys);
    const block_ptr payload_in = placed(payload);
    const block_ptr keys_out = room<Key>(keys.size());
    const block_ptr payload_out = room<std::uint32_t>(keys.size());
    const vendor::sorted_array array{keys_in->data(), keys_out->data(), sizeof(Key)};
    const auto height = static_cast<std::ptrdiff_t>(rows);
    const auto width = static_cast<std::ptrdiff_t>(columns);
    vendor::sort_rows(array, {payload_in->data(), payload_out->data(), 4}, height, width,
                      current_stream());
    const std::vector<std::uint32_t> order = sorted_positions(keys, columns);
    EXPECT_EQ(fetched<std::uint32_t>(payload_out, keys.size()), order) << rows << " x " << columns;
    const auto with_payload = fetched<Key>(keys_out, keys.size());
    for (const int told_bits : {0, 7}) {
      vendor::sort_rows(array, height, width, current_stream(), told_bits);
      EXPECT_EQ(fetched<Key>(keys_out, keys.size()), with_payload) << rows << " x " << columns;
    }
  }
};

TEST_P(sorting_test, keys_of_every_size_are_sorted) {
  for (const std::size_t count : {0, 1, 2, 127, 128, 1023, 1024, 1025, 100'003}) {
    check_keys<std::uint32_t>(count);
    check_keys<std::uint64_t>(count);
  }
}

TEST_P(sorting_test, payloads_follow_their_keys_and_equal_keys_keep_their_order) {
  for (const std::size_t count : {1, 31, 127, 129, 4097, 70'001}) {
    check_pairs<std::uint32_t, std::uint32_t>(count, 5, 0);
    check_pairs<std::uint32_t, std::uint64_t>(count, 32, 32);
    check_pairs<std::uint64_t, std::uint32_t>(count, 64, 0);
    check_pairs<std::uint64_t, std::uint64_t>(count, 40, 0);
  }
}

TEST_P(sorting_test, so_many_bits_as_are_told_are_enough) {
  check_pairs<std::uint32_t, std::uint32_t>(5000, 11, 11);
  check_pairs<std::uint64_t, std::uint64_t>(5000, 33, 33);
  check_pairs<std::uint32_t, std::uint32_t>(100, 1, 1);
}

TEST_P(sorting_test, bits_below_the_first_are_not_looked_at) {
  for (const std::size_t count : {3, 127, 129, 70'001}) {
    const auto keys = random_keys<std::uint32_t>(count, 15);
    std::vector<std::uint32_t> high = keys;
    for (std::uint32_t& key : high) key >>= 5;
    const std::vector<std::uint32_t> order = sorted_positions(high, count);
    std::vector<std::uint32_t> payload(count);
    std::iota(payload.begin(), payload.end(), 0U);
    const block_ptr keys_in = placed(keys);
    const block_ptr payload_in = placed(payload);
    const block_ptr keys_out = room<std::uint32_t>(count);
    const block_ptr payload_out = room<std::uint32_t>(count);
    vendor::radix_sort({keys_in->data(), keys_out->data(), 4},
                       {payload_in->data(), payload_out->data(), 4},
                       static_cast<std::ptrdiff_t>(count), current_stream(), 15, 5);
    EXPECT_EQ(fetched<std::uint32_t>(payload_out, count), order) << count;
    const auto sorted = fetched<std::uint32_t>(keys_out, count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(sorted[i], keys[order[i]]) << i;
  }
}

TEST_P(sorting_test, rows_are_sorted_by_themselves) {
  for (const std::size_t columns : {1, 2, 15, 128, 129, 1000, 5000}) {
    check_rows<std::uint32_t>(1, columns);
    check_rows<std::uint32_t>(37, columns);
    check_rows<std::uint64_t>(300, columns);
  }
  check_rows<std::uint32_t>(3, 70'000);
}

TEST_P(sorting_test, nothing_is_left_in_the_pool) {
  device(GetParam()).synchronize();
  const std::size_t before = memory_pool::statistics(GetParam()).used_bytes;
  check_pairs<std::uint32_t, std::uint32_t>(10'000, 32, 0);
  EXPECT_EQ(memory_pool::statistics(GetParam()).used_bytes, before);
}

INSTANTIATE_TEST_SUITE_P(each, sorting_test, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
