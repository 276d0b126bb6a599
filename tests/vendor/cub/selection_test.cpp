// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cub/selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

using block_ptr = ref_ptr<memory_block>;

constexpr std::size_t counts[] = {0, 1, 2, 31, 257, 1024, 100'003};

class selection_test : public on_device {
 protected:
  static block_ptr placed(const void* host, std::size_t bytes) {
    block_ptr block = memory_block::allocate(GetParam(), bytes);
    copy_bytes(block->data(), GetParam(), host, cpu(), bytes, current_stream());
    return block;
  }
  template <class T>
  static block_ptr placed(const std::vector<T>& host) {
    return placed(host.data(), host.size() * sizeof(T));
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
  static std::int64_t number(const block_ptr& block) { return fetched<std::int64_t>(block, 1)[0]; }
  static std::int64_t* number_in(const block_ptr& block) {
    return static_cast<std::int64_t*>(block->data());
  }

  template <class Key>
  void check_unique(std::size_t count) {
    std::mt19937_64 random(count);
    std::vector<Key> keys(count);
    for (std::size_t i = 0; i < count; ++i)
      keys[i] = i > 0 && random() % 2 == 0 ? keys[i - 1] : static_cast<Key>(random());
    std::vector<Key> wanted = keys;
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    const block_ptr in = placed(keys);
    const block_ptr out = room<Key>(count);
    const block_ptr selected = room<std::int64_t>(1);
    vendor::select_unique(in->data(), out->data(), sizeof(Key), number_in(selected),
                          static_cast<std::ptrdiff_t>(count), current_stream());
    ASSERT_EQ(number(selected), static_cast<std::int64_t>(wanted.size())) << count;
    EXPECT_EQ(fetched<Key>(out, wanted.size()), wanted);
  }
};

TEST_P(selection_test, the_first_of_equal_keys_is_kept) {
  for (const std::size_t count : counts) {
    check_unique<std::uint32_t>(count);
    check_unique<std::uint64_t>(count);
  }
}

INSTANTIATE_TEST_SUITE_P(each, selection_test, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
