// SPDX-License-Identifier: BSD-3-Clause
// Results as large as the array that follow from reductions of its rows, or of its columns, as
// plain array code; and sums up to each element. CuPy: the same expressions.
#include <cmath>
#include <string>
#include <vector>

#include "reduced_rows.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

using extent_list = std::vector<std::ptrdiff_t>;

ndarray<float> softmax(const ndarray<float>& x, std::ptrdiff_t axis) {
  const auto y = exp(x - max(x, axis, keepdims));
  return y / sum(y, axis, keepdims);
}

ndarray<float> standardize(const ndarray<float>& x, std::ptrdiff_t axis) {
  return (x - mean(x, axis, keepdims)) / std(x, axis, keepdims);
}

/// What one element has to be: `x` of a row with these figures, whose exp(x - max) add up to
/// `total`.
using expected = double (*)(double x, const row_figures& row, double total);

void require_rows(const ndarray<float>& result, const reduced_shape& shape, expected wanted) {
  const ndarray<float> flat = reshape(result, {shape.size()});
  for (const std::ptrdiff_t row : checked_rows(shape)) {
    const row_figures figures = figures_of<float>(shape, row);
    double total = 0;
    for (std::ptrdiff_t k = 0; k < shape.row_length(); ++k)
      total += std::exp(noise_at<float>(shape.offset(row, k)) - figures.largest);
    for_some_positions(shape.row_length(), [&](std::ptrdiff_t k) {
      const double x = noise_at<float>(shape.offset(row, k));
      require_close(static_cast<double>(flat(shape.offset(row, k))), wanted(x, figures, total),
                    1e-5, k);
    });
  }
}

template <class Work>
void measure_rows(benchmark::State& state, Work work, expected wanted) {
  guarded(state, [&] {
    const reduced_shape shape{{state.range(0), state.range(1)}, extent_list{1}};
    const ndarray<float> x = reshape(noise<float>(shape.size(), bench_device()), shape.extents);
    require_rows(work(x, 1), shape, wanted);
    measure_throughput(state, 8.0 * static_cast<double>(shape.size()),
                       [&] { const ndarray<float> again = work(x, 1); });
  });
}

double softmax_element(double x, const row_figures& row, double total) {
  return std::exp(x - row.largest) / total;
}

double standardized_element(double x, const row_figures& row, double) {
  return (x - row.mean) / std::sqrt(row.variance);
}

void softmax_of_rows(benchmark::State& state) {
  measure_rows(state, softmax, softmax_element);
}

void standardized_rows(benchmark::State& state) {
  measure_rows(state, standardize, standardized_element);
}

/// Along an axis that is not the last. What must be moved: each kernel reads once, the last writes.
template <class Work>
void measure_columns(benchmark::State& state, const reduced_shape& shape, Work work,
                     expected wanted) {
  guarded(state, [&] {
    const std::ptrdiff_t axis = shape.axes->front();
    const ndarray<float> x = reshape(noise<float>(shape.size(), bench_device()), shape.extents);
    require_rows(work(x, axis), shape, wanted);
    const auto again = [&] { const ndarray<float> result = work(x, axis); };
    const auto kernels = std::max<std::uint64_t>(first_launches(again), 1);
    state.counters["kernels"] = static_cast<double>(kernels);
    time_throughput(
        state, 4.0 * static_cast<double>(kernels + 1) * static_cast<double>(shape.size()), again);
  });
}

/// Sums along one axis of a square, or of all elements if `axis` is -1.
void cumulated(benchmark::State& state, std::ptrdiff_t axis) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t side = 16384;
    constexpr std::ptrdiff_t size = side * side;
    const extent_list extents = axis < 0 ? extent_list{size} : extent_list{side, side};
    const ndarray<float> x = reshape(noise<float>(size, bench_device()), extents);
    const auto along = std::max<std::ptrdiff_t>(axis, 0);
    const ndarray<float> sums = cumsum(x, along);
    const std::ptrdiff_t length = axis < 0 ? size : side;
    const std::ptrdiff_t stride = axis == 0 ? side : 1;
    double total = 0;
    double scale = 0;
    for (std::ptrdiff_t k = 0; k < length; ++k) {
      const double value = noise_at<float>(k * stride);
      total += value;
      scale += std::abs(value);
      if (k % (length / 16) != 7 && k + 1 < length) continue;
      const float found = axis < 0 ? sums(k) : axis == 0 ? sums(k, 0) : sums(0, k);
      require_close(static_cast<double>(found), total,
                    1e-6 * std::max(1.0, scale) / std::max(1.0, std::abs(total)), k);
    }
    measure_throughput(state, 8.0 * size, [&] { const ndarray<float> again = cumsum(x, along); });
  });
}

/// What the elements of a row up to each one are of all of them: one kernel that reads once.
ndarray<float> cumulative_shares(const ndarray<float>& x) {
  const auto y = exp(x);
  return cumsum(y, 1) / sum(y, 1, keepdims);
}

void shares_of_rows(benchmark::State& state) {
  guarded(state, [&] {
    const reduced_shape shape{{state.range(0), state.range(1)}, extent_list{1}};
    const ndarray<float> x = reshape(noise<float>(shape.size(), bench_device()), shape.extents);
    const ndarray<float> shares = cumulative_shares(x);
    for (const std::ptrdiff_t row : checked_rows(shape)) {
      std::vector<double> sums;
      for (std::ptrdiff_t k = 0; k < shape.row_length(); ++k)
        sums.push_back((k > 0 ? sums.back() : 0) +
                       std::exp(static_cast<double>(noise_at<float>(shape.offset(row, k)))));
      for_some_positions(shape.row_length(), [&](std::ptrdiff_t k) {
        require_close(static_cast<double>(shares(row, k)),
                      sums[static_cast<std::size_t>(k)] / sums.back(), 1e-5, k);
      });
    }
    measure_throughput(state, 8.0 * static_cast<double>(shape.size()),
                       [&] { const ndarray<float> again = cumulative_shares(x); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(throughput_batches)->UseManualTime();
}
void configure_rows(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Args({65536, 1024})->Args({1024, 65536})->Args({1 << 20, 64}));
}
void register_columns() {
  const reduced_shape shapes[] = {{{16384, 16384}, extent_list{0}},
                                  {{1000, 1000000}, extent_list{0}},
                                  {{1000000, 100}, extent_list{0}},
                                  {{512, 64, 4096}, extent_list{1}}};
  for (const reduced_shape& shape : shapes) {
    const std::string ending = "_columns/float32/" + shape.name();
    configure(benchmark::RegisterBenchmark(
        ("softmax" + ending).c_str(), [shape](benchmark::State& state) {
          measure_columns(state, shape, softmax, softmax_element);
        }));
    configure(benchmark::RegisterBenchmark(
        ("standardize" + ending).c_str(), [shape](benchmark::State& state) {
          measure_columns(state, shape, standardize, standardized_element);
        }));
  }
}
[[maybe_unused]] const bool columns_are_registered = (register_columns(), true);

BENCHMARK(softmax_of_rows)->Name("softmax/float32")->Apply(configure_rows);
BENCHMARK(standardized_rows)->Name("standardize/float32")->Apply(configure_rows);
BENCHMARK(shares_of_rows)
    ->Name("cumulative_shares/float32")
    ->Apply(configure)
    ->Args({16384, 4096})
    ->Args({1 << 20, 64});
BENCHMARK_CAPTURE(cumulated, all, -1)->Name("cumsum/float32/all")->Apply(configure);
BENCHMARK_CAPTURE(cumulated, 0, 0)->Name("cumsum/float32/0")->Apply(configure);
BENCHMARK_CAPTURE(cumulated, 1, 1)->Name("cumsum/float32/1")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
