// SPDX-License-Identifier: BSD-3-Clause
// Slices with steps. CuPy: a[:, ::2] + 1, cupy.ascontiguousarray(a[::-1]).
//
// Bytes are those of the 32-byte sectors that hold at least one element, each once: of every second
// float32 all sectors.
#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

void every_second_column(benchmark::State& state) {
  guarded(state, [&] {
    const auto side = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> a = reshape(noise<float>(side * side, bench_device()), {side, side});
    const auto sum = [&] { return view(a, all(), range(0, side, 2)) + 1.0f; };
    const ndarray<float> result = sum();
    const std::ptrdiff_t half = side / 2;
    for_some_positions(side * half, [&](std::ptrdiff_t i) {
      require_close(result(i / half, i % half), a(i / half, i % half * 2) + 1.0f, 0, i);
    });
    measure_throughput(state, 6.0 * static_cast<double>(side * side),
                       [&] { const ndarray<float> again = sum(); });
  });
}

template <class T>
void reversed(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> a = noise<T>(size, bench_device());
    const ndarray<T> result = flip(a);
    for_some_positions(size, [&](std::ptrdiff_t i) {
      require_close(widened(result(i)), widened(a(size - 1 - i)), 0, i);
    });
    measure_throughput(state, 2.0 * sizeof(T) * static_cast<double>(size),
                       [&] { const ndarray<T> again = flip(a); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(throughput_batches)->UseManualTime();
}
void configure_square(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Arg(16384));
}
void configure_line(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Arg(1 << 28));
}
BENCHMARK(every_second_column)->Name("every_second_column/float32")->Apply(configure_square);
BENCHMARK_TEMPLATE(reversed, float)->Name("reversed/float32")->Apply(configure_line);
BENCHMARK_TEMPLATE(reversed, std::int8_t)->Name("reversed/int8")->Apply(configure_line);

}  // namespace
}  // namespace gpu::bench
