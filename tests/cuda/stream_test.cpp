// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/cuda/stream.hpp>

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <utility>

#include <gpu/cuda/event.hpp>
#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"
#include "support/device.hpp"

namespace gpu::test {
namespace {

class stream_test : public on_device {};

TEST_P(stream_test, current_is_the_default_stream_at_first) {
  std::thread([] {
    const device_guard scope{GetParam()};
    EXPECT_EQ(current_stream(), stream_ref{GetParam()});
    EXPECT_EQ(current_stream().get(), nullptr);
  }).join();
}

TEST_P(stream_test, of_a_guard_is_current_until_the_scope_ends) {
  const stream_ref before = current_stream();
  const stream first(GetParam());
  const stream second(GetParam());
  {
    const stream_guard outer{first};
    EXPECT_EQ(current_stream(), first);
    {
      const stream_guard inner{second};
      EXPECT_EQ(current_stream(), second);
    }
    EXPECT_EQ(current_stream(), first);
  }
  EXPECT_EQ(current_stream(), before);
}

TEST_P(stream_test, of_a_guard_is_restored_when_an_exception_passes) {
  const stream_ref before = current_stream();
  const stream other(GetParam());
  EXPECT_THROW(
      {
        const stream_guard scope{other};
        throw std::runtime_error("passes");
      },
      std::runtime_error);
  EXPECT_EQ(current_stream(), before);
}

TEST_P(stream_test, of_one_device_does_not_change_that_of_another) {
  const stream other(GetParam());
  const stream_guard scope{other};
  const device_guard host{cpu()};
  EXPECT_EQ(current_stream(), stream_ref{});
  EXPECT_EQ(current_stream(GetParam()), other);
}

TEST_P(stream_test, without_work_is_idle) {
  const stream s(GetParam());
  s.synchronize();
  EXPECT_TRUE(s.idle());
}

TEST_P(stream_test, is_idle_once_its_device_is_synchronised) {
  constexpr std::size_t size_bytes = std::size_t{1} << 24;
  const stream s(GetParam());
  const stream_guard scope{s};
  const auto block = memory_block::allocate(GetParam(), size_bytes);
  fill_bytes(block->data(), GetParam(), 1, size_bytes, s);
  synchronize(GetParam());
  EXPECT_TRUE(s.idle());
}

TEST(synchronize, refuses_a_gpu_that_is_not_there) {
  EXPECT_ANY_THROW(synchronize(gpu::gpu(63)));
}

TEST_P(stream_test, moves_and_is_then_empty) {
  stream first(GetParam());
  const stream_handle handle = first.get();
  const stream second(std::move(first));
  EXPECT_EQ(second.get(), handle);
  EXPECT_EQ(first.get(), nullptr);  // NOLINT(bugprone-use-after-move)
}

TEST_P(stream_test, clamps_its_priority) {
  EXPECT_NO_THROW(stream(GetParam(), -1000));
  EXPECT_NO_THROW(stream(GetParam(), 1000));
}

INSTANTIATE_TEST_SUITE_P(each, stream_test, testing::ValuesIn(cpu_and_gpu()), device_name);

TEST(stream, of_a_missing_device_is_an_error) {
  EXPECT_ANY_THROW(stream(gpu::gpu(63)));
}

class gpu_stream_test : public on_device {};

TEST_P(gpu_stream_test, is_used_again_after_its_end) {
  std::set<stream_handle> seen;
  for (int i = 0; i < 100; ++i) {
    const stream s(GetParam());
    EXPECT_NE(s.get(), nullptr);
    seen.insert(s.get());
  }
  EXPECT_LE(seen.size(), 32U);
}

INSTANTIATE_TEST_SUITE_P(each, gpu_stream_test, testing::Values(gpu::gpu(0)), device_name);

class event_test : public on_device {};

TEST_P(event_test, measures_seconds_between_two_marks) {
  const event start(GetParam());
  const event end(GetParam());
  start.record(current_stream());
  const auto block = memory_block::allocate(GetParam(), 64 << 20);
  fill_bytes(block->data(), GetParam(), 1, block->size_bytes(), current_stream());
  end.record(current_stream());
  const double seconds = elapsed_seconds(start, end);
  EXPECT_GT(seconds, 1e-6);
  EXPECT_LT(seconds, 10);
  EXPECT_TRUE(end.done());
}

TEST_P(event_test, never_recorded_is_done_but_cannot_be_measured) {
  const event start(GetParam());
  const event end(GetParam());
  EXPECT_TRUE(start.done());
  start.synchronize();
  EXPECT_THROW((void)elapsed_seconds(start, end), cuda_error);
}

TEST_P(event_test, is_waited_for_by_another_stream) {
  const stream first(GetParam());
  const stream second(GetParam());
  const event mark(GetParam());
  mark.record(first);
  second.wait(mark);
  second.synchronize();
  EXPECT_TRUE(mark.done());
}

INSTANTIATE_TEST_SUITE_P(each, event_test, testing::ValuesIn(cpu_and_gpu()), device_name);

class gpu_event_test : public on_device {};

TEST_P(gpu_event_test, does_not_record_a_stream_of_another_device) {
  const event mark(GetParam());
  EXPECT_THROW(mark.record(stream_ref{}), device_mismatch);
}

INSTANTIATE_TEST_SUITE_P(each, gpu_event_test, testing::Values(gpu::gpu(0)), device_name);

}  // namespace
}  // namespace gpu::test
