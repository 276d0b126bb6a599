// SPDX-License-Identifier: BSD-3-Clause
// A matrix of either layout and a row or a column. CuPy: m + row, m + column[:, None], m.T + row.
#include "sample_data.hpp"
#include "throughput.hpp"

namespace gpu::bench {
namespace {

struct matrix {
  explicit matrix(const benchmark::State& state)
      : side(static_cast<std::ptrdiff_t>(state.range(0))),
        elements(noise<float>(side * side, bench_device())) {
    elements.reshape({side, side});
  }

  /// Checks some elements of `result` against `wanted(row, column)`.
  template <class Wanted>
  void check(const ndarray<float>& result, Wanted wanted) const {
    for_some_positions(side * side, [&](std::ptrdiff_t i) {
      const std::ptrdiff_t row = i / side;
      const std::ptrdiff_t column = i % side;
      require_close(result(row, column), wanted(row, column), 0, i);
    });
  }
  [[nodiscard]] double bytes() const { return 8.0 * static_cast<double>(side * side); }

  std::ptrdiff_t side;
  ndarray<float> elements;
};

/// Times the sum of the matrix, or its transpose, and a row or a column, into a new array in C
/// order.
template <class Wanted>
void measure_sum(benchmark::State& state, bool is_column, bool is_transposed, Wanted wanted) {
  guarded(state, [&] {
    const matrix m(state);
    ndarray<float> line = noise<float>(m.side, bench_device(), 77);
    if (is_column) line.reshape({m.side, 1});
    const auto& a = m.elements;
    const auto sum = [&]() -> ndarray<float> {
      if (is_transposed) return transpose(a) + line;
      return a + line;
    };
    const ndarray<float> host_line = reshape(line, {-1});
    m.check(sum(), [&](auto i, auto j) { return wanted(a, host_line, i, j); });
    measure_throughput(state, m.bytes(), [&] { const ndarray<float> result = sum(); });
  });
}

void add_row(benchmark::State& state) {
  measure_sum(state, false, false,
              [](auto& a, auto& line, auto i, auto j) { return a(i, j) + line(j); });
}
void add_column(benchmark::State& state) {
  measure_sum(state, true, false,
              [](auto& a, auto& line, auto i, auto j) { return a(i, j) + line(i); });
}
void transposed_add_row(benchmark::State& state) {
  measure_sum(state, false, true,
              [](auto& a, auto& line, auto i, auto j) { return a(j, i) + line(j); });
}
void transposed_add_column(benchmark::State& state) {
  measure_sum(state, true, true,
              [](auto& a, auto& line, auto i, auto j) { return a(j, i) + line(i); });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(16384)->Iterations(throughput_batches)->UseManualTime();
}
BENCHMARK(add_row)->Name("add_row/float32")->Apply(configure);
BENCHMARK(add_column)->Name("add_column/float32")->Apply(configure);
BENCHMARK(transposed_add_row)->Name("transposed_add_row/float32")->Apply(configure);
BENCHMARK(transposed_add_column)->Name("transposed_add_column/float32")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
