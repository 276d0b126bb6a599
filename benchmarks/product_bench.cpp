// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices. CuPy: a @ b, a @ b.T, stack @ other_stack, a @ v.
//
// A product of shapes (m, k) and (k, n) takes 2 m n k operations.
#include <cstdint>

#include <gpu/linalg/matmul.hpp>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

template <class T>
ndarray<T> some_matrix(std::ptrdiff_t rows, std::ptrdiff_t columns, std::int32_t seed) {
  return reshape(noise<T>(rows * columns, bench_device(), seed), {rows, columns});
}

/// Times `work`, whose `operations` are counted.
template <class Work>
void measure_operations(benchmark::State& state, double operations, Work work) {
  (void)first_launches(work);
  const double seconds = time_calls(state, work);
  state.counters["TFLOP/s"] = operations / seconds * 1e-12;
}

/// Some elements of the product against sums of products in float64.
template <class T, class B>
void check(const ndarray<T>& product, const ndarray<T>& a, const B& b) {
  const std::ptrdiff_t columns = product.shape(1);
  for_some_positions(static_cast<std::ptrdiff_t>(product.size()), [&](std::ptrdiff_t position) {
    const auto row = astype<double>(view(a, position / columns));
    const auto column = astype<double>(view(b, all(), position % columns));
    const double terms = sum(abs(row * column)).item();
    double wanted = sum(row * column).item();
    if constexpr (std::integral<T>)  // these wrap
      wanted = static_cast<double>(static_cast<T>(static_cast<std::int64_t>(wanted)));
    const double found = static_cast<double>(product(position / columns, position % columns));
    const double error = std::integral<T> ? 0 : terms * (sizeof(T) == 2 ? 1e-2 : 1e-4);
    if (std::abs(found - wanted) > error)
      throw std::runtime_error("wrong result at element " + std::to_string(position));
  });
}

/// Square matrices in C order.
template <class T>
void square(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> a = some_matrix<T>(size, size, 0);
    const ndarray<T> b = some_matrix<T>(size, size, 1);
    check<T>(matmul(a, b), a, b);
    measure_operations(state, 2.0 * static_cast<double>(size * size * size),
                       [&] { const ndarray<T> again = matmul(a, b); });
  });
}

/// The second matrix is transposed: no copy is made.
void by_a_transpose(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> a = some_matrix<float>(size, size, 0);
    const ndarray<float> b = some_matrix<float>(size, size, 1);
    check<float>(matmul(a, transpose(b)), a, transpose(b));
    measure_operations(state, 2.0 * static_cast<double>(size * size * size),
                       [&] { const ndarray<float> again = matmul(a, transpose(b)); });
  });
}

/// A thousand small products at once.
void stack(benchmark::State& state) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t count = 1000;
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const shape extents{count, size, size};
    const ndarray<float> a = reshape(noise<float>(count * size * size, bench_device()), extents);
    const ndarray<float> b = reshape(noise<float>(count * size * size, bench_device(), 1), extents);
    const ndarray<float> products = matmul(a, b);
    check<float>(view(products, 7), ndarray<float>(view(a, 7)), view(b, 7));
    measure_operations(state, 2.0 * static_cast<double>(count * size * size * size),
                       [&] { const ndarray<float> again = matmul(a, b); });
  });
}

/// A matrix and a vector: as fast as the matrix can be read.
template <class T>
void by_a_vector(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> a = some_matrix<T>(size, size, 0);
    const ndarray<T> v = noise<T>(size, bench_device(), 1);
    check<T>(reshape(matmul(a, v), {size, 1}), a, reshape(v, {size, 1}));
    const auto work = [&] { const ndarray<T> again = matmul(a, v); };
    (void)first_launches(work);
    time_throughput(state, static_cast<double>(size * size) * sizeof(T), work);
  });
}

void configure(benchmark::internal::Benchmark* benchmark, std::int64_t size) {
  benchmark->Arg(size)->Iterations(throughput_batches)->UseManualTime();
}
void configure_square(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t size : {256, 1024, 4096}) configure(benchmark, size);
}
void configure_stack(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, 100);
}
void configure_vector(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, 8192);
}

BENCHMARK(square<float16>)->Name("matmul/float16")->Apply(configure_square);
BENCHMARK(square<bfloat16>)->Name("matmul/bfloat16")->Apply(configure_square);
BENCHMARK(square<float>)->Name("matmul/float32")->Apply(configure_square);
BENCHMARK(square<double>)->Name("matmul/float64")->Apply(configure_square);
BENCHMARK(square<std::int8_t>)->Name("matmul/int8")->Apply(configure_square);
BENCHMARK(square<std::int32_t>)->Name("matmul/int32")->Apply(configure_square);
BENCHMARK(by_a_transpose)->Name("matmul_transposed/float32")->Apply(configure_square);
BENCHMARK(stack)->Name("matmul_1000_of/float32")->Apply(configure_stack);
BENCHMARK(by_a_vector<float>)->Name("matmul_vector/float32")->Apply(configure_vector);
BENCHMARK(by_a_vector<std::int32_t>)->Name("matmul_vector/int32")->Apply(configure_vector);

}  // namespace
}  // namespace gpu::bench
