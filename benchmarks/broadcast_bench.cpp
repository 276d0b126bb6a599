// SPDX-License-Identifier: BSD-3-Clause
// A matrix of either layout and a row or a column. CuPy: m + row, m + column[:, None], m.T + row.
//
// m.T is a matrix of column-major layout. Results are in C order: that of m.T + row transposes. One
// in column-major layout, as other libraries make it, is the transpose of an array in C order:
// (m.T + row).T is computed without transposing.
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

/// Which of m and the sum are transposed.
enum class transposed { none, matrix, both };

/// Times the sum of the matrix and a row or a column, into a new array.
template <class Wanted>
void measure_sum(benchmark::State& state, bool is_column, transposed which, Wanted wanted) {
  guarded(state, [&] {
    const matrix m(state);
    ndarray<float> line = noise<float>(m.side, bench_device(), 77);
    if (is_column) line.reshape({m.side, 1});
    const auto& a = m.elements;
    const auto sum = [&]() -> ndarray<float> {
      if (which == transposed::none) return a + line;
      if (which == transposed::matrix) return transpose(a) + line;
      return transpose(transpose(a) + line);
    };
    const ndarray<float> host_line = reshape(line, {-1});
    m.check(sum(), [&](auto i, auto j) { return wanted(a, host_line, i, j); });
    measure_throughput(state, m.bytes(), [&] { const ndarray<float> result = sum(); });
  });
}

void add_row(benchmark::State& state) {
  measure_sum(state, false, transposed::none,
              [](auto& a, auto& line, auto i, auto j) { return a(i, j) + line(j); });
}
void add_column(benchmark::State& state) {
  measure_sum(state, true, transposed::none,
              [](auto& a, auto& line, auto i, auto j) { return a(i, j) + line(i); });
}
void column_major_add_row(benchmark::State& state) {
  measure_sum(state, false, transposed::both,
              [](auto& a, auto& line, auto i, auto j) { return a(i, j) + line(i); });
}
void column_major_add_column(benchmark::State& state) {
  measure_sum(state, true, transposed::both,
              [](auto& a, auto& line, auto i, auto j) { return a(i, j) + line(j); });
}
void transposed_add_row(benchmark::State& state) {
  measure_sum(state, false, transposed::matrix,
              [](auto& a, auto& line, auto i, auto j) { return a(j, i) + line(j); });
}
void transposed_add_column(benchmark::State& state) {
  measure_sum(state, true, transposed::matrix,
              [](auto& a, auto& line, auto i, auto j) { return a(j, i) + line(i); });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(16384)->Iterations(throughput_batches)->UseManualTime();
}
BENCHMARK(add_row)->Name("add_row/float32")->Apply(configure);
BENCHMARK(add_column)->Name("add_column/float32")->Apply(configure);
BENCHMARK(column_major_add_row)->Name("column_major_add_row/float32")->Apply(configure);
BENCHMARK(column_major_add_column)->Name("column_major_add_column/float32")->Apply(configure);
BENCHMARK(transposed_add_row)->Name("transposed_add_row/float32")->Apply(configure);
BENCHMARK(transposed_add_column)->Name("transposed_add_column/float32")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
