// SPDX-License-Identifier: BSD-3-Clause
// Arrays joined, repeated and moved, and .npy files. CuPy: cupy.concatenate((a, b)), cupy.tile(a,
// 16), cupy.roll(a, 12345), cupy.load(path).
//
// Results have 2^28 elements, or are matrices of about 16384 x 16384. Bytes are those of the
// operands that are needed, read once, and of the result.
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>

#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

constexpr std::ptrdiff_t large = std::ptrdiff_t{1} << 28;
constexpr std::ptrdiff_t half = large / 2;
constexpr std::ptrdiff_t side = std::ptrdiff_t{1} << 14;
constexpr std::ptrdiff_t shift = 12345;
constexpr int short_batches = 10;

/// Times `work`, which returns an expression or an array, after `right(its value, a position)` held
/// at some positions. `bytes_read` are those of the operands.
template <class Work, class Right>
void measure(benchmark::State& state, double bytes_read, Work work, Right right) {
  double bytes = bytes_read;
  {
    const ndarray<float> result = work();
    bytes += static_cast<double>(result.size_bytes());
    const ndarray<float> flat = ravel(result);
    for_some_positions(flat.shape(0), [&](std::ptrdiff_t k) {
      if (flat(k) != right(k)) throw std::runtime_error(text_of("wrong result at element ", k));
    });
  }
  const auto again = [&] { const ndarray<float> result = work(); };
  (void)first_launches(again);
  time_throughput(state, bytes, again);
}

ndarray<float> some(std::ptrdiff_t size, std::int32_t seed = 0) {
  return noise<float>(size, bench_device(), seed);
}
double bytes_of(std::ptrdiff_t size) {
  return 4.0 * static_cast<double>(size);
}

void concatenate_halves(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> a = some(half);
    const ndarray<float> b = some(half, 5);
    measure(
        state, bytes_of(large),
        [&] {
          return concatenate({a, b});
        },
        [&](std::ptrdiff_t k) { return k < half ? a(k) : b(k - half); });
  });
}

void concatenate_expressions(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> a = some(half);
    const ndarray<float> b = some(half, 5);
    const ndarray<float> c = some(half, 6);
    const ndarray<float> d = some(half, 7);
    measure(
        state, bytes_of(2 * large), [&] { return concatenate(xtuple(a + b, c * d)) * 2.0f; },
        [&](std::ptrdiff_t k) {
          return k < half ? (a(k) + b(k)) * 2 : c(k - half) * d(k - half) * 2;
        });
  });
}

void stack_halves(benchmark::State& state) {
  guarded(state, [&] {
    const std::ptrdiff_t axis = state.range(0);
    const ndarray<float> a = some(half);
    const ndarray<float> b = some(half, 5);
    measure(
        state, bytes_of(large),
        [&] {
          return stack({a, b}, axis);
        },
        [&](std::ptrdiff_t k) {
          if (axis == 0) return k < half ? a(k) : b(k - half);
          return k % 2 == 0 ? a(k / 2) : b(k / 2);
        });
  });
}

void tile_vector(benchmark::State& state) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t count = 16;
    const ndarray<float> a = some(large / count);
    measure(
        state, bytes_of(large / count), [&] { return tile(a, {count}); },
        [&](std::ptrdiff_t k) { return a(k % (large / count)); });
  });
}

void repeat_elements(benchmark::State& state) {
  guarded(state, [&] {
    constexpr std::ptrdiff_t count = 4;
    const ndarray<float> a = some(large / count);
    measure(
        state, bytes_of(large / count), [&] { return repeat(a, count); },
        [&](std::ptrdiff_t k) { return a(k / count); });
  });
}

void roll_vector(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> a = some(large);
    measure(
        state, bytes_of(large), [&] { return roll(a, shift); },
        [&](std::ptrdiff_t k) { return a((k + large - shift) % large); });
  });
}

void pad_matrix(benchmark::State& state, pad_mode mode) {
  guarded(state, [&] {
    const ndarray<float> m = reshape(some(side * side), {side, side});
    measure(
        state, bytes_of(side * side), [&] { return pad(m, 1, mode); },
        [&](std::ptrdiff_t k) {
          const auto inside = [&](std::ptrdiff_t i) {
            return i < 0 ? -i : i < side ? i : 2 * (side - 1) - i;
          };
          const std::ptrdiff_t row = k / (side + 2) - 1;
          const std::ptrdiff_t column = k % (side + 2) - 1;
          const bool is_border = inside(row) != row || inside(column) != column;
          return is_border && mode == pad_mode::constant ? 0.0f : m(inside(row), inside(column));
        });
  });
}

void lower_triangle(benchmark::State& state) {
  guarded(state, [&] {
    const ndarray<float> m = reshape(some(side * side), {side, side});
    measure(
        state, bytes_of(side * (side + 1) / 2), [&] { return tril(m); },
        [&](std::ptrdiff_t k) { return k % side <= k / side ? m(k / side, k % side) : 0.0f; });
  });
}

/// A file of 2^28 elements, which is removed in the end.
struct temporary_file {
  temporary_file()
      : path(std::filesystem::temp_directory_path() / text_of("gpu_bench_", getpid(), ".npy")) {}
  ~temporary_file() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;

  const std::filesystem::path path;
};

/// The host's clock, one call for each batch: the file stays in the memory of the system.
template <class Work>
void measure_file(benchmark::State& state, Work work) {
  std::vector<double> samples;
  for (auto _ : state) {
    samples.push_back(host_seconds(bench_device(), 1, work));
    state.SetIterationTime(samples.back());
  }
  state.counters["median_us"] = median(samples) * 1e6;
  state.counters["GB/s"] = bytes_of(large) / median(samples) * 1e-9;
}

void save_file(benchmark::State& state) {
  guarded(state, [&] {
    const temporary_file file;
    const ndarray<float> a = some(large);
    save_npy(file.path, a);
    measure_file(state, [&] { save_npy(file.path, a); });
  });
}

void load_file(benchmark::State& state) {
  guarded(state, [&] {
    const temporary_file file;
    const ndarray<float> a = some(large);
    save_npy(file.path, a);
    const auto loaded = [&] { return load_npy<float>(file.path, bench_device()); };
    if (!array_equal(loaded(), a)) throw std::runtime_error("other elements were loaded");
    measure_file(state, [&] { const ndarray<float> again = loaded(); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(short_batches)->UseManualTime();
}
void configure_file(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(3)->UseManualTime();
}
void configure_axes(benchmark::internal::Benchmark* benchmark) {
  configure(benchmark->Arg(0)->Arg(1));
}
BENCHMARK(concatenate_halves)->Name("joining/concatenate")->Apply(configure);
BENCHMARK(concatenate_expressions)->Name("joining/concatenate_expressions")->Apply(configure);
BENCHMARK(stack_halves)->Name("joining/stack")->Apply(configure_axes);
BENCHMARK(tile_vector)->Name("joining/tile")->Apply(configure);
BENCHMARK(repeat_elements)->Name("joining/repeat")->Apply(configure);
BENCHMARK(roll_vector)->Name("joining/roll")->Apply(configure);
BENCHMARK_CAPTURE(pad_matrix, constant, pad_mode::constant)
    ->Name("joining/pad_constant")
    ->Apply(configure);
BENCHMARK_CAPTURE(pad_matrix, reflect, pad_mode::reflect)
    ->Name("joining/pad_reflect")
    ->Apply(configure);
BENCHMARK(lower_triangle)->Name("joining/tril")->Apply(configure);
BENCHMARK(save_file)->Name("file/save_npy")->Apply(configure_file);
BENCHMARK(load_file)->Name("file/load_npy")->Apply(configure_file);

}  // namespace
}  // namespace gpu::bench
