// SPDX-License-Identifier: BSD-3-Clause
// Sixteen elements: what a call costs the host. CuPy: a + b, cupy.maximum(0, x) + ..., a += b,
// x * 2, x.sum(), a @ b of 16 x 16.
#include <vector>

#include "sample_data.hpp"
#include "softplus.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t size = 16;
constexpr int calls = 10'000;

void small_add(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> a = noise<float>(size, bench_device());
    const ndarray<float> b = noise<float>(size, bench_device(), 5);
    const ndarray<float> c = a + b;
    for (std::ptrdiff_t i = 0; i < size; ++i) require_close(c(i), a(i) + b(i), 0, i);
    measure_call(state, calls, [&] { const ndarray<float> result = a + b; });
  });
}

void small_add_in_place(benchmark::State& state) {
  guarded(state, [&] {
    ndarray<float> a = zeros<float>({size}, bench_device());
    const ndarray<float> b = ones<float>({size}, bench_device());
    a += b;
    a += b;
    const ndarray<float>& total = a;
    for (std::ptrdiff_t i = 0; i < size; ++i) require_close(total(i), 2.0f, 0, i);
    measure_call(state, calls, [&] { a += b; });
  });
}

void small_multiply(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> x = noise<float>(size, bench_device());
    const ndarray<float> y = x * 2.0f;
    for (std::ptrdiff_t i = 0; i < size; ++i) require_close(y(i), x(i) * 2.0f, 0, i);
    measure_call(state, calls, [&] { const ndarray<float> result = x * 2.0f; });
  });
}

void small_softplus(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> x = noise<float>(size, bench_device());
    const ndarray<float> y = softplus(x);
    for (std::ptrdiff_t i = 0; i < size; ++i)
      require_close(widened(y(i)), softplus_of(x(i)), tolerance_of<float>(), i);
    measure_call(state, calls, [&] { const ndarray<float> result = softplus(x); });
  });
}

void small_sum(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> x = noise<float>(size, bench_device());
    double wanted = 0;
    for (std::ptrdiff_t i = 0; i < size; ++i) wanted += x(i);
    const ndarray<float> total = sum(x);
    require_close(widened(total()), wanted, 1e-5, 0);
    measure_call(state, calls, [&] { const ndarray<float> result = sum(x); });
  });
}

void small_matmul(benchmark::State& state) {
  guarded(state, [&] {
    const shape extents{16, 16};
    const ndarray<float> a = reshape(noise<float>(256, bench_device()), extents);
    const ndarray<float> b = reshape(noise<float>(256, bench_device(), 5), extents);
    const ndarray<float> c = matmul(a, b);
    double wanted = 0;
    for (std::ptrdiff_t k = 0; k < 16; ++k) wanted += widened(a(3, k)) * widened(b(k, 7));
    require_close(widened(c(3, 7)), wanted, 1e-4, 0);
    measure_call(state, calls, [&] { const ndarray<float> result = matmul(a, b); });
  });
}

BENCHMARK(small_add)->Name("small/add")->Iterations(11)->UseManualTime();
BENCHMARK(small_add_in_place)->Name("small/add_in_place")->Iterations(11)->UseManualTime();
BENCHMARK(small_multiply)->Name("small/multiply")->Iterations(11)->UseManualTime();
BENCHMARK(small_softplus)->Name("small/softplus")->Iterations(11)->UseManualTime();
BENCHMARK(small_sum)->Name("small/sum")->Iterations(11)->UseManualTime();
BENCHMARK(small_matmul)->Name("small/matmul")->Iterations(11)->UseManualTime();

}  // namespace
}  // namespace gpu::bench
