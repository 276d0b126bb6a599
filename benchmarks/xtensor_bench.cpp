// SPDX-License-Identifier: BSD-3-Clause
// What `cpu()` is compared with: the same expressions in xtensor, on one core, written into memory
// that is there already. With XTENSOR_USE_XSIMD, through xsimd.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>

#include "median.hpp"

namespace {

using array = xt::xtensor<float, 1>;

array noise(std::size_t size, std::uint32_t seed) {
  array values = array::from_shape({size});
  for (std::size_t i = 0; i < size; ++i) {
    const auto mixed = (static_cast<std::uint32_t>(i) + seed) * std::uint32_t{2654435761u};
    values(i) = static_cast<float>(static_cast<std::int32_t>(mixed)) * 0x1p-28f;
  }
  return values;
}

template <class Work>
void measure(benchmark::State& state, double bytes, Work work) {
  using clock = std::chrono::steady_clock;
  work();
  std::vector<double> samples;
  for (auto _ : state) {
    const clock::time_point start = clock::now();
    work();
    samples.push_back(std::chrono::duration<double>(clock::now() - start).count());
    state.SetIterationTime(samples.back());
  }
  const double seconds = gpu::bench::median(samples);
  state.counters["median_us"] = seconds * 1e6;
  state.counters["GB/s"] = bytes / seconds * 1e-9;
}

/// Checks and times `evaluate(x, y)`, which writes `wanted(x)` to y.
template <class Evaluate, class Wanted>
void measure_function(benchmark::State& state, Evaluate evaluate, Wanted wanted) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const array x = noise(size, 0);
  array y = array::from_shape({size});
  const auto work = [&] {
    evaluate(x, y);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  };
  work();
  for (std::size_t i = 0; i < size; i += size / 64) {
    const double value = wanted(static_cast<double>(x(i)));
    if (!(std::abs(y(i) - value) <= 1e-6 * std::max(1.0, value)))
      return state.SkipWithError("wrong result");
  }
  measure(state, 8.0 * static_cast<double>(size), work);
}

void softplus(benchmark::State& state) {
  measure_function(
      state,
      [](const array& x, array& y) {
        xt::noalias(y) = xt::maximum(0.0f, x) + xt::log1p(xt::exp(-xt::abs(x)));
      },
      [](double x) { return std::max(0.0, x) + std::log1p(std::exp(-std::abs(x))); });
}

// Softplus without its maximum, which keeps xtensor from using xsimd.
void log_term(benchmark::State& state) {
  measure_function(
      state, [](const array& x, array& y) { xt::noalias(y) = xt::log1p(xt::exp(-xt::abs(x))); },
      [](double x) { return std::log1p(std::exp(-std::abs(x))); });
}

void add(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const array x = noise(size, 0);
  const array y = noise(size, 5);
  array z = array::from_shape({size});
  const auto work = [&] {
    xt::noalias(z) = x + y;
    benchmark::DoNotOptimize(z.data());
    benchmark::ClobberMemory();
  };
  work();
  for (std::size_t i = 0; i < size; i += size / 64)
    if (z(i) != x(i) + y(i)) return state.SkipWithError("wrong result");
  measure(state, 12.0 * static_cast<double>(size), work);
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(1 << 16)->Arg(1 << 24)->Iterations(21)->UseManualTime();
}
BENCHMARK(softplus)->Name("host/softplus")->Apply(configure);
BENCHMARK(log_term)->Name("host/log_term")->Apply(configure);
BENCHMARK(add)->Name("host/add")->Apply(configure);

}  // namespace
