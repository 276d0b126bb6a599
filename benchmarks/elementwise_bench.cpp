// SPDX-License-Identifier: BSD-3-Clause
// Contiguous operands. CuPy: x.copy(), -x, x + y, cupy.maximum(0, x) + cupy.log1p(...).
#include <complex>

#include <gpu/core/text_of.hpp>

#include "sample_data.hpp"
#include "softplus.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

template <class T>
void softplus_of_noise(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> x = noise<T>(size, bench_device());
    const ndarray<T> y = softplus(x);
    for_some_positions(size, [&](std::ptrdiff_t i) {
      require_close(widened(y(i)), softplus_of(widened(x(i))), tolerance_of<T>(), i);
    });
    measure_throughput(state, 2.0 * sizeof(T) * static_cast<double>(size),
                       [&] { const ndarray<T> result = softplus(x); });
  });
}

template <class T>
void add_of_noise(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> x = noise<T>(size, bench_device());
    const ndarray<T> y = noise<T>(size, bench_device(), 12345);
    const ndarray<T> z = x + y;
    for_some_positions(size, [&](std::ptrdiff_t i) {
      const T xi = x(i);
      const T yi = y(i);
      if constexpr (std::integral<T>)  // wraps
        require_close(widened(z(i)), widened(static_cast<T>(xi + yi)), 0, i);
      else
        require_close(widened(z(i)), widened(xi) + widened(yi), tolerance_of<T>(), i);
    });
    measure_throughput(state, 3.0 * sizeof(T) * static_cast<double>(size),
                       [&] { const ndarray<T> result = x + y; });
  });
}

template <class T>
void copy_of_noise(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> x = noise<T>(size, bench_device());
    ndarray<T> y = empty<T>({size}, bench_device());
    const auto copy = [&] { view(y, all()) = x; };
    copy();
    const ndarray<T>& copied = y;
    for_some_positions(
        size, [&](std::ptrdiff_t i) { require_close(widened(copied(i)), widened(x(i)), 0, i); });
    measure_throughput(state, 2.0 * sizeof(T) * static_cast<double>(size), copy);
  });
}

template <class T>
void negative_of_noise(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> x = noise<T>(size, bench_device());
    const ndarray<T> y = -x;
    for_some_positions(size, [&](std::ptrdiff_t i) {
      require_close(widened(y(i)), widened(static_cast<T>(-x(i))), 0, i);
    });
    measure_throughput(state, 2.0 * sizeof(T) * static_cast<double>(size),
                       [&] { const ndarray<T> result = -x; });
  });
}

constexpr std::int64_t large = std::int64_t{1} << 28;

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(large)->Iterations(throughput_batches)->UseManualTime();
}
void sweep(benchmark::internal::Benchmark* benchmark) {
  for (int exponent = 22; exponent < 28; exponent += 3) benchmark->Arg(std::int64_t{1} << exponent);
  configure(benchmark);
}

template <class T>
void add_rows_of(const char* type) {
  const auto add_row = [&](const char* name, void (*measure)(benchmark::State&)) {
    configure(benchmark::RegisterBenchmark(text_of(name, '/', type).c_str(), measure));
  };
  add_row("copy", copy_of_noise<T>);
  add_row("negative", negative_of_noise<T>);
  add_row("add", add_of_noise<T>);
}

const bool registered = [] {
  add_rows_of<float>("float32");
  add_rows_of<double>("float64");
  add_rows_of<float16>("float16");
  add_rows_of<bfloat16>("bfloat16");
  add_rows_of<std::int8_t>("int8");
  add_rows_of<std::complex<float>>("complex64");
  return true;
}();

BENCHMARK_TEMPLATE(softplus_of_noise, float)->Name("softplus/float32")->Apply(sweep);
BENCHMARK_TEMPLATE(softplus_of_noise, double)->Name("softplus/float64")->Apply(configure);
BENCHMARK_TEMPLATE(softplus_of_noise, float16)->Name("softplus/float16")->Apply(configure);
BENCHMARK_TEMPLATE(softplus_of_noise, bfloat16)->Name("softplus/bfloat16")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
