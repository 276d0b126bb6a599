// SPDX-License-Identifier: BSD-3-Clause
// What a launched graph computes, against the same functions without one.
#pragma once

#include <gtest/gtest.h>

#include <gpu/cuda/event.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/gpu.hpp>

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/capture.hpp"
#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {

/// Takes memory of many sizes from the pool, and writes it: also what a graph still needs, if that
/// went back to the pool.
inline void trample() {
  std::vector<ndarray<float>> all;
  for (const std::ptrdiff_t size : {1, 60, 100, 1000, 4096, 10'000, 70'000, 300'000, 3'000'000})
    for (int i = 0; i < 24; ++i) all.push_back(full<float>({size}, -1234.5f));
  synchronize(current_device());
}

/// The same elements in other places, or others: in the memory that the array has.
inline void change(ndarray<float>& x, int step) {
  const float* const place = std::as_const(x).data();
  x = x * 0.75f + static_cast<float>(step) / 16;
  ASSERT_EQ(std::as_const(x).data(), place);
}

/// Numbers in [0, 1) without order.
inline ndarray<float> numbers(const shape& extents) {
  ndarray<float> x = sin(arange<float>(static_cast<float>(element_count(extents))) * 12.9898f);
  x = abs(x) * 0.99f;
  x.reshape(extents);
  return x;
}

/// Records `make(x)`, changes x in place, and launches the graph on a stream that knows nothing of
/// it: the elements are those of `make(x)` then, bit by bit.
template <class Make>
void expect_replay(ndarray<float>& x, const Make& make,
                   capture_mode mode = capture_mode::thread_local_only) {
  using result = ndarray<typename std::decay_t<decltype(make(x))>::value_type>;
  const gpu::device where = x.device();
  const stream recorded(where);
  const stream launched(where);
  result first;
  result second;
  {
    const recording graph(
        recorded, [&] { first = make(x); }, mode);
    const recording other(
        recorded, [&] { second = make(x); }, mode);
    trample();
    for (int step = 1; step <= 3; ++step) {
      change(x, step);
      const result expected = make(x);
      synchronize(where);
      graph.launch(launched);
      launched.synchronize();
      ASSERT_EQ(values(first), values(expected)) << "launch " << step;
      trample();
    }
    // Two graphs of one stream, beside what that stream itself is given.
    change(x, 4);
    const result expected = make(x);
    synchronize(where);
    for (int round = 0; round < 10; ++round) {
      graph.launch(launched);
      other.launch(current_stream(where));
      const stream_guard scope(recorded);
      const result beside = make(x);
      synchronize(where);
      ASSERT_EQ(values(first), values(expected));
      ASSERT_EQ(values(second), values(expected));
      ASSERT_EQ(values(beside), values(expected));
    }
  }
  synchronize(where);
  trample();
  const result expected = make(x);
  EXPECT_EQ(values(first), values(expected)) << "after the end of the graph";
}

/// Whether the pool uses no more than so many bytes, soon: graphs end in a thread of the driver.
inline bool uses_at_most(std::size_t bytes, device where) {
  for (int i = 0; i < 500; ++i) {
    synchronize(where);
    if (memory_pool::statistics(where).used_bytes <= bytes) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace gpu::test
