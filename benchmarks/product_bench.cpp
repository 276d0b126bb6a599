// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices. CuPy: a @ b, a @ b.T, stack @ other_stack, a @ v,
// cupy.einsum('bhqd,bhkd->bhqk', q, k).
//
// A product of shapes (m, k) and (k, n) takes 2 m n k operations.
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include <gpu/linalg/einsum.hpp>
#include <gpu/linalg/math_mode.hpp>
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

/// Some elements of the product against sums of products in complex128.
template <class B>
void check(const ndarray<std::complex<float>>& product, const ndarray<std::complex<float>>& a,
           const B& b) {
  using wide = std::complex<double>;
  const std::ptrdiff_t columns = product.shape(1);
  for_some_positions(static_cast<std::ptrdiff_t>(product.size()), [&](std::ptrdiff_t position) {
    const auto row = astype<wide>(view(a, position / columns));
    const auto column = astype<wide>(view(b, all(), position % columns));
    const wide wanted = sum(row * column).item();
    const wide found(product(position / columns, position % columns));
    if (std::abs(found - wanted) > sum(abs(row * column)).item() * 1e-4)
      throw std::runtime_error("wrong result at element " + std::to_string(position));
  });
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
    const double share = sizeof(T) == 2 ? 1e-2 : get_math_options().tf32 ? 2e-3 : 1e-4;
    const double error = std::integral<T> ? 0 : terms * share;
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
    check(ndarray<T>(matmul(a, b)), a, b);
    measure_operations(state, 2.0 * static_cast<double>(size * size * size),
                       [&] { const ndarray<T> again = matmul(a, b); });
  });
}

/// The same with factors rounded to TF32.
void square_tf32(benchmark::State& state) {
  const math_mode scope{{.tf32 = true}};
  square<float>(state);
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

/// Many small products at once.
void stack(benchmark::State& state) {
  guarded(state, [&] {
    const auto count = static_cast<std::ptrdiff_t>(state.range(0));
    const auto size = static_cast<std::ptrdiff_t>(state.range(1));
    const shape extents{count, size, size};
    const ndarray<float> a = reshape(noise<float>(count * size * size, bench_device()), extents);
    const ndarray<float> b = reshape(noise<float>(count * size * size, bench_device(), 1), extents);
    const ndarray<float> products = matmul(a, b);
    check<float>(view(products, 7), ndarray<float>(view(a, 7)), view(b, 7));
    measure_operations(state, 2.0 * static_cast<double>(count * size * size * size),
                       [&] { const ndarray<float> again = matmul(a, b); });
  });
}

/// What attention computes first: the scores of all pairs of tokens.
void scores(benchmark::State& state) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t heads = 16;
    constexpr std::ptrdiff_t tokens = 1024;
    constexpr std::ptrdiff_t features = 64;
    const shape extents{heads, heads, tokens, features};
    const std::ptrdiff_t size = element_count(extents);
    const ndarray<float> q = reshape(noise<float>(size, bench_device()), extents);
    const ndarray<float> k = reshape(noise<float>(size, bench_device(), 1), extents);
    const auto work = [&] { return ndarray<float>(einsum("bhqd,bhkd->bhqk", q, k)); };
    check<float>(view(work(), 3, 5), ndarray<float>(view(q, 3, 5)), transpose(view(k, 3, 5)));
    measure_operations(state, 2.0 * static_cast<double>(size * tokens),
                       [&] { const ndarray<float> again = work(); });
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

void configure(benchmark::internal::Benchmark* benchmark, std::vector<std::int64_t> arguments) {
  benchmark->Args(std::move(arguments))->Iterations(throughput_batches)->UseManualTime();
}
void configure_square(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t size : {256, 1024, 4096}) configure(benchmark, {size});
}
void configure_large(benchmark::internal::Benchmark* benchmark) {
  configure_square(benchmark);
  benchmark->Arg(16384)->Iterations(3)->UseManualTime();
}
void configure_stack(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, {1000, 100});
  configure(benchmark, {10000, 32});
  configure(benchmark, {100000, 4});
}
void configure_vector(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, {8192});
}
void configure_one(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(throughput_batches)->UseManualTime();
}

BENCHMARK(square<float16>)->Name("matmul/float16")->Apply(configure_large);
BENCHMARK(square<bfloat16>)->Name("matmul/bfloat16")->Apply(configure_large);
BENCHMARK(square<float>)->Name("matmul/float32")->Apply(configure_large);
BENCHMARK(square_tf32)->Name("matmul/tf32")->Apply(configure_large);
BENCHMARK(square<double>)->Name("matmul/float64")->Apply(configure_large);
BENCHMARK(square<std::complex<float>>)->Name("matmul/complex64")->Apply(configure_large);
BENCHMARK(square<std::int8_t>)->Name("matmul/int8")->Apply(configure_square);
BENCHMARK(square<std::int32_t>)->Name("matmul/int32")->Apply(configure_square);
BENCHMARK(by_a_transpose)->Name("matmul_transposed/float32")->Apply(configure_square);
BENCHMARK(stack)->Name("matmul_stack/float32")->Apply(configure_stack);
BENCHMARK(by_a_vector<float>)->Name("matmul_vector/float32")->Apply(configure_vector);
BENCHMARK(by_a_vector<std::int32_t>)->Name("matmul_vector/int32")->Apply(configure_vector);
BENCHMARK(scores)->Name("einsum_scores/float32")->Apply(configure_one);

}  // namespace
}  // namespace gpu::bench
