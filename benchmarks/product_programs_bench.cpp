// SPDX-License-Identifier: BSD-3-Clause
// Programs whose work is products of matrices: a layer of a network, attention, covariances, and
// many small products one after the other.

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gpu/linalg/covariance.hpp>
#include <gpu/linalg/math_mode.hpp>
#include <gpu/linalg/matmul.hpp>
#include <gpu/linalg/norm.hpp>

#include "array_programs.hpp"
#include "median.hpp"
#include "sample_data.hpp"
#include "stopwatch.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

using floats = ndarray<float>;

floats some(const shape& extents, std::int32_t seed) {
  return reshape(noise<float>(element_count(extents), bench_device(), seed), extents) * 0.125f;
}

/// CuPy: cupy.maximum(x @ w + b, 0). Alternates with the bare product.
void layer(benchmark::State& state) {
  guarded(state, [&] {
    const device where = bench_device();
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const floats x = some({size, size}, 0);
    const floats w = some({size, size}, 1);
    const floats b = some({size}, 2);
    const auto work = [&] { const floats y = maximum(matmul(x, w) + b, 0.0f); };
    const auto product = [&] { const floats y = matmul(x, w); };
    (void)first_launches(work);
    (void)first_launches(product);
    const int calls = calls_per_batch(where, work);
    std::vector<double> layers;
    std::vector<double> products;
    for (auto _ : state) {
      products.push_back(device_seconds(where, calls, product));
      layers.push_back(device_seconds(where, calls, work));
      state.SetIterationTime(layers.back());
    }
    state.counters["median_us"] = median(layers) * 1e6;
    state.counters["of_product"] = median(layers) / median(products);
  });
}

/// The same with factors rounded to TF32.
void layer_tf32(benchmark::State& state) {
  const math_mode scope{{.tf32 = true}};
  layer(state);
}

/// In plain array code. CuPy: the same.
void attention(benchmark::State& state) {
  guarded(state, [&] {
    const shape extents{16 * 16, 1024, 64};
    const floats q = some(extents, 0);
    const floats k = some(extents, 1);
    const floats v = some(extents, 2);
    const auto work = [&] { const floats y = programs::attention(q, k, v); };
    (void)first_launches(work);
    (void)time_calls(state, work);
  });
}

/// CuPy: cupy.cov(x).
void covariances(benchmark::State& state) {
  guarded(state, [&] {
    const floats x = some({1024, 65536}, 0);
    const auto work = [&] { const floats y = cov(x); };
    (void)first_launches(work);
    (void)time_calls(state, work);
  });
}

constexpr int small_products = 1000;

/// The host's seconds for what `work` does so many times.
template <class Work>
void measure_loop(benchmark::State& state, const Work& work) {
  work();
  finish_compiling();
  std::vector<double> samples;
  for (auto _ : state) {
    samples.push_back(host_seconds(bench_device(), 1, work));
    state.SetIterationTime(samples.back());
  }
  state.counters["median_us"] = median(samples) * 1e6;
}

/// CuPy: `for i in range(1000): norms.append(float(cupy.linalg.norm(a @ b)))`.
void norms_fetched(benchmark::State& state) {
  guarded(state, [&] {
    const floats a = some({100, 100}, 0);
    const floats b = some({100, 100}, 1);
    std::vector<float> norms(small_products);
    measure_loop(state, [&] {
      for (float& norm : norms) norm = linalg::norm(matmul(a, b)).item();
    });
  });
}

/// CuPy: `for i in range(1000): norms[i] = cupy.linalg.norm(a @ b)`.
void norms_kept(benchmark::State& state) {
  guarded(state, [&] {
    const floats a = some({100, 100}, 0);
    const floats b = some({100, 100}, 1);
    floats norms = zeros<float>({small_products}, bench_device());
    measure_loop(state, [&] {
      for (int i = 0; i < small_products; ++i) view(norms, i) = linalg::norm(matmul(a, b));
    });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(throughput_batches)->UseManualTime();
}

BENCHMARK(layer)->Name("layer/float32")->Arg(1024)->Arg(4096)->Apply(configure);
BENCHMARK(layer_tf32)->Name("layer/tf32")->Arg(1024)->Arg(4096)->Apply(configure);
BENCHMARK(attention)->Name("attention/float32")->Apply(configure);
BENCHMARK(covariances)->Name("cov/float32")->Apply(configure);
BENCHMARK(norms_fetched)->Name("norms_fetched/float32")->Apply(configure);
BENCHMARK(norms_kept)->Name("norms_kept/float32")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
