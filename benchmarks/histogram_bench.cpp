// SPDX-License-Identifier: BSD-3-Clause
// Counts of 2^28 elements in bins, as a share of one read of them. CuPy: cupy.histogram(x, bins,
// (low, high)), cupy.histogram(x, edges), cupy.histogram(x, bins).
#include <cmath>
#include <cstdint>
#include <string>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t size = 1 << 28;

/// Times `work`, and alternately a maximum, which reads x once.
template <class T, class Work>
void compare_with_read(benchmark::State& state, const ndarray<T>& x, Work work) {
  const device where = bench_device();
  const auto read = [&] { const ndarray<T> largest = max(x); };
  const ndarray<std::int64_t> total = sum(work());
  if (total() != size) throw std::runtime_error("some elements were not counted");
  read();
  finish_compiling();
  const int calls = calls_per_batch(where, work);
  std::vector<double> samples;
  std::vector<double> reads;
  for (auto _ : state) {
    reads.push_back(device_seconds(where, calls, read));
    samples.push_back(device_seconds(where, calls, work));
    state.SetIterationTime(samples.back());
  }
  state.counters["median_us"] = median(samples) * 1e6;
  state.counters["read_us"] = median(reads) * 1e6;
  state.counters["of_read"] = median(reads) / median(samples);
}

template <class T>
ndarray<T> data_of(const std::string& kind) {
  if (kind == "equal") return full<T>({size}, T(1), bench_device());
  const ndarray<T> x = noise<T>(size, bench_device());
  if (kind == "uniform") return x;
  return ndarray<T>(x * x * x * T(0x1p-6));
}

template <class Work>
void add(const std::string& name, Work work) {
  benchmark::RegisterBenchmark(
      name.c_str(), [work](benchmark::State& state) { guarded(state, [&] { work(state); }); })
      ->Iterations(throughput_batches)
      ->UseManualTime();
}

template <class T>
void add_counts(const std::string& type, const std::string& kind, int bins) {
  const std::string end = '/' + type + '/' + kind + '/' + std::to_string(bins);
  add("histogram" + end, [kind, bins](benchmark::State& state) {
    const ndarray<T> x = data_of<T>(kind);
    compare_with_read(state, x, [&] { return histogram(x, bins, {-8, 8}); });
  });
}

/// Between edges that are read from an array: even ones, and their cubes.
void add_edges(bool is_even, int bins) {
  const std::string end = (is_even ? "even/" : "uneven/") + std::to_string(bins);
  add("histogram_edges/float32/uniform/" + end, [is_even, bins](benchmark::State& state) {
    std::vector<float> edges;
    for (int k = 0; k <= bins; ++k) {
      const float edge = 2 * static_cast<float>(k) / static_cast<float>(bins) - 1;
      edges.push_back(8 * (is_even ? edge : edge * edge * edge));
    }
    const ndarray<float> x = data_of<float>("uniform");
    const auto placed = from_host<float>(edges.data(), {bins + 1}, bench_device());
    compare_with_read(state, x, [&] { return histogram(x, placed); });
  });
}

const bool registered = [] {
  for (const char* kind : {"uniform", "equal", "skewed"})
    for (const int bins : {16, 256, 1024, 4096, 10000, 50000, 100000})
      add_counts<float>("float32", kind, bins);
  for (const char* kind : {"uniform", "equal"}) {
    add_counts<double>("float64", kind, 256);
    add_counts<float16>("float16", kind, 16);
  }
  for (const int bins : {16, 256, 4096})
    for (const bool is_even : {true, false}) add_edges(is_even, bins);
  add("histogram_of_range/float32/uniform/256", [](benchmark::State& state) {
    const ndarray<float> x = data_of<float>("uniform");
    compare_with_read(state, x, [&] { return histogram(x, 256); });
  });
  add("histogram_of_square/float32/uniform/256", [](benchmark::State& state) {
    const ndarray<float> x = data_of<float>("uniform");
    compare_with_read(state, x, [&] { return histogram(square(x), 256, {0, 64}); });
  });
  add("bincount/int32/10000", [](benchmark::State& state) {
    const ndarray<std::int32_t> x = arange<std::int32_t>(0, size, 1, bench_device()) % 10000;
    compare_with_read(state, x, [&] { return bincount(x); });
  });
  return true;
}();

}  // namespace
}  // namespace gpu::bench
