// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of matrices. CuPy: cupy.linalg.solve(a, b), cholesky(a), qr(a), svd(a), eigh(a).
//
// Of one large matrix, and of many small ones: the arguments are how many, and of how many rows.
#include <cmath>

#include <gpu/linalg/decompositions.hpp>
#include <gpu/linalg/solve.hpp>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

template <class T>
ndarray<T> some_matrices(benchmark::State& state) {
  const auto count = static_cast<std::ptrdiff_t>(state.range(0));
  const auto rows = static_cast<std::ptrdiff_t>(state.range(1));
  const ndarray<T> drawn = noise<T>(count * rows * rows, bench_device());
  return count == 1 ? reshape(drawn, {rows, rows}) : reshape(drawn, {count, rows, rows});
}

/// Positive definite ones: noise is within [-8, 8].
template <class T>
ndarray<T> some_definite_matrices(benchmark::State& state) {
  const ndarray<T> a = some_matrices<T>(state);
  const std::ptrdiff_t rows = a.shape(a.dimension() - 1);
  return a + matrix_transpose(a) +
         T(16) * static_cast<T>(rows) * eye<T>(rows, -1, 0, bench_device());
}

template <class A, class B>
void check(const A& found, const B& wanted) {
  const double scale = max(abs(wanted)).item();
  if (!(max(abs(found - wanted)).item() <= 1e-2 * scale)) throw std::runtime_error("wrong result");
}

/// Times `work`, which allocates, and waits to see whether there is an answer.
template <class Work>
void measure(benchmark::State& state, const Work& work) {
  (void)first_launches(work);
  (void)time_calls(state, work);
}

template <class T>
void solved(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<T> a = some_definite_matrices<T>(state);
    const ndarray<T> b = some_matrices<T>(state);
    const ndarray<T> x = linalg::solve(a, b);
    check(ndarray<T>(matmul(a, x)), b);
    measure(state, [&] { const ndarray<T> again = linalg::solve(a, b); });
  });
}
template <class T>
void inverted(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<T> a = some_definite_matrices<T>(state);
    check(ndarray<T>(matmul(matmul(a, linalg::inv(a)), a)), a);
    measure(state, [&] { const ndarray<T> again = linalg::inv(a); });
  });
}
template <class T>
void cholesky(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<T> a = some_definite_matrices<T>(state);
    const ndarray<T> l = linalg::cholesky(a);
    check(ndarray<T>(matmul(l, matrix_transpose(l))), a);
    measure(state, [&] { const ndarray<T> again = linalg::cholesky(a); });
  });
}
template <class T>
void qr(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<T> a = some_matrices<T>(state);
    const auto found = linalg::qr(a);
    check(ndarray<T>(matmul(found.Q, found.R)), a);
    measure(state, [&] { const auto again = linalg::qr(a); });
  });
}
template <class T>
void svd(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<T> a = some_matrices<T>(state);
    const auto found = linalg::svd(a);
    check(ndarray<T>(matmul(found.U * expand_dims(found.S, -2), found.Vh)), a);
    measure(state, [&] { const auto again = linalg::svd(a); });
  });
}
template <class T>
void eigh(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<T> a = some_definite_matrices<T>(state);
    const auto found = linalg::eigh(a);
    check(ndarray<T>(matmul(a, found.eigenvectors)),
          ndarray<T>(found.eigenvectors * expand_dims(found.eigenvalues, -2)));
    measure(state, [&] { const auto again = linalg::eigh(a); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark, int iterations) {
  for (const auto& [count, rows] : {std::pair{1, 1024}, {1, 4096}, {10000, 8}, {10000, 32}})
    benchmark->Args({count, rows})->Iterations(iterations)->UseManualTime();
}
void configure_quick(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, throughput_batches / 3);
}
/// What takes long.
void configure_slow(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark, throughput_batches / 5);
}

BENCHMARK(solved<float>)->Name("solve/float32")->Apply(configure_quick);
BENCHMARK(inverted<float>)->Name("inv/float32")->Apply(configure_quick);
BENCHMARK(cholesky<float>)->Name("cholesky/float32")->Apply(configure_quick);
BENCHMARK(qr<float>)->Name("qr/float32")->Apply(configure_slow);
BENCHMARK(svd<float>)->Name("svd/float32")->Apply(configure_slow);
BENCHMARK(eigh<float>)->Name("eigh/float32")->Apply(configure_slow);
BENCHMARK(eigh<double>)->Name("eigh/float64")->Apply(configure_slow);

}  // namespace
}  // namespace gpu::bench
