// SPDX-License-Identifier: BSD-3-Clause
// Reductions to one element, and over axes that are near or far in memory. CuPy: x.sum(axes),
// x.argmax(), x.var(), ((x - y)**2).sum() ...
#include <array>
#include <cstdint>
#include <string>

#include "reduced_rows.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

using extent_list = std::vector<std::ptrdiff_t>;

reduction_axes axes_of(const reduced_shape& shape) {
  return shape.axes ? reduction_axes(*shape.axes) : reduction_axes(std::nullopt);
}

/// Times `reduce(x)` after `check(result, figures, row)` of some rows.
template <class T, class Reduce, class Check>
void measure_reduction(benchmark::State& state, const reduced_shape& shape, Reduce reduce,
                       Check check) {
  guarded(state, [&] {
    const ndarray<T> x = reshape(noise<T>(shape.size(), bench_device()), shape.extents);
    using result_array = ndarray<typename decltype(reduce(x))::value_type>;
    const result_array result = reshape(reduce(x), extent_list{shape.rows()});
    for (const std::ptrdiff_t row : checked_rows(shape))
      check(result(row), figures_of<T>(shape, row), row);
    const double bytes =
        static_cast<double>(sizeof(T)) * static_cast<double>(shape.size()) +
        static_cast<double>(sizeof(typename result_array::value_type) * shape.rows());
    measure_throughput(state, bytes, [&] { const result_array again = reduce(x); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(throughput_batches)->UseManualTime();
}

template <class Work>
void add(const std::string& name, Work work) {
  configure(benchmark::RegisterBenchmark(name.c_str(), work));
}

template <class T>
void add_sum(const char* type, const reduced_shape& shape, const char* name = "sum") {
  add(std::string(name) + '/' + type + '/' + shape.name(), [shape](benchmark::State& state) {
    measure_reduction<T>(
        state, shape, [&](const ndarray<T>& x) { return sum(x, axes_of(shape)); },
        [](auto found, const row_figures& wanted, std::ptrdiff_t row) {
          // A float16 beyond its range is none of ours.
          if (sizeof(T) == 2 && std::abs(wanted.sum) > 6e4) return;
          const double rounding = std::integral<T> ? 0 : 1e-6 * wanted.size;
          require_close(static_cast<double>(found), wanted.sum,
                        tolerance_of<T>() + rounding / std::max(1.0, std::abs(wanted.sum)), row);
        });
  });
}

void add_others(const reduced_shape& shape) {
  const std::string end = "/float32/" + shape.name();
  add("argmax" + end, [shape](benchmark::State& state) {
    measure_reduction<float>(
        state, shape,
        [&](const ndarray<float>& x) {
          return shape.axes ? argmax(x, shape.axes->front()) : argmax(x);
        },
        [](std::int64_t found, const row_figures& wanted, std::ptrdiff_t row) {
          require_close(found, static_cast<std::int64_t>(wanted.position), 0, row);
        });
  });
  add("var" + end, [shape](benchmark::State& state) {
    measure_reduction<float>(
        state, shape, [&](const ndarray<float>& x) { return var(x, axes_of(shape)); },
        [](float found, const row_figures& wanted, std::ptrdiff_t row) {
          require_close(static_cast<double>(found), wanted.variance, 1e-6, row);
        });
  });
  add("mean" + end, [shape](benchmark::State& state) {
    measure_reduction<float>(
        state, shape, [&](const ndarray<float>& x) { return mean(x, axes_of(shape)); },
        [](float found, const row_figures& wanted, std::ptrdiff_t row) {
          require_close(static_cast<double>(found), wanted.mean, 1e-5, row);
        });
  });
  add("max" + end, [shape](benchmark::State& state) {
    measure_reduction<float>(
        state, shape, [&](const ndarray<float>& x) { return max(x, axes_of(shape)); },
        [](float found, const row_figures& wanted, std::ptrdiff_t row) {
          require_close(static_cast<double>(found), wanted.largest, 0, row);
        });
  });
  add("any" + end, [shape](benchmark::State& state) {
    measure_reduction<float>(
        state, shape, [&](const ndarray<float>& x) { return any(x, axes_of(shape)); },
        [](bool found, const row_figures&, std::ptrdiff_t row) {
          require_close(std::int64_t{found}, std::int64_t{1}, 0, row);
        });
  });
}

void squared_distance(benchmark::State& state) {
  guarded(state, [&] {
    const std::ptrdiff_t size = state.range(0);
    const ndarray<float> x = noise<float>(size, bench_device());
    const ndarray<float> y = noise<float>(size, bench_device(), 5);
    const ndarray<float> distance = sum(square(x - y));
    double wanted = 0;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      const double step = noise_at<float>(i) - noise_at<float>(i, 5);
      wanted += step * step;
    }
    require_close(static_cast<double>(distance()), wanted, 1e-5, 0);
    measure_throughput(state, 8.0 * static_cast<double>(size),
                       [&] { const ndarray<float> again = sum(square(x - y)); });
  });
}
BENCHMARK(squared_distance)->Name("sum_squares/float32")->Arg(1 << 28)->Apply(configure);

const bool registered = [] {
  const extent_list square{16384, 16384};
  const std::vector<reduced_shape> of_square{
      {square, std::nullopt}, {square, {{0}}}, {square, {{1}}}};
  for (const reduced_shape& shape : of_square) {
    add_sum<float>("float32", shape);
    add_sum<float16>("float16", shape);
    add_sum<std::int8_t>("int8", shape);
    add_others(shape);
  }
  for (const extent_list& extents : {extent_list{1 << 24, 16}, extent_list{16, 1 << 24}})
    for (const std::ptrdiff_t axis : {0, 1})
      add_sum<float>("float32", {extents, extent_list{axis}});
  for (const extent_list& axes : {extent_list{0}, extent_list{1}, extent_list{2}, extent_list{0, 1},
                                  extent_list{0, 2}, extent_list{1, 2}})
    add_sum<float>("float32", {{4096, 16, 4096}, axes});
  for (const std::ptrdiff_t axis : {0, 1})
    for (int i = 0; i <= 28; ++i)
      add_sum<float>("float32",
                     {{std::ptrdiff_t{1} << i, std::ptrdiff_t{1} << (28 - i)}, extent_list{axis}},
                     "sweep");
  return true;
}();

}  // namespace
}  // namespace gpu::bench
