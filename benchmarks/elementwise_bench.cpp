// SPDX-License-Identifier: BSD-3-Clause
// Contiguous operands. CuPy: cupy.maximum(0, x) + cupy.log1p(cupy.exp(-cupy.abs(x))), and x + y.
#include <complex>

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

constexpr std::int64_t large = std::int64_t{1} << 28;

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(large)->Iterations(throughput_batches)->UseManualTime();
}
void sweep(benchmark::internal::Benchmark* benchmark) {
  for (int exponent = 10; exponent < 28; exponent += 3) benchmark->Arg(std::int64_t{1} << exponent);
  configure(benchmark);
}

BENCHMARK_TEMPLATE(softplus_of_noise, float)->Name("softplus/float32")->Apply(sweep);
BENCHMARK_TEMPLATE(softplus_of_noise, double)->Name("softplus/float64")->Apply(configure);
BENCHMARK_TEMPLATE(softplus_of_noise, float16)->Name("softplus/float16")->Apply(configure);
BENCHMARK_TEMPLATE(softplus_of_noise, bfloat16)->Name("softplus/bfloat16")->Apply(configure);
BENCHMARK_TEMPLATE(add_of_noise, float)->Name("add/float32")->Apply(configure);
BENCHMARK_TEMPLATE(add_of_noise, double)->Name("add/float64")->Apply(configure);
BENCHMARK_TEMPLATE(add_of_noise, float16)->Name("add/float16")->Apply(configure);
BENCHMARK_TEMPLATE(add_of_noise, bfloat16)->Name("add/bfloat16")->Apply(configure);
BENCHMARK_TEMPLATE(add_of_noise, std::int8_t)->Name("add/int8")->Apply(configure);
BENCHMARK_TEMPLATE(add_of_noise, std::complex<float>)->Name("add/complex64")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
