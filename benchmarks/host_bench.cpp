// SPDX-License-Identifier: BSD-3-Clause
// `cpu()` on one core and on all; compared with xtensor_bench.cpp.
#include <gpu/execute/threads.hpp>

#include "sample_data.hpp"
#include "softplus.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

/// Argument 0 is the number of elements, argument 1 of threads; 0 is all.
template <class Work>
void measure_on_host(benchmark::State& state, double bytes, Work work) {
  const int all = num_threads();
  const int threads = state.range(1) == 0 ? all : static_cast<int>(state.range(1));
  set_num_threads(threads);
  work();
  std::vector<double> samples;
  for (auto _ : state) {
    samples.push_back(host_seconds(cpu(), 1, work));
    state.SetIterationTime(samples.back());
  }
  set_num_threads(all);
  state.counters["median_us"] = median(samples) * 1e6;
  state.counters["GB/s"] = bytes / median(samples) * 1e-9;
  state.counters["threads"] = threads;
}

template <class Expression, class Wanted>
void measure_function(benchmark::State& state, Expression expression_of, Wanted wanted) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> x = noise<float>(size, cpu());
    const ndarray<float> y = expression_of(x);
    for_some_positions(size, [&](std::ptrdiff_t i) {
      require_close(widened(y(i)), wanted(static_cast<double>(x(i))), tolerance_of<float>(), i);
    });
    measure_on_host(state, 8.0 * static_cast<double>(size),
                    [&] { const ndarray<float> result = expression_of(x); });
  });
}

void softplus_on_host(benchmark::State& state) {
  measure_function(
      state, [](const auto& x) { return softplus(x); }, softplus_of);
}

void log_term_on_host(benchmark::State& state) {
  measure_function(
      state, [](const auto& x) { return log1p(exp(-abs(x))); },
      [](double x) { return std::log1p(std::exp(-std::abs(x))); });
}

void add_on_host(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> x = noise<float>(size, cpu());
    const ndarray<float> y = noise<float>(size, cpu(), 5);
    const ndarray<float> z = x + y;
    for_some_positions(size, [&](std::ptrdiff_t i) { require_close(z(i), x(i) + y(i), 0, i); });
    measure_on_host(state, 12.0 * static_cast<double>(size),
                    [&] { const ndarray<float> result = x + y; });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  for (const int exponent : {16, 24})
    for (const int threads : {1, 0}) benchmark->Args({std::int64_t{1} << exponent, threads});
  benchmark->ArgNames({"", "threads"})->Iterations(21)->UseManualTime();
}
BENCHMARK(softplus_on_host)->Name("host/softplus")->Apply(configure);
BENCHMARK(log_term_on_host)->Name("host/log_term")->Apply(configure);
BENCHMARK(add_on_host)->Name("host/add")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
