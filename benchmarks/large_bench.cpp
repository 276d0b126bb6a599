// SPDX-License-Identifier: BSD-3-Clause
// More elements than 31 and 32 bits can count. CuPy: -x.
#include <gpu/cuda/device_properties.hpp>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t part_size = std::ptrdiff_t{1} << 28;

/// Argument 0 is the number of elements, a multiple of 2^28.
template <class T>
void negative_of_many(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const device where = bench_device();
    if (memory_info(where).free_bytes < 4 * sizeof(T) * static_cast<std::size_t>(size))
      return state.SkipWithError("too little memory");
    const ndarray<T> part = noise<T>(part_size, where);
    const ndarray<T> shifts = reshape(noise<T>(size / part_size, where, 7), {size / part_size, 1});
    ndarray<T> x = part + shifts;
    x.reshape({size});
    const ndarray<T>& values = x;
    const ndarray<T> y = -values;
    const auto check = [&](std::ptrdiff_t i) {
      const T wanted = static_cast<T>(part(i % part_size) + shifts(i / part_size, 0));
      require_close(widened(values(i)), widened(wanted), 0, i);
      require_close(widened(y(i)), widened(static_cast<T>(-wanted)), 0, i);
    };
    for_some_positions(size, check);
    for (const int bits : {31, 32})
      for (std::ptrdiff_t i = (std::ptrdiff_t{1} << bits) - 3; i < (std::ptrdiff_t{1} << bits) + 3;
           ++i)
        if (i < size) check(i);
    measure_throughput(state, 2.0 * sizeof(T) * static_cast<double>(size),
                       [&] { const ndarray<T> result = -values; });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t parts : {9, 17}) benchmark->Arg(parts * part_size);
  benchmark->Iterations(throughput_batches)->UseManualTime();
}
BENCHMARK_TEMPLATE(negative_of_many, std::int8_t)->Name("negative/int8")->Apply(configure);
BENCHMARK_TEMPLATE(negative_of_many, float16)->Name("negative/float16")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
