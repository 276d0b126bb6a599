// SPDX-License-Identifier: BSD-3-Clause
// Elements that masks and indices name, read and written. CuPy: x[x > 0], cupy.nonzero(x),
// cupy.take(a, i), cupy.put(a, i, v), a[mask] = 0, cupy.searchsorted(a, v).
//
// Bytes are those of the operands, read once, and of the results; of one element at a random place
// its 32-byte sector. What waits for the number of elements is timed with its wait.
#include <cstdint>
#include <stdexcept>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t large = std::ptrdiff_t{1} << 28;
constexpr std::ptrdiff_t taken = std::ptrdiff_t{1} << 24;
constexpr int short_batches = 10;

/// Times `work`, which may launch several kernels.
template <class Work>
void measure(benchmark::State& state, double bytes, Work work) {
  (void)first_launches(work);
  time_throughput(state, bytes, work);
}

void select_positive(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> x = noise<float>(large, bench_device());
    const ndarray<float> result = view(x, x > 0.0f);
    const ndarray<std::int64_t> places = flatnonzero(x > 0.0f);
    for_some_positions(result.shape(0), [&](std::ptrdiff_t k) {
      require_close(result(k), x(places(k)), 0, k);
      if (!(result(k) > 0)) throw std::runtime_error(text_of("not positive at ", k));
    });
    measure(state, 4.0 * static_cast<double>(x.size() + result.size()),
            [&] { const ndarray<float> again = view(x, x > 0.0f); });
  });
}

void places_of_nonzeros(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> x = maximum(noise<float>(large, bench_device()), 0.0f);
    const ndarray<std::int64_t> places = nonzero(x)[0];
    if (places.shape(0) != count_nonzero(x).item()) throw std::runtime_error("other count");
    for_some_positions(places.shape(0), [&](std::ptrdiff_t k) {
      if (x(places(k)) == 0) throw std::runtime_error(text_of("zero at ", k));
    });
    measure(state, 4.0 * static_cast<double>(x.size()) + 8.0 * static_cast<double>(places.size()),
            [&] { const auto again = nonzero(x); });
  });
}

enum class order { random, ascending };

/// `taken` different indices below `large`: scattered, or the first ones.
ndarray<std::int64_t> some_indices(order which) {
  const auto position = arange<std::int64_t>(0, taken, 1, bench_device());
  if (which == order::ascending) return position;
  return bitwise_and(position * std::int64_t{2654435761}, std::int64_t{large - 1});
}
/// Bytes of an element at such an index.
double element_bytes(order which) {
  return which == order::random ? 32.0 : 4.0;
}

void take_elements(benchmark::State& state, order which) {
  guarded(state, [&] {
    const ndarray<float> a = noise<float>(large, bench_device());
    const ndarray<std::int64_t> i = some_indices(which);
    const ndarray<float> result = take(a, i);
    for_some_positions(taken, [&](std::ptrdiff_t k) { require_close(result(k), a(i(k)), 0, k); });
    measure(state, (8.0 + 4.0 + element_bytes(which)) * static_cast<double>(taken),
            [&] { const ndarray<float> again = take(a, i); });
  });
}

void put_elements(benchmark::State& state, order which) {
  guarded(state, [&] {
    ndarray<float> a = zeros<float>({large}, bench_device());
    const ndarray<float> values = noise<float>(taken, bench_device());
    const ndarray<std::int64_t> i = some_indices(which);
    put(a, i, values);
    for_some_positions(taken, [&](std::ptrdiff_t k) {
      if (a(i(k)) != values(k)) throw std::runtime_error(text_of("wrong result at element ", k));
    });
    measure(state, (8.0 + 4.0 + element_bytes(which)) * static_cast<double>(taken),
            [&] { put(a, i, values); });
  });
}

void fill_masked(benchmark::State& state) {
  guarded(state, [&] {
    ndarray<float> a = noise<float>(large, bench_device());
    const ndarray<bool> mask = a > 0.0f;
    view(a, mask) = 0.0f;
    if (max(a).item() != 0) throw std::runtime_error("positive elements are left");
    measure(state, 5.0 * static_cast<double>(large), [&] { view(a, mask) = 0.0f; });
  });
}

void search(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> a = sort(noise<float>(1 << 20, bench_device()));
    const ndarray<float> v = noise<float>(taken, bench_device(), 12345);
    const ndarray<std::int64_t> places = searchsorted(a, v);
    for_some_positions(taken, [&](std::ptrdiff_t k) {
      const std::ptrdiff_t place = places(k);
      if ((place > 0 && !(a(place - 1) < v(k))) || (place < a.shape(0) && a(place) < v(k)))
        throw std::runtime_error(text_of("wrong place at ", k));
    });
    measure(state, 12.0 * static_cast<double>(taken),
            [&] { const ndarray<std::int64_t> again = searchsorted(a, v); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(short_batches)->UseManualTime();
}
BENCHMARK(select_positive)->Name("indexing/select")->Apply(configure);
BENCHMARK(places_of_nonzeros)->Name("indexing/nonzero")->Apply(configure);
BENCHMARK_CAPTURE(take_elements, random, order::random)
    ->Name("indexing/take_random")
    ->Apply(configure);
BENCHMARK_CAPTURE(take_elements, ascending, order::ascending)
    ->Name("indexing/take_in_order")
    ->Apply(configure);
BENCHMARK_CAPTURE(put_elements, random, order::random)
    ->Name("indexing/put_random")
    ->Apply(configure);
BENCHMARK_CAPTURE(put_elements, ascending, order::ascending)
    ->Name("indexing/put_in_order")
    ->Apply(configure);
BENCHMARK(fill_masked)->Name("indexing/fill_masked")->Apply(configure);
BENCHMARK(search)->Name("indexing/searchsorted")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
