// SPDX-License-Identifier: BSD-3-Clause
// Expressions of 30 operations, beside the limit of their arithmetic: a kernel of the same
// functions that computes as many elements and moves no memory. CuPy: the same under cupy.fuse.
#include <cstring>
#include <string>
#include <type_traits>

#include <gpu/core/text_of.hpp>

#include "jit/cache.hpp"
#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr int steps_of_cheap = 15;
constexpr int steps_of_costly = 6;

/// 15 multiplications and 15 additions.
template <class Value, class X, class Number>
Value cheap(Value value, const X& x, Number factor) {
  for (int i = 0; i < steps_of_cheap; ++i) value = value * factor + x;
  return value;
}

/// 6 times: abs, negative, exp, add, log1p.
template <class Value, class X, class Number>
Value costly(Value value, const X& x, Number) {
  for (int i = 0; i < steps_of_costly; ++i) value = log1p(exp(-abs(value)) + x);
  return value;
}

constexpr const char* cheap_text = "y = ops::add{}(ops::multiply{}(y, factor), x);";
constexpr const char* costly_text =
    "y = ops::log1p{}(ops::add{}(ops::exp{}(ops::negative{}(ops::absolute{}(y))), x));";
constexpr int elements_of_thread = 8;

/// Seconds of the device for the arithmetic of `size` elements alone.
double arithmetic_seconds(dtype type, const char* step, int steps, std::ptrdiff_t size) {
  std::string text;
  for (const char* op : {"absolute", "add", "exp", "log1p", "multiply", "negative"})
    text += text_of("#include <gpu/elementwise/", op, ".hpp>\n");
  text += text_of("using namespace gpu;\nusing T = ", traits(type).device,
                  ";\nextern \"C\" __global__ void arithmetic(T* out, T factor, T never) {\n"
                  "  T x = T(float(threadIdx.x) * 0x1p-10f);\n  T sum = never;\n"
                  "#pragma unroll\n  for (int i = 0; i < ",
                  elements_of_thread,
                  "; ++i) {\n    x = ops::multiply{}(x, factor);\n"
                  "    T y = x;\n#pragma unroll\n    for (int k = 0; k < ",
                  steps, "; ++k) ", step, "\n    if (!(y < never)) sum = y;\n  }\n",
                  "  if (sum != never) *out = sum;\n}\n");
  const device where = bench_device();
  const kernel_ref kernel = load_kernel({"arithmetic", text, {}, {}}, where);
  const ref_ptr<memory_block> out = memory_block::allocate(where, 16);
  alignas(16) std::byte arguments[32] = {};
  void* const data = out->data();
  std::memcpy(arguments, &data, sizeof(data));
  const std::size_t bytes = size_bytes(type);
  visit_dtype(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> ||
                  std::is_same_v<T, float16>) {
      const T numbers[] = {T(0.875f), T(6e4f)};
      std::memcpy(arguments + 8, numbers, sizeof(numbers));
    }
  });
  launch_config config;
  config.block[0] = 256;
  config.grid[0] = static_cast<unsigned>(size / (256 * elements_of_thread));
  const auto run = [&] {
    cuda::launch(kernel, config, current_stream(where), arguments, 8 + 2 * bytes);
  };
  const int calls = calls_per_batch(where, run);
  std::vector<double> samples;
  for (int i = 0; i < 7; ++i) samples.push_back(device_seconds(where, calls, run));
  return median(samples);
}

/// `chain(value, x, factor)` of arrays, and of doubles to check with.
template <class T, class Chain>
void measure_chain(benchmark::State& state, Chain chain, const char* step, int steps) {
  guarded(state, [&] {
    const auto size = static_cast<std::ptrdiff_t>(state.range(0));
    const ndarray<T> x = abs(noise<T>(size, bench_device())) * T(0.125f);
    const T factor(0.875f);
    const auto result = [&] { return chain(expression<T>(x.node()), x, factor); };
    const ndarray<T> y = result();
    for_some_positions(size, [&](std::ptrdiff_t i) {
      const double element = widened(x(i));
      require_close(widened(y(i)), chain(element, element, 0.875), 64 * tolerance_of<T>(), i);
    });
    measure_throughput(state, 2.0 * sizeof(T) * static_cast<double>(size),
                       [&] { const ndarray<T> again = result(); });
    if (bench_device().is_cpu()) return;
    const double least = arithmetic_seconds(dtype_of<T>, step, steps, size);
    state.counters["arithmetic_us"] = least * 1e6;
    state.counters["of_arithmetic"] = least * 1e6 / state.counters["median_us"];
  });
}

template <class T>
void deep_cheap(benchmark::State& state) {
  measure_chain<T>(
      state, [](auto value, const auto& x, auto factor) { return cheap(value, x, factor); },
      cheap_text, steps_of_cheap);
}
template <class T>
void deep_costly(benchmark::State& state) {
  measure_chain<T>(
      state, [](auto value, const auto& x, auto factor) { return costly(value, x, factor); },
      costly_text, steps_of_costly);
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(1 << 28)->Iterations(throughput_batches)->UseManualTime();
}
BENCHMARK_TEMPLATE(deep_cheap, float)->Name("deep_cheap/float32")->Apply(configure);
BENCHMARK_TEMPLATE(deep_cheap, double)->Name("deep_cheap/float64")->Apply(configure);
BENCHMARK_TEMPLATE(deep_cheap, float16)->Name("deep_cheap/float16")->Apply(configure);
BENCHMARK_TEMPLATE(deep_costly, float)->Name("deep_costly/float32")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
