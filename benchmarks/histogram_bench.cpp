// SPDX-License-Identifier: BSD-3-Clause
// Counts of 2^28 elements in bins, as a share of one read of them. CuPy: cupy.histogram(x, bins,
// (low, high)), cupy.histogram(x, edges), cupy.histogram(x, bins). Sums of their weights, as a
// share of one read of both: cupy.histogram(x, bins, (low, high), weights=w).
#include <cmath>
#include <cstdint>
#include <string>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t size = 1 << 28;

/// Times `work`, and alternately `read`, which reads the same arrays once.
template <class Read, class Work>
void compare(benchmark::State& state, Read read, Work lazy) {
  const device where = bench_device();
  const auto work = [&] { (void)eval(lazy()); };
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

template <class T, class Work>
void compare_with_read(benchmark::State& state, const ndarray<T>& x, Work work) {
  const ndarray<std::int64_t> total = sum(work());
  if (total() != size) throw std::runtime_error("some elements were not counted");
  compare(
      state, [&] { const ndarray<T> largest = max(x); }, work);
}

/// `weights` add up with little rounding in float64.
template <class W, class Work>
void compare_with_reads(benchmark::State& state, const ndarray<float>& x, const ndarray<W>& weights,
                        Work work) {
  const ndarray<double> expected = sum(astype<double>(weights));
  const ndarray<double> total = sum(astype<double>(work()));
  if (std::abs(total() - expected()) > 1e-6 * expected())
    throw std::runtime_error("some weights were not added");
  compare(
      state, [&] { const ndarray<W> largest = max(x + weights); }, work);
}

/// uniform: neighbours are evenly spread over the bins, so they seldom meet. random: not so.
template <class T>
ndarray<T> data_of(const std::string& kind) {
  const device where = bench_device();
  if (kind == "equal") return full<T>({size}, T(1), where);  // an edge of most bins
  if (kind == "equal_inside") return full<T>({size}, T(1.0001), where);
  const ndarray<std::int32_t> index = arange<std::int32_t>(0, size, 1, where);
  if (kind == "sorted") return ndarray<T>(astype<T>(astype<float>(index) * 0x1p-24f - 8.0f));
  if (kind == "random") {
    ndarray<std::int32_t> mixed = index * std::int32_t{-1640531535};
    mixed = (mixed ^ right_shift(mixed, 15)) * std::int32_t{-2048144789};
    mixed = (mixed ^ right_shift(mixed, 13)) * std::int32_t{-1028477379};
    return ndarray<T>(astype<T>(astype<float>(mixed) * 0x1p-28f));
  }
  const ndarray<T> x = noise<T>(size, where);
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

/// Weights from 0 to 1.
/// @param are_odd  they have all bits of their mantissas; else of float64 29 at most
template <class W>
void add_weighted(const std::string& type, const std::string& kind, int bins,
                  bool are_odd = false) {
  const std::string end = '/' + type + '/' + kind + '/' + std::to_string(bins);
  const std::string name = are_odd ? "histogram_odd_weights" : "histogram_weighted";
  add(name + end, [kind, bins, are_odd](benchmark::State& state) {
    const ndarray<float> x = data_of<float>(kind);
    const W factor = are_odd ? W(1) / 3 : W(1);
    const ndarray<W> weights =
        (astype<W>(noise<float>(size, bench_device(), 7)) * W(0.0625) + W(0.5)) * factor;
    compare_with_reads(state, x, weights, [&] {
      return histogram(x, bins, {-8, 8}, gpu::weights(weights));
    });
  });
}

const bool registered = [] {
  for (const char* kind : {"uniform", "random", "equal", "equal_inside", "sorted", "skewed"})
    for (const int bins : {16, 256, 1024, 4096, 10000, 50000, 100000})
      add_counts<float>("float32", kind, bins);
  for (const char* kind : {"uniform", "equal"}) {
    add_counts<double>("float64", kind, 256);
    add_counts<float16>("float16", kind, 16);
  }
  for (const int bins : {16, 256, 1024, 4096, 10000})
    for (const bool is_even : {true, false}) add_edges(is_even, bins);
  for (const char* kind : {"random", "equal", "sorted"})
    for (const int bins : {16, 256, 1024, 4096, 10000, 50000}) {
      add_weighted<float>("float32", kind, bins);
      if (bins == 256 || bins == 10000) add_weighted<double>("float64", kind, bins);
    }
  for (const int bins : {16, 256, 1024, 10000}) {
    add_weighted<float>("float32", "random", bins, true);
    add_weighted<double>("float64", "random", bins, true);
  }
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
