// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/memory_block.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <gpu/cuda/event.hpp>
#include <gpu/cuda/memory_pool.hpp>

#include "cuda/copy.hpp"
#include "cuda/size_class.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

TEST(memory_block, calls_the_deleter_of_adopted_memory_once) {
  std::array<int, 4> foreign{};
  int calls = 0;
  {
    const auto block =
        memory_block::adopt(cpu(), foreign.data(), sizeof foreign, stream_ref{}, [&] { ++calls; });
    const auto second = block;
    EXPECT_EQ(block->data(), foreign.data());
    EXPECT_EQ(block->use_count(), 2);
    EXPECT_EQ(calls, 0);
  }
  EXPECT_EQ(calls, 1);
}

TEST(memory_block, that_follows_an_adopted_one_has_no_deleter) {
  int calls = 0;
  {
    const auto block = memory_block::adopt(cpu(), nullptr, 0, stream_ref{}, [&] { ++calls; });
  }
  for (int i = 0; i < 10; ++i) (void)memory_block::allocate(cpu(), 10);
  for (int i = 0; i < 10; ++i) (void)memory_block::allocate(cpu(), 0);
  EXPECT_EQ(calls, 1);
}

TEST(memory_block, does_not_adopt_memory_with_a_stream_of_another_device) {
  EXPECT_THROW((void)memory_block::adopt(gpu::gpu(0), nullptr, 0, stream_ref{}, nullptr),
               device_mismatch);
}

TEST(memory_block, of_the_cpu_needs_no_order) {
  const auto block = memory_block::allocate(cpu(), 100);
  order_before_read(*block, current_stream(cpu()));
  order_before_write(*block, current_stream(cpu()));
}

class gpu_memory_block_test : public on_device {
 protected:
  static constexpr std::size_t bytes = std::size_t{256} << 20;

  /// Work that takes a while, then fills the block.
  static void fill_late(memory_block& block, unsigned char value, stream_ref stream) {
    for (int i = 0; i < 40; ++i) fill_bytes(block.data(), GetParam(), 0xff, bytes, stream);
    fill_bytes(block.data(), GetParam(), value, bytes, stream);
  }
  static unsigned char last_byte(memory_block& block, stream_ref stream) {
    unsigned char value = 0;
    copy_bytes(&value, cpu(), static_cast<char*>(block.data()) + bytes - 1, GetParam(), 1, stream);
    return value;
  }
};

TEST_P(gpu_memory_block_test, is_read_by_another_stream_after_its_home_stream_wrote_it) {
  const stream home(GetParam());
  const stream reader(GetParam());
  const stream_guard scope{home};
  const auto block = memory_block::allocate(GetParam(), bytes);
  fill_late(*block, 3, home);
  order_before_read(*block, reader);
  EXPECT_EQ(last_byte(*block, reader), 3);
}

TEST_P(gpu_memory_block_test, is_read_at_home_after_another_stream_wrote_it) {
  const stream home(GetParam());
  const stream writer(GetParam());
  const stream_guard scope{home};
  const auto block = memory_block::allocate(GetParam(), bytes);
  order_before_write(*block, writer);
  fill_late(*block, 4, writer);
  order_before_read(*block, home);
  EXPECT_EQ(last_byte(*block, home), 4);
}

TEST_P(gpu_memory_block_test, is_freed_after_the_other_streams_that_used_it) {
  const stream home(GetParam());
  const stream reader(GetParam());
  const stream_guard scope{home};
  const auto copy = memory_block::allocate(GetParam(), bytes);
  auto block = memory_block::allocate(GetParam(), bytes);
  fill_bytes(block->data(), GetParam(), 5, bytes, home);
  order_before_read(*block, reader);
  order_before_write(*copy, reader);
  for (int i = 0; i < 40; ++i)
    copy_bytes(copy->data(), GetParam(), block->data(), GetParam(), bytes, reader);
  block = nullptr;
  const auto next = memory_block::allocate(GetParam(), bytes);  // may be the same memory
  fill_bytes(next->data(), GetParam(), 6, bytes, home);
  EXPECT_EQ(last_byte(*copy, reader), 5);
}

TEST_P(gpu_memory_block_test, that_is_new_has_zeros_beyond_its_bytes) {
  constexpr std::ptrdiff_t used = 100;
  constexpr std::ptrdiff_t capacity = detail::class_bytes(detail::size_class(used));
  constexpr int count = 64;
  const stream home(GetParam());
  const stream_guard scope{home};
  std::vector<ref_ptr<memory_block>> blocks;
  for (int i = 0; i < count; ++i) {
    blocks.push_back(memory_block::allocate(GetParam(), capacity));
    fill_bytes(blocks.back()->data(), GetParam(), 0xff, capacity, home);
  }
  blocks.clear();
  memory_pool::trim(GetParam());  // so that CUDA gives their memory to new blocks
  for (int i = 0; i < count; ++i) {
    blocks.push_back(memory_block::allocate(GetParam(), used));
    std::array<unsigned char, std::size_t{capacity - used}> beyond{};
    copy_bytes(beyond.data(), cpu(), static_cast<char*>(blocks.back()->data()) + used, GetParam(),
               capacity - used, home);
    EXPECT_EQ(std::ranges::count(beyond, 0), capacity - used) << "block " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(each, gpu_memory_block_test, testing::Values(gpu::gpu(0)), device_name);

}  // namespace
}  // namespace gpu::test
