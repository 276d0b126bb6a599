// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/memory_pool.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "cuda/pinned_memory.hpp"
#include "support/device.hpp"
#include "support/environment.hpp"

namespace gpu::test {
namespace {

using block_ptr = ref_ptr<memory_block>;

class memory_pool_test : public on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    if (IsSkipped()) return;
    memory_pool::trim(GetParam());
    before_ = memory_pool::statistics(GetParam());
  }
  void TearDown() override {
    if (!IsSkipped()) {
      memory_pool::set_limit(GetParam(), 0);
      EXPECT_EQ(memory_pool::statistics(GetParam()).used_bytes, before_.used_bytes)
          << "the test leaks";
    }
    on_device::TearDown();
  }
  static block_ptr allocate(std::size_t bytes) { return memory_block::allocate(GetParam(), bytes); }

  pool_statistics before_;
};

TEST_P(memory_pool_test, gives_blocks_of_the_size_device_and_stream_asked_for) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{255}, std::size_t{256}, std::size_t{257}, std::size_t{4095},
        std::size_t{1} << 20, (std::size_t{1} << 20) + 1, std::size_t{33} << 20}) {
    const block_ptr block = allocate(bytes);
    EXPECT_EQ(block->size_bytes(), bytes);
    EXPECT_EQ(block->device(), GetParam());
    EXPECT_EQ(block->stream(), current_stream());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block->data()) % 64, 0U);
    fill_bytes(block->data(), GetParam(), 0x5a, bytes, current_stream());
    EXPECT_EQ(block->use_count(), 1);
  }
}

TEST_P(memory_pool_test, gives_a_null_block_for_no_bytes_without_being_used) {
  const block_ptr block = allocate(0);
  EXPECT_EQ(block->data(), nullptr);
  EXPECT_EQ(block->size_bytes(), 0U);
  EXPECT_EQ(block->device(), GetParam());
  EXPECT_EQ(memory_pool::statistics(GetParam()).allocations, before_.allocations);
}

TEST_P(memory_pool_test, counts_used_held_and_peak_bytes) {
  memory_pool::reset_peak(GetParam());
  block_ptr first = allocate(1000);
  const pool_statistics one = memory_pool::statistics(GetParam());
  EXPECT_GE(one.used_bytes, before_.used_bytes + 1000);
  EXPECT_LE(one.used_bytes, before_.used_bytes + 1280);
  EXPECT_GE(one.held_bytes, one.used_bytes);
  EXPECT_EQ(one.allocations, before_.allocations + 1);
  first = nullptr;
  const pool_statistics none = memory_pool::statistics(GetParam());
  EXPECT_EQ(none.used_bytes, before_.used_bytes);
  EXPECT_EQ(none.peak_bytes, one.used_bytes);
  memory_pool::reset_peak(GetParam());
  EXPECT_EQ(memory_pool::statistics(GetParam()).peak_bytes, before_.used_bytes);
}

TEST_P(memory_pool_test, finds_a_freed_small_block_again) {
  void* data = allocate(3000)->data();
  const std::uint64_t hits = memory_pool::statistics(GetParam()).cache_hits;
  EXPECT_EQ(allocate(2900)->data(), data);
  EXPECT_EQ(memory_pool::statistics(GetParam()).cache_hits, hits + 1);
}

TEST_P(memory_pool_test, finds_a_freed_block_of_a_few_megabytes_again) {
  if (GetParam().is_cpu()) GTEST_SKIP() << "host memory is kept elsewhere";
  for (const std::size_t megabytes : {2, 5, 33, 64}) {
    void* data = allocate(megabytes << 20)->data();
    const std::uint64_t hits = memory_pool::statistics(GetParam()).cache_hits;
    EXPECT_EQ(allocate((megabytes << 20) - 1000)->data(), data) << megabytes;
    EXPECT_EQ(memory_pool::statistics(GetParam()).cache_hits, hits + 1) << megabytes;
  }
}

TEST_P(memory_pool_test, freed_blocks_of_many_megabytes_make_room_for_others) {
  memory_pool::set_limit(GetParam(), before_.used_bytes + (std::size_t{300} << 20));
  for (int round = 0; round < 3; ++round)
    for (std::size_t megabytes = 33; megabytes <= 64; megabytes += 3) {
      const block_ptr block = allocate(megabytes << 20);
      ASSERT_NE(block->data(), nullptr) << megabytes;
      fill_bytes(block->data(), GetParam(), 1, megabytes << 20, current_stream());
    }
}

TEST_P(memory_pool_test, finds_a_block_again_that_another_thread_freed) {
  block_ptr block = allocate(5000);
  void* data = block->data();
  std::thread([&] { block = nullptr; }).join();
  EXPECT_EQ(allocate(5000)->data(), data);
}

TEST_P(memory_pool_test, holds_nothing_after_a_trim) {
  { const block_ptr small = allocate(100), large = allocate(40 << 20); }
  EXPECT_GT(memory_pool::statistics(GetParam()).held_bytes, 0U);
  memory_pool::trim(GetParam());
  EXPECT_EQ(memory_pool::statistics(GetParam()).held_bytes,
            memory_pool::statistics(GetParam()).used_bytes);
}

TEST_P(memory_pool_test, keeps_live_blocks_in_a_trim) {
  const block_ptr block = allocate(256);
  fill_bytes(block->data(), GetParam(), 7, 256, current_stream());
  memory_pool::trim(GetParam());
  std::vector<unsigned char> bytes(256);
  copy_bytes(bytes.data(), cpu(), block->data(), GetParam(), 256, current_stream());
  EXPECT_EQ(bytes, std::vector<unsigned char>(256, 7));
}

TEST_P(memory_pool_test, throws_beyond_its_limit_and_stays_usable) {
  memory_pool::set_limit(GetParam(), before_.used_bytes + (8 << 20));
  EXPECT_EQ(memory_pool::limit(GetParam()), before_.used_bytes + (8 << 20));
  const block_ptr half = allocate(4 << 20);
  try {
    (void)allocate(6 << 20);
    FAIL() << "the limit was not kept";
  } catch (const out_of_memory& e) {
    EXPECT_EQ(e.requested_bytes(), std::size_t{6} << 20);
    const std::string text = e.what();
    EXPECT_NE(text.find("6,291,456 bytes"), text.npos) << text;
    EXPECT_NE(text.find(text_of(GetParam())), text.npos) << text;
    EXPECT_NE(text.find("limit set to"), text.npos) << text;
  }
  EXPECT_NE(allocate(4 << 20)->data(), nullptr);
}

TEST_P(memory_pool_test, trims_before_it_gives_up) {
  memory_pool::set_limit(GetParam(), before_.used_bytes + (1 << 20));
  for (int i = 0; i < 3; ++i) {  // freed small blocks of one size stand in the way of another
    std::vector<block_ptr> blocks;
    for (int j = 0; j < 9; ++j) blocks.push_back(allocate((100 << 10) - i * 20000));
  }
  EXPECT_NE(allocate(1 << 20)->data(), nullptr);
}

TEST_P(memory_pool_test, refuses_sizes_that_no_device_has) {
  for (const std::size_t bytes : {SIZE_MAX, SIZE_MAX - 100, SIZE_MAX / 2 + 1, SIZE_MAX / 4})
    EXPECT_THROW((void)allocate(bytes), out_of_memory) << bytes;
}

TEST_P(memory_pool_test, serves_many_threads_that_free_each_others_blocks) {
  constexpr int threads = 8;
  std::array<std::atomic<memory_block*>, 64> exchange{};
  std::vector<std::thread> workers;
  std::atomic<int> wrong{0};
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      for (int i = 0; i < 20000; ++i) {
        const std::size_t bytes = 1 + random() % (i % 100 == 0 ? 3000000 : 9000);
        block_ptr block = allocate(bytes);
        if (block->use_count() != 1 || block->size_bytes() != bytes) ++wrong;
        if (GetParam().is_cpu()) std::memset(block->data(), t, bytes < 64 ? bytes : 64);
        block->retain();  // the place in `exchange` owns it
        memory_block* old = exchange[random() % exchange.size()].exchange(block.get());
        if (old != nullptr) old->release();
      }
    });
  for (std::thread& worker : workers) worker.join();
  for (auto& place : exchange)
    if (memory_block* last = place.exchange(nullptr); last != nullptr) last->release();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(memory_pool::statistics(GetParam()).allocations, before_.allocations + threads * 20000);
}

INSTANTIATE_TEST_SUITE_P(each, memory_pool_test, testing::ValuesIn(cpu_and_gpu()), device_name);

TEST(memory_pool, of_a_missing_device_is_an_error) {
  EXPECT_ANY_THROW((void)memory_block::allocate(gpu::gpu(63), 16));
  EXPECT_ANY_THROW((void)memory_block::allocate(gpu::gpu(63), 0));
  EXPECT_ANY_THROW((void)memory_pool::statistics(gpu::gpu(63)));
}

class gpu_memory_pool_test : public on_device {};

TEST_P(gpu_memory_pool_test, throws_when_the_device_is_full_and_stays_usable) {
  std::vector<block_ptr> blocks;
  EXPECT_THROW(
      {
        for (int i = 0; i < 4096; ++i)
          blocks.push_back(memory_block::allocate(GetParam(), 1UL << 30));
      },
      out_of_memory);
  blocks.clear();
  EXPECT_NE(memory_block::allocate(GetParam(), 1UL << 30)->data(), nullptr);
  memory_pool::trim(GetParam());
}

TEST_P(gpu_memory_pool_test, keeps_a_freed_block_for_its_stream) {
  void* data = memory_block::allocate(GetParam(), 7000)->data();
  const stream other(GetParam());
  {
    const stream_guard scope{other};
    EXPECT_NE(memory_block::allocate(GetParam(), 7000)->data(), data);
  }
  EXPECT_EQ(memory_block::allocate(GetParam(), 7000)->data(), data);
}

TEST_P(gpu_memory_pool_test, keeps_one_freed_block_of_the_size_of_a_workspace) {
  constexpr std::size_t bytes = std::size_t{32} << 20;
  memory_pool::trim(GetParam());
  const pool_statistics before = memory_pool::statistics(GetParam());
  void* data = nullptr;
  {
    const block_ptr one = memory_block::allocate(GetParam(), bytes);
    const block_ptr other = memory_block::allocate(GetParam(), bytes);
    data = other->data();
  }
  EXPECT_EQ(memory_pool::statistics(GetParam()).used_bytes, before.used_bytes);
  EXPECT_EQ(memory_block::allocate(GetParam(), bytes)->data(), data);
  EXPECT_EQ(memory_pool::statistics(GetParam()).cache_hits, before.cache_hits + 1);
  memory_pool::trim(GetParam());
  EXPECT_LE(memory_pool::statistics(GetParam()).held_bytes, before.held_bytes);
}

TEST_P(gpu_memory_pool_test, pins_host_memory_and_finds_it_again) {
  trim_pinned_memory();
  void* data = nullptr;
  {
    const pinned_memory memory(10000);
    data = memory.data();
    EXPECT_EQ(memory.size_bytes(), 10000U);
    EXPECT_GE(pinned_memory_statistics().used_bytes, 10000U);
  }
  const pinned_memory again(9000);
  EXPECT_EQ(again.data(), data);
  trim_pinned_memory();
  EXPECT_EQ(pinned_memory_statistics().held_bytes, pinned_memory_statistics().used_bytes);
}

INSTANTIATE_TEST_SUITE_P(each, gpu_memory_pool_test, testing::Values(gpu::gpu(0)), device_name);

/// Ends with 42 if the variable is refused, else with the limit in GiB.
[[noreturn]] void end_with_the_limit() {
  try {
    std::exit(static_cast<int>(memory_pool::limit(cpu()) >> 30));
  } catch (const value_error& e) {
    std::fputs(e.what(), stderr);
    std::exit(42);
  }
}

TEST(memory_pool_death_test, takes_its_limit_from_the_environment) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const char* text : {"3G", "3072M", "3221225472"}) {
    const environment_guard three("GPU_NDARRAY_MEMORY_LIMIT", text);
    EXPECT_EXIT(end_with_the_limit(), testing::ExitedWithCode(3), "");
  }
}

TEST(memory_pool_death_test, refuses_a_limit_that_is_no_number_of_bytes) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const environment_guard wrong("GPU_NDARRAY_MEMORY_LIMIT", "1GB");
  EXPECT_EXIT(end_with_the_limit(), testing::ExitedWithCode(42),
              "GPU_NDARRAY_MEMORY_LIMIT is \"1GB\": must be a number of bytes");
}

[[noreturn]] void end_with_the_hits_of_second_blocks(device where) {
  for (const std::size_t bytes : {std::size_t{100}, std::size_t{4} << 20})
    for (int i = 0; i < 2; ++i) (void)memory_block::allocate(where, bytes);
  std::exit(static_cast<int>(memory_pool::statistics(where).cache_hits));
}

TEST_P(memory_pool_test, keeps_nothing_if_the_environment_says_so) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const char* flag : {"0", "1"}) {
    const environment_guard kept("GPU_NDARRAY_MEMORY_CACHE", flag);
    EXPECT_EXIT(end_with_the_hits_of_second_blocks(GetParam()),
                testing::ExitedWithCode(flag[0] == '0' ? 0 : 2), "");
  }
}

TEST(pinned_memory, needs_a_gpu) {
  if (num_gpus() > 0) GTEST_SKIP() << "this machine has one";
  EXPECT_THROW(pinned_memory(16), library_not_found);
}

}  // namespace
}  // namespace gpu::test
