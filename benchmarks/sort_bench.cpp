// SPDX-License-Identifier: BSD-3-Clause
// Sorting. CuPy: cupy.sort(a), cupy.argsort(a), cupy.unique(a).
//
// Bytes are those of the elements, read once, and of the result.
#include <cstdint>
#include <stdexcept>

#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/sorting/unique.hpp>
#include <gpu/core/text_of.hpp>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

/// Argument 0 is the length of a row, of 2^26 elements in all.
template <class T>
ndarray<T> rows_of(const benchmark::State& state) {
  constexpr std::ptrdiff_t count = 1 << 26;
  const auto columns = static_cast<std::ptrdiff_t>(state.range(0));
  return reshape(noise<T>(count, bench_device()), {count / columns, columns});
}

template <class T>
void sort_rows(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<T> a = rows_of<T>(state);
    const ndarray<T> result = sort(a);
    for_some_positions(a.shape(1) - 1, [&](std::ptrdiff_t k) {
      if (result(1 % a.shape(0), k) > result(1 % a.shape(0), k + 1))
        throw std::runtime_error(text_of("not sorted at ", k));
    });
    time_throughput(state, 2.0 * static_cast<double>(a.size_bytes()),
                    [&] { const ndarray<T> again = sort(a); });
  });
}

void argsort_rows(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> a = rows_of<float>(state);
    const ndarray<std::int64_t> result = argsort(a);
    time_throughput(state, 12.0 * static_cast<double>(a.size()),
                    [&] { const ndarray<std::int64_t> again = argsort(a); });
  });
}

void unique_values_of(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> a = floor(rows_of<float>(state) * 1000);
    const ndarray<float> result = unique(a);
    time_throughput(state, 4.0 * static_cast<double>(a.size()),
                    [&] { const ndarray<float> again = unique(a); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(1 << 26)->Arg(1 << 14)->Arg(256)->Iterations(throughput_batches)->UseManualTime();
}
BENCHMARK(sort_rows<float>)->Name("sort_rows_of/float32")->Apply(configure);
BENCHMARK(sort_rows<double>)->Name("sort_rows_of/float64")->Apply(configure);
BENCHMARK(sort_rows<std::int8_t>)->Name("sort_rows_of/int8")->Apply(configure);
BENCHMARK(argsort_rows)->Name("argsort_rows_of/float32")->Apply(configure);
BENCHMARK(unique_values_of)
    ->Name("unique/float32")
    ->Arg(1 << 26)
    ->Iterations(throughput_batches)
    ->UseManualTime();

}  // namespace
}  // namespace gpu::bench
