// SPDX-License-Identifier: BSD-3-Clause
// Fourier transforms. CuPy: cupy.fft.fft(x), cupy.fft.rfft(x), cupy.fft.fft2(x).
//
// As FFTW does, a transform of n complex points is said to take 5 n log2(n) operations, one of real
// numbers half of them.
#include <cmath>
#include <complex>

#include <gpu/fft/transforms.hpp>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

/// Times `work`, which transforms so many points each of `count` times.
template <class Work>
void measure_transforms(benchmark::State& state, double points, double count, double share,
                        Work work) {
  (void)first_launches(work);
  const double seconds = time_calls(state, work);
  state.counters["GFLOP/s"] = share * 5 * points * std::log2(points) * count / seconds * 1e-9;
}

template <class T>
ndarray<std::complex<T>> some_complex(std::ptrdiff_t size) {
  return ndarray<std::complex<T>>(noise<T>(size, bench_device()));
}

/// The inverse has to give the input back.
template <class A>
void check(const A& again, const A& x) {
  if (!(max(abs(again - x)).item() < 1e-3)) throw std::runtime_error("wrong result");
}

/// `count` transforms of `points` complex numbers, one after the other in memory.
template <class T>
void complex_rows(benchmark::State& state) {
  guarded(state, [&] {
    const auto points = static_cast<std::ptrdiff_t>(state.range(0));
    const auto count = static_cast<std::ptrdiff_t>(state.range(1));
    using array = ndarray<std::complex<T>>;
    const array x = reshape(some_complex<T>(points * count), {count, points});
    check(array(fft::ifft(fft::fft(x))), x);
    measure_transforms(state, static_cast<double>(points), static_cast<double>(count), 1,
                       [&] { const array y = fft::fft(x); });
  });
}

/// The same of real numbers.
template <class T>
void real_rows(benchmark::State& state) {
  guarded(state, [&] {
    const auto points = static_cast<std::ptrdiff_t>(state.range(0));
    const auto count = static_cast<std::ptrdiff_t>(state.range(1));
    const ndarray<T> x = reshape(noise<T>(points * count, bench_device()), {count, points});
    check(ndarray<T>(fft::irfft(fft::rfft(x))), x);
    measure_transforms(state, static_cast<double>(points), static_cast<double>(count), 0.5,
                       [&] { const ndarray<std::complex<T>> y = fft::rfft(x); });
  });
}

/// Of columns: the axis that is not the last.
void columns(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    using array = ndarray<std::complex<float>>;
    const array x = reshape(some_complex<float>(size * size), {size, size});
    check(array(fft::ifft(fft::fft(x, std::nullopt, 0), std::nullopt, 0)), x);
    measure_transforms(state, static_cast<double>(size), static_cast<double>(size), 1,
                       [&] { const array y = fft::fft(x, std::nullopt, 0); });
  });
}

/// Of both axes.
template <class T>
void images(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    using array = ndarray<std::complex<T>>;
    const array x = reshape(some_complex<T>(size * size), {size, size});
    check(array(fft::ifft2(fft::fft2(x))), x);
    measure_transforms(state, static_cast<double>(size * size), 1, 1,
                       [&] { const array y = fft::fft2(x); });
  });
}

/// How strong each frequency of a real image is. CuPy: cupy.abs(cupy.fft.fft2(x)).
void spectrum(benchmark::State& state) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<float> x = reshape(noise<float>(size * size, bench_device()), {size, size});
    check(ndarray<float>(real(fft::ifft2(fft::fft2(x)))), x);
    measure_transforms(state, static_cast<double>(size * size), 1, 0.5,
                       [&] { const ndarray<float> y = abs(fft::fft2(x)); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark, std::vector<std::int64_t> arguments) {
  benchmark->Args(std::move(arguments))->Iterations(throughput_batches)->UseManualTime();
}
void configure_rows(benchmark::internal::Benchmark* benchmark) {
  for (const int power : {10, 14, 17, 20, 24, 26})
    configure(benchmark, {std::int64_t{1} << power, 1});
  configure(benchmark, {1024, 4096});
  configure(benchmark, {1000, 4096});
}
void configure_images(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t size : {256, 1024, 4096}) configure(benchmark, {size});
}

BENCHMARK(complex_rows<float>)->Name("fft/complex64")->Apply(configure_rows);
BENCHMARK(complex_rows<double>)->Name("fft/complex128")->Apply(configure_rows);
BENCHMARK(real_rows<float>)->Name("rfft/float32")->Apply(configure_rows);
BENCHMARK(real_rows<double>)->Name("rfft/float64")->Apply(configure_rows);
BENCHMARK(columns)->Name("fft_columns/complex64")->Apply(configure_images);
BENCHMARK(images<float>)->Name("fft2/complex64")->Apply(configure_images);
BENCHMARK(images<double>)->Name("fft2/complex128")->Apply(configure_images);
BENCHMARK(spectrum)->Name("spectrum/float32")->Apply(configure_images);

}  // namespace
}  // namespace gpu::bench
