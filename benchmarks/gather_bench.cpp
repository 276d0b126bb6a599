// SPDX-License-Identifier: BSD-3-Clause
// Elements at indices. CuPy: cupy.take(a, i), cupy.take(table, i, axis=0), a[-1 - i] + 1.
//
// Bytes are those of the indices, of the results, and of the 32-byte sectors that hold the
// elements: one for each element at a random place.
#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

/// Scattered over 0 ... `below` - 1, a power of two: multiples of an odd number.
ndarray<std::int32_t> scattered_indices(std::ptrdiff_t count, std::int64_t below) {
  const auto position = arange<std::int64_t>(0, count, 1, bench_device());
  return astype<std::int32_t>(bitwise_and(position * std::int64_t{2654435761}, below - 1));
}

void random_elements(benchmark::State& state) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t count = 1 << 24;
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> a = noise<float>(size, bench_device());
    const ndarray<std::int32_t> i = scattered_indices(count, size);
    const ndarray<float> result = take(a, i);
    for_some_positions(count, [&](std::ptrdiff_t k) { require_close(result(k), a(i(k)), 0, k); });
    measure_throughput(state, (32.0 + 4.0 + 4.0) * static_cast<double>(count),
                       [&] { const ndarray<float> again = take(a, i); });
  });
}

void random_rows(benchmark::State& state) {
  guarded(state, [&] {
    const auto columns = static_cast<std::ptrdiff_t>(state.range(0));
    const std::ptrdiff_t rows = (1 << 27) / columns;
    const ndarray<float> table =
        reshape(noise<float>(rows * columns, bench_device()), {rows, columns});
    const ndarray<std::int32_t> i = scattered_indices(rows, rows);
    const ndarray<float> result = take(table, i, 0);
    for_some_positions(
        rows, [&](std::ptrdiff_t k) { require_close(result(k, 3), table(i(k), 3), 0, k); });
    measure_throughput(state, 8.0 * static_cast<double>(rows * columns),
                       [&] { const ndarray<float> again = take(table, i, 0); });
  });
}

void computed_indices(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> a = noise<float>(size, bench_device());
    const ndarray<std::int32_t> i =
        arange<std::int32_t>(0, static_cast<std::int32_t>(size), 1, bench_device());
    const auto reversed = [&] { return take(a, -1 - i) + 1.0f; };
    const ndarray<float> result = reversed();
    for_some_positions(
        size, [&](std::ptrdiff_t k) { require_close(result(k), a(size - 1 - k) + 1.0f, 0, k); });
    measure_throughput(state, 12.0 * static_cast<double>(size),
                       [&] { const ndarray<float> again = reversed(); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(throughput_batches)->UseManualTime();
}
void configure_elements(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Arg(1 << 20)->Arg(1 << 28));
}
void configure_rows(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Arg(64)->Arg(1024));
}
void configure_line(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Arg(1 << 28));
}
BENCHMARK(random_elements)->Name("take_2^24_of/float32")->Apply(configure_elements);
BENCHMARK(random_rows)->Name("take_rows_of/float32")->Apply(configure_rows);
BENCHMARK(computed_indices)->Name("take_reversed_plus_1/float32")->Apply(configure_line);

}  // namespace
}  // namespace gpu::bench
