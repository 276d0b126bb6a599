// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <gpu/cuda/memory_block.hpp>

#include "cuda/pinned_memory.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

const std::vector<std::size_t> sizes = {
    0,     1,     127,     129,           4095,           4096,    4097,
    65536, 65537, 4 << 20, (4 << 20) + 1, (16 << 20) - 1, 33 << 20};

std::vector<unsigned char> pattern(std::size_t bytes, unsigned seed) {
  std::vector<unsigned char> values(bytes);
  unsigned state = seed;
  for (unsigned char& v : values)
    v = static_cast<unsigned char>((state = state * 1664525 + 1013904223) >> 24);
  return values;
}

class copy_test : public on_device {};

TEST_P(copy_test, brings_back_what_was_sent) {
  const stream own(GetParam());
  for (const stream_ref stream : {current_stream(), stream_ref(own)})
    for (const std::size_t bytes : sizes) {
      const auto block = memory_block::allocate(GetParam(), bytes);
      order_before_write(*block, stream);
      const auto sent = pattern(bytes, 1);
      auto source = sent;
      copy_bytes(block->data(), GetParam(), source.data(), cpu(), bytes, stream);
      std::fill(source.begin(), source.end(), 0);  // the source may be reused at once
      const auto second = memory_block::allocate(GetParam(), bytes);
      order_before_write(*second, stream);
      copy_bytes(second->data(), GetParam(), block->data(), GetParam(), bytes, stream);
      std::vector<unsigned char> received(bytes);
      copy_bytes(received.data(), cpu(), second->data(), GetParam(), bytes, stream);
      EXPECT_TRUE(received == sent) << bytes << " bytes";
    }
}

/// Few bytes are written to the host by a kernel, whole words if they are aligned.
TEST_P(copy_test, of_few_bytes_begins_anywhere) {
  constexpr std::size_t room = 8192;
  const auto block = memory_block::allocate(GetParam(), room);
  const auto sent = pattern(room, 3);
  copy_bytes(block->data(), GetParam(), sent.data(), cpu(), room, current_stream());
  const auto* const from = static_cast<const unsigned char*>(block->data());
  for (const std::size_t begin : {0, 1, 2, 3, 4, 7, 500})
    for (const std::size_t bytes : {1, 2, 3, 4, 5, 8, 31, 127, 128, 129, 1025, 4095, 4096}) {
      std::vector<unsigned char> received(bytes + 1, 77);
      copy_bytes(received.data(), cpu(), from + begin, GetParam(), bytes, current_stream());
      EXPECT_TRUE(std::equal(received.begin(), received.end() - 1, sent.data() + begin)) << begin;
      EXPECT_EQ(received.back(), 77);
    }
}

TEST_P(copy_test, of_few_bytes_follows_the_work_of_its_stream) {
  const auto fetch_from = [&](const stream_ref stream) {
    const auto block = memory_block::allocate(GetParam(), 64 << 20);
    order_before_write(*block, stream);
    for (int i = 0; i < 200; ++i) {
      const auto value = static_cast<unsigned char>(i);
      fill_bytes(block->data(), GetParam(), value, 64 << 20, stream);
      unsigned char last[3];
      copy_bytes(last, cpu(), static_cast<unsigned char*>(block->data()) + (64 << 20) - 3,
                 GetParam(), 3, stream);
      EXPECT_EQ(last[0], value);
      EXPECT_EQ(last[2], value);
    }
  };
  std::thread other([&] { fetch_from(stream(GetParam())); });
  fetch_from(current_stream(GetParam()));
  other.join();
}

TEST_P(copy_test, of_many_small_pieces_keeps_their_order) {
  constexpr std::size_t pieces = 500;
  constexpr std::size_t bytes = 40000;
  const auto block = memory_block::allocate(GetParam(), bytes);
  std::vector<unsigned char> source(bytes);
  for (std::size_t i = 0; i < pieces; ++i) {
    std::memset(source.data(), static_cast<int>(i % 251), bytes);
    copy_bytes(block->data(), GetParam(), source.data(), cpu(), bytes, current_stream());
  }
  std::vector<unsigned char> received(bytes);
  copy_bytes(received.data(), cpu(), block->data(), GetParam(), bytes, current_stream());
  EXPECT_EQ(received, std::vector<unsigned char>(bytes, (pieces - 1) % 251));
}

TEST_P(copy_test, works_in_several_threads_at_once) {
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      const stream own(GetParam());
      const stream_guard scope{own};
      const auto sent = pattern(20 << 20, t);
      const auto block = memory_block::allocate(GetParam(), sent.size());
      for (int i = 0; i < 3; ++i) {
        copy_bytes(block->data(), GetParam(), sent.data(), cpu(), sent.size(), own);
        std::vector<unsigned char> received(sent.size());
        copy_bytes(received.data(), cpu(), block->data(), GetParam(), sent.size(), own);
        EXPECT_TRUE(received == sent);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

TEST_P(copy_test, fills_bytes) {
  const auto block = memory_block::allocate(GetParam(), 1000);
  fill_bytes(block->data(), GetParam(), 0xab, 1000, current_stream());
  std::vector<unsigned char> received(1000);
  copy_bytes(received.data(), cpu(), block->data(), GetParam(), 1000, current_stream());
  EXPECT_EQ(received, std::vector<unsigned char>(1000, 0xab));
}

INSTANTIATE_TEST_SUITE_P(each, copy_test, testing::ValuesIn(cpu_and_gpu()), device_name);

TEST(copy, on_the_host_may_overlap) {
  std::vector<char> text{'a', 'b', 'c', 'd'};
  copy_bytes(text.data() + 1, cpu(), text.data(), cpu(), 3, stream_ref{});
  EXPECT_EQ(std::string(text.begin(), text.end()), "aabc");
}

TEST(copy, to_a_missing_gpu_is_an_error) {
  char byte = 0;
  EXPECT_ANY_THROW(copy_bytes(&byte, gpu::gpu(63), &byte, cpu(), 1, stream_ref{}));
}

class gpu_copy_test : public on_device {};

TEST_P(gpu_copy_test, of_pinned_memory_needs_no_staging) {
  const std::size_t bytes = 20 << 20;
  const pinned_memory source(bytes);
  const pinned_memory target(bytes);
  const auto sent = pattern(bytes, 9);
  std::memcpy(source.data(), sent.data(), bytes);
  const auto block = memory_block::allocate(GetParam(), bytes);
  copy_bytes(block->data(), GetParam(), source.data(), cpu(), bytes, current_stream());
  std::memset(source.data(), 0, bytes);
  copy_bytes(target.data(), cpu(), block->data(), GetParam(), bytes, current_stream());
  EXPECT_EQ(std::memcmp(target.data(), sent.data(), bytes), 0);
}

TEST_P(gpu_copy_test, between_two_gpus_arrives) {
  GPU_REQUIRE_DEVICES(2);
  const auto sent = pattern(33 << 20, 2);
  const auto here = memory_block::allocate(gpu::gpu(0), sent.size());
  const auto there = memory_block::allocate(gpu::gpu(1), sent.size());
  const stream_ref stream = current_stream(gpu::gpu(0));
  copy_bytes(here->data(), gpu::gpu(0), sent.data(), cpu(), sent.size(), stream);
  order_before_write(*there, stream);
  copy_bytes(there->data(), gpu::gpu(1), here->data(), gpu::gpu(0), sent.size(), stream);
  order_before_read(*there, current_stream(gpu::gpu(1)));
  std::vector<unsigned char> received(sent.size());
  copy_bytes(received.data(), cpu(), there->data(), gpu::gpu(1), sent.size(),
             current_stream(gpu::gpu(1)));
  EXPECT_TRUE(received == sent);
}

TEST_P(gpu_copy_test, does_not_take_a_stream_of_a_third_device) {
  char byte = 0;
  const auto block = memory_block::allocate(GetParam(), 1);
  EXPECT_THROW(copy_bytes(block->data(), GetParam(), &byte, cpu(), 1, stream_ref{gpu::gpu(9)}),
               device_mismatch);
}

INSTANTIATE_TEST_SUITE_P(each, gpu_copy_test, testing::Values(gpu::gpu(0)), device_name);

}  // namespace
}  // namespace gpu::test
