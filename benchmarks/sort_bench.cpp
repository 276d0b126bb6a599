// SPDX-License-Identifier: BSD-3-Clause
// Sorting. CuPy: cupy.sort(a, axis), cupy.argsort(a), cupy.unique(a), cupy.lexsort(keys),
// cupy.partition(a, k). PyTorch: torch.topk(a, 8).
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
  const shape extents{count / columns, columns};
  if constexpr (std::same_as<T, std::int64_t>)  // all 64 bits differ
    return reshape(arange<T>(1, count + 1, 1, bench_device()) * T{-7046029254386353131}, extents);
  else
    return reshape(noise<T>(count, bench_device()), extents);
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

/// Arguments 0 and 1 are the extents of a matrix, 2 is the axis.
void sort_axis(benchmark::State& state) {
  guarded(state, [&] {
    const shape extents{state.range(0), state.range(1)};
    const std::ptrdiff_t axis = state.range(2);
    const ndarray<float> a =
        reshape(noise<float>(extents[0] * extents[1], bench_device()), extents);
    const ndarray<float> result = sort(a, axis);
    for_some_positions(extents[axis] - 1, [&](std::ptrdiff_t k) {
      const bool ascends =
          axis == 0 ? result(k, 1) <= result(k + 1, 1) : result(1, k) <= result(1, k + 1);
      if (!ascends) throw std::runtime_error(text_of("not sorted at ", k));
    });
    time_throughput(state, 2.0 * static_cast<double>(a.size_bytes()),
                    [&] { const ndarray<float> again = sort(a, axis); });
  });
}

void largest_eight(benchmark::State& state) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t count = 8;
    const shape extents{65536, 1024};
    const ndarray<float> a =
        reshape(noise<float>(extents[0] * extents[1], bench_device()), extents);
    const auto find = [&] {
      const auto found = topk(a, count);
      return std::pair(ndarray<float>(found.values), ndarray<std::int64_t>(found.indices));
    };
    const auto [values, indices] = find();
    for_some_positions(extents[0], [&](std::ptrdiff_t k) {
      if (values(k, 0) != max(view(a, k)).item() || values(k, 1) != a(k, indices(k, 1)))
        throw std::runtime_error(text_of("wrong result in row ", k));
    });
    const auto result_bytes = static_cast<double>(values.size_bytes() + indices.size_bytes());
    time_throughput(state, static_cast<double>(a.size_bytes()) + result_bytes,
                    [&] { const auto again = find(); });
  });
}

constexpr std::ptrdiff_t vector_size = 1 << 24;

/// Integers of 0 ... `distinct` - 1, a power of two.
ndarray<std::int32_t> integers(std::int32_t distinct, std::int32_t seed = 0) {
  const ndarray<std::int32_t> position =
      arange<std::int32_t>(seed, static_cast<std::int32_t>(vector_size) + seed, 1, bench_device());
  return bitwise_and(right_shift(position * std::int32_t{-1640531535}, 7), distinct - 1);
}

/// Argument 0: how many values there are.
void unique_integers(benchmark::State& state) {
  guarded(state, [&] {
    const auto distinct = static_cast<std::int32_t>(state.range(0));
    const ndarray<std::int32_t> a = integers(distinct);
    const ndarray<std::int32_t> result = unique(a);
    if (result.shape(0) > distinct || !all(diff(result) > 0).item())
      throw std::runtime_error("wrong result");
    time_throughput(state, static_cast<double>(a.size_bytes() + result.size_bytes()),
                    [&] { const ndarray<std::int32_t> again = unique(a); });
  });
}

void lexsort_two_keys(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<std::int32_t> minor = integers(1 << 24, 5);
    const ndarray<std::int32_t> major = integers(1024);
    const auto sorted = [&] { return ndarray<std::int64_t>(lexsort(std::tuple(minor, major))); };
    const ndarray<std::int64_t> result = sorted();
    for_some_positions(vector_size - 1, [&](std::ptrdiff_t k) {
      const auto keys = [&](std::ptrdiff_t i) { return std::pair(major(i), minor(i)); };
      if (keys(result(k)) > keys(result(k + 1)))
        throw std::runtime_error(text_of("not sorted at ", k));
    });
    time_throughput(state, 16.0 * static_cast<double>(vector_size),
                    [&] { const ndarray<std::int64_t> again = sorted(); });
  });
}

void partition_at_median(benchmark::State& state) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t middle = vector_size / 2;
    const ndarray<float> a = noise<float>(vector_size, bench_device());
    const ndarray<float> result = partition(a, middle);
    if (max(view(result, range(0, middle))).item() > result(middle) ||
        min(view(result, range(middle, vector_size))).item() < result(middle))
      throw std::runtime_error("not partitioned");
    time_throughput(state, 2.0 * static_cast<double>(a.size_bytes()),
                    [&] { const ndarray<float> again = partition(a, middle); });
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

constexpr int short_batches = 10;

void configure_vector(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(short_batches)->UseManualTime();
}
void configure_whole(benchmark::internal::Benchmark* benchmark) {
  configure_vector(benchmark->Arg(1 << 26));
}
void configure_axes(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t columns : {64, 1024, 65536})
    for (const std::int64_t axis : {0, 1}) benchmark->Args({(1 << 26) / columns, columns, axis});
  configure_vector(benchmark);
}
void configure_values(benchmark::internal::Benchmark* benchmark) {
  configure_vector(benchmark->Arg(64)->Arg(1 << 24));
}
BENCHMARK(sort_rows<std::int64_t>)->Name("sort_rows_of/int64")->Apply(configure_whole);
BENCHMARK(sort_rows<float16>)->Name("sort_rows_of/float16")->Apply(configure_whole);
BENCHMARK(sort_axis)->Name("sort_axis/float32")->Apply(configure_axes);
BENCHMARK(largest_eight)->Name("topk_8_of_rows/float32")->Apply(configure_vector);
BENCHMARK(unique_integers)->Name("unique/int32")->Apply(configure_values);
BENCHMARK(lexsort_two_keys)->Name("lexsort/int32")->Apply(configure_vector);
BENCHMARK(partition_at_median)->Name("partition_median/float32")->Apply(configure_vector);

}  // namespace
}  // namespace gpu::bench
