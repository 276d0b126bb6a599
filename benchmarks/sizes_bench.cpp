// SPDX-License-Identifier: BSD-3-Clause
// From one element to 2^20: time of a call, back to back. CuPy: x + y, and softplus.
#include <vector>

#include "sample_data.hpp"
#include "softplus.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr int calls = 2'000;

void add(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> x = noise<float>(size, bench_device());
    const ndarray<float> y = noise<float>(size, bench_device(), 5);
    const ndarray<float> sum = x + y;
    require_close(sum(size - 1), x(size - 1) + y(size - 1), 0, size - 1);
    measure_call(state, calls, [&] { const ndarray<float> result = x + y; });
  });
}

void softplus_of_size(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> x = noise<float>(size, bench_device());
    const ndarray<float> y = softplus(x);
    require_close(widened(y(size - 1)), softplus_of(x(size - 1)), tolerance_of<float>(), size - 1);
    measure_call(state, calls, [&] { const ndarray<float> result = softplus(x); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  for (int exponent = 0; exponent <= 20; ++exponent) benchmark->Arg(std::int64_t{1} << exponent);
  benchmark->Iterations(5)->UseManualTime();
}
BENCHMARK(add)->Name("sizes/add")->Apply(configure);
BENCHMARK(softplus_of_size)->Name("sizes/softplus")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
