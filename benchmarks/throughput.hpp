// SPDX-License-Identifier: BSD-3-Clause
// A benchmark of one expression on large arrays: median time, bytes per second, share of a copy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <vector>

#include <benchmark/benchmark.h>

#include <gpu/gpu.hpp>

#include "median.hpp"
#include "reference_figures.hpp"
#include "stopwatch.hpp"

namespace gpu::bench {

inline constexpr int throughput_batches = 15;

/// Calls of `work` that take about two milliseconds, at most 1000.
template <class Work>
int calls_per_batch(device where, Work&& work) {
  (void)device_seconds(where, 3, work);
  const double once = device_seconds(where, 3, work);
  return static_cast<int>(std::clamp(2e-3 / std::max(once, 1e-9), 1.0, 1000.0));
}

/// Calls `work` for the first time; later calls launch the compiled kernels. Returns how many those
/// are, 0 on `cpu()`.
template <class Work>
std::uint64_t first_launches(Work&& work) {
  const std::uint64_t before = launches();
  work();
  const std::uint64_t launched = launches() - before;
  finish_compiling();
  return launched;
}

/// @throws std::runtime_error  unless `work`, which is called for the first time, launches one
/// kernel
template <class Work>
void require_one_launch(Work&& work) {
  const std::uint64_t launched = first_launches(work);
  if (bench_device().is_gpu() && launched != 1)
    throw std::runtime_error(std::to_string(launched) + " launches instead of one");
}

/// Times `work`, which has been called before: the median of a call, in seconds.
template <class Work>
double time_calls(benchmark::State& state, Work work) {
  const device where = bench_device();
  const int calls = calls_per_batch(where, work);
  std::vector<double> samples;
  for (auto _ : state) {
    samples.push_back(device_seconds(where, calls, work));
    state.SetIterationTime(samples.back());
  }
  const double seconds = median(samples);
  state.counters["median_us"] = seconds * 1e6;
  return seconds;
}

/// The same of `work` that moves `bytes` that must be moved.
template <class Work>
void time_throughput(benchmark::State& state, double bytes, Work work) {
  const double seconds = time_calls(state, work);
  state.counters["GB/s"] = bytes / seconds * 1e-9;
  state.counters["of_copy"] = bytes / seconds / copy_bandwidth();
}

/// The same of `work` that launches one kernel.
template <class Work>
void measure_throughput(benchmark::State& state, double bytes, Work work) {
  require_one_launch(work);
  time_throughput(state, bytes, work);
}

/// The time of a call of `work`, back to back: the host's, or the device's if that is longer.
/// Alternates with bare launches, so that both see the same clocks.
template <class Work>
void measure_call(benchmark::State& state, int calls, Work work) {
  const device where = bench_device();
  require_one_launch(work);
  (void)host_seconds(where, calls, work);
  std::vector<double> samples;
  std::vector<double> bare;
  for (auto _ : state) {
    if (where.is_gpu()) bare.push_back(host_seconds(where, calls, bare_launch));
    samples.push_back(host_seconds(where, calls, work));
    state.SetIterationTime(samples.back());
  }
  state.counters["median_us"] = median(samples) * 1e6;
  if (where.is_cpu()) return;
  state.counters["bare_us"] = median(bare) * 1e6;
  state.counters["of_bare"] = median(samples) / median(bare);
}

/// Runs `body` and hands what it throws to the report.
template <class Body>
void guarded(benchmark::State& state, Body body) {
  try {
    body();
  } catch (const std::exception& failure) {
    state.SkipWithError(failure.what());
  }
  memory_pool::trim(bench_device());
}

}  // namespace gpu::bench
