// SPDX-License-Identifier: BSD-3-Clause
// What the first call of an expression costs beside the later ones: assembled, as users have it,
// with the time until the compiled kernel has taken its place; compiled at once, as kernels are for
// which there is nothing to assemble; and in a new process found on disk. Works in a cache folder
// of its own. CuPy: first call of the same function under cupy.fuse.
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <gpu/gpu.hpp>

#include "jit/cache.hpp"
#include "jit/program.hpp"
#include "median.hpp"
#include "reference_figures.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr int expressions = 24;
std::string this_program;

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Four steps in the order `n` of their 24 orders: about as much arithmetic as softplus. Of arrays
/// and of numbers.
template <class Value, class X>
Value chain(Value value, const X& x, int n) {
  int steps[] = {0, 1, 2, 3};
  while (n-- > 0) std::next_permutation(steps, steps + 4);
  for (const int step : steps) {
    switch (step) {
      case 0:
        value = exp(-abs(value));
        break;
      case 1:
        value = log1p(abs(value));
        break;
      case 2:
        value = value * x + 0.5f;
        break;
      default:
        value = maximum(value, x) - value;
        break;
    }
  }
  return value;
}

/// The expressions that are assembled differ from all others in their first step.
expression<float> nth_expression(const ndarray<float>& x, int n, code_origin wanted) {
  const expression<float> start = wanted == code_origin::assembled ? sqrt(square(x)) : abs(x);
  return chain(start, x, n);
}

/// Milliseconds of the first evaluation of expression `n`, its result there.
/// @throws std::runtime_error  if its code came from elsewhere, or the result is wrong
double first_evaluation(const ndarray<float>& x, int n, code_origin wanted) {
  clear_kernel_history();
  const expression<float> value = nth_expression(x, n, wanted);
  const auto start = std::chrono::steady_clock::now();
  const ndarray<float> result = value;
  x.device().synchronize();
  const double taken = milliseconds_since(start);
  const std::vector<kernel_record> asked = kernel_history();
  if (asked.empty() || asked.front().origin != wanted)
    throw std::runtime_error("the kernel of expression " + std::to_string(n) +
                             " is not new, or came from elsewhere");
  const float element = x(3);
  const float expected = chain(abs(element), element, n);
  if (!(std::abs(result(3) - expected) <= 1e-4f * std::max(1.0f, std::abs(expected))))
    throw std::runtime_error("wrong result of expression " + std::to_string(n));
  return taken;
}

ndarray<float> operand(device where) {
  return array<float>({0.25f, -0.5f, 1.5f, 0.75f, -2.0f, 3.0f, 0.1f, 0.9f}, where);
}

void report(benchmark::State& state, const std::vector<double>& milliseconds) {
  state.counters["median_ms"] = median(milliseconds);
  state.counters["worst_ms"] = *std::max_element(milliseconds.begin(), milliseconds.end());
}

void assembled(benchmark::State& state) {
  if (num_gpus() == 0) return state.SkipWithError("needs a GPU");
  guarded(state, [&] {
    setenv("GPU_NDARRAY_ASSEMBLE", "1", 1);
    const ndarray<float> x = operand(gpu());
    const ndarray<float> warm = x + 1.0f;
    finish_compiling();
    std::vector<double> samples;
    std::vector<double> until_compiled;
    for (auto _ : state) {
      const auto start = std::chrono::steady_clock::now();
      samples.push_back(
          first_evaluation(x, static_cast<int>(samples.size()), code_origin::assembled));
      finish_compiling();
      until_compiled.push_back(milliseconds_since(start));
      state.SetIterationTime(samples.back() * 1e-3);
    }
    report(state, samples);
    state.counters["until_compiled_ms"] = median(until_compiled);
  });
}
BENCHMARK(assembled)->Name("first_call/assembled")->Iterations(expressions)->UseManualTime();

void compiled(benchmark::State& state) {
  if (num_gpus() == 0) return state.SkipWithError("needs a GPU");
  guarded(state, [&] {
    setenv("GPU_NDARRAY_ASSEMBLE", "0", 1);
    const ndarray<float> x = operand(gpu());
    const ndarray<float> warm = x + 1.0f;
    std::vector<double> samples;
    for (auto _ : state) {
      samples.push_back(
          first_evaluation(x, static_cast<int>(samples.size()), code_origin::compiled));
      state.SetIterationTime(samples.back() * 1e-3);
    }
    report(state, samples);
  });
}
BENCHMARK(compiled)->Name("first_call/compiled")->Iterations(expressions)->UseManualTime();

/// The floor of the compiler itself: kernels that do nothing, each of a new text.
void bare(benchmark::State& state) {
  if (num_gpus() == 0) return state.SkipWithError("needs a GPU");
  guarded(state, [&] {
    std::vector<double> samples;
    for (auto _ : state) {
      const std::string name = "bare_" + std::to_string(samples.size());
      const program text{name, "extern \"C\" __global__ void " + name + "() {}\n", {}, {}};
      const auto start = std::chrono::steady_clock::now();
      static_cast<void>(load_kernel(text, gpu()));
      samples.push_back(milliseconds_since(start));
      state.SetIterationTime(samples.back() * 1e-3);
    }
    report(state, samples);
  });
}
BENCHMARK(bare)->Name("first_call/bare")->Iterations(expressions)->UseManualTime();

/// The child process: what `compiled` has left on disk. Prints milliseconds: until the device
/// answers, until the first kernel has run, then of each expression.
int evaluate_from_disk() {
  auto start = std::chrono::steady_clock::now();
  const ndarray<float> x = operand(gpu());
  gpu().synchronize();
  std::cout << milliseconds_since(start) << '\n';
  start = std::chrono::steady_clock::now();
  const ndarray<float> warm = x + 1.0f;
  gpu().synchronize();
  std::cout << milliseconds_since(start) << '\n';
  for (int n = 0; n < expressions; ++n)
    std::cout << first_evaluation(x, n, code_origin::disk) << '\n';
  return 0;
}

std::vector<double> numbers_printed_by(const std::string& command) {
  FILE* const output = popen(command.c_str(), "r");
  if (!output) throw std::runtime_error("could not run " + command);
  std::vector<double> numbers;
  double number = 0;
  while (std::fscanf(output, "%lf", &number) == 1) numbers.push_back(number);
  if (pclose(output) != 0) throw std::runtime_error("failed: " + command);
  return numbers;
}

void from_disk(benchmark::State& state) {
  if (num_gpus() == 0) return state.SkipWithError("needs a GPU");
  guarded(state, [&] {
    const std::vector<double> printed = numbers_printed_by("'" + this_program + "' --from-disk");
    if (printed.size() != expressions + 2) throw std::runtime_error("the child process failed");
    const std::vector<double> samples(printed.begin() + 2, printed.end());
    std::size_t next = 0;
    for (auto _ : state) state.SetIterationTime(samples[next++] * 1e-3);
    report(state, samples);
    state.counters["context_ms"] = printed[0];
    state.counters["first_kernel_ms"] = printed[1];
  });
}
BENCHMARK(from_disk)->Name("first_call/from_disk")->Iterations(expressions)->UseManualTime();

int run_in_own_cache(int argc, char** argv) {
  std::string folder = (std::filesystem::temp_directory_path() / "gpu-first-call-XXXXXX").string();
  if (!mkdtemp(folder.data())) throw std::runtime_error("could not make " + folder);
  setenv("GPU_NDARRAY_CACHE_DIR", folder.c_str(), 1);
  setenv("CUDA_CACHE_PATH", folder.c_str(), 1);  // NVRTC's own, which would hide what a call costs
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace gpu::bench

int main(int argc, char** argv) {
  try {
    gpu::bench::this_program = std::filesystem::canonical("/proc/self/exe").string();
    if (argc == 2 && std::string(argv[1]) == "--from-disk") return gpu::bench::evaluate_from_disk();
    return gpu::bench::run_in_own_cache(argc, argv);
  } catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
  }
}
