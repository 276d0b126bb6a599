// SPDX-License-Identifier: BSD-3-Clause
// Operands whose neighbours are not those of the result. CuPy: cupy.ascontiguousarray(m.T),
// cupy.ascontiguousarray(a.transpose(axes)), a + b.T.
#include <array>
#include <complex>
#include <string>

#include <gpu/core/text_of.hpp>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

using axes_of_three = std::array<std::ptrdiff_t, 3>;

template <class T>
void transposed_copy(benchmark::State& state) {
  guarded(state, [&] {
    const auto side = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> a = reshape(noise<T>(side * side, bench_device()), {side, side});
    const ndarray<T> transposed = transpose(a);
    for_some_positions(side * side, [&](std::ptrdiff_t i) {
      require_close(widened(transposed(i / side, i % side)), widened(a(i % side, i / side)), 0, i);
    });
    measure_throughput(state, 2.0 * sizeof(T) * static_cast<double>(side * side),
                       [&] { const ndarray<T> result = transpose(a); });
  });
}

void add_transposed(benchmark::State& state) {
  guarded(state, [&] {
    const auto side = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> a = reshape(noise<float>(side * side, bench_device()), {side, side});
    const ndarray<float> b = reshape(noise<float>(side * side, bench_device(), 5), {side, side});
    const ndarray<float> sum = a + transpose(b);
    for_some_positions(side * side, [&](std::ptrdiff_t i) {
      require_close(sum(i / side, i % side), a(i / side, i % side) + b(i % side, i / side), 0, i);
    });
    measure_throughput(state, 12.0 * static_cast<double>(side * side),
                       [&] { const ndarray<float> result = a + transpose(b); });
  });
}

/// (256, 1024, 1024) with its axes in another order.
void permuted_copy(benchmark::State& state, axes_of_three axes) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t size = 256 * 1024 * 1024;
    const ndarray<float> a = reshape(noise<float>(size, bench_device()), {256, 1024, 1024});
    const std::vector<std::ptrdiff_t> order(axes.begin(), axes.end());
    const ndarray<float> transposed = transpose(a, order);
    for_some_positions(size, [&](std::ptrdiff_t i) {
      const std::ptrdiff_t at[] = {i / (1024 * 1024), i / 1024 % 1024, i % 1024};
      std::ptrdiff_t to[3] = {};
      for (std::size_t k = 0; k < 3; ++k) to[k] = at[axes[k]];
      require_close(transposed(to[0], to[1], to[2]), a(at[0], at[1], at[2]), 0, i);
    });
    measure_throughput(state, 8.0 * static_cast<double>(size),
                       [&] { const ndarray<float> result = transpose(a, order); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(throughput_batches)->UseManualTime();
}
void configure_square(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Arg(16384));
}
BENCHMARK_TEMPLATE(transposed_copy, float)
    ->Name("transposed_copy/float32")
    ->Apply(configure_square);
BENCHMARK_TEMPLATE(transposed_copy, std::int8_t)
    ->Name("transposed_copy/int8")
    ->Apply(configure_square);
BENCHMARK_TEMPLATE(transposed_copy, std::complex<double>)
    ->Name("transposed_copy/complex128")
    ->Apply(configure_square);
BENCHMARK(add_transposed)->Name("add_transposed/float32")->Apply(configure_square);

const bool registered = [] {
  for (const axes_of_three axes :
       {axes_of_three{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}})
    configure(benchmark::RegisterBenchmark(
        text_of("permuted_copy/float32/", axes[0], axes[1], axes[2]).c_str(),
        [axes](benchmark::State& state) { permuted_copy(state, axes); }));
  return true;
}();

}  // namespace
}  // namespace gpu::bench
