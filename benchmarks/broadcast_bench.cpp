// SPDX-License-Identifier: BSD-3-Clause
// Operands that are walked in another way than the result. CuPy: m + row, m + column[:, None],
// cupy.ascontiguousarray(m.T).
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

void add_row(benchmark::State& state) {
  guarded(state, [&] {
    const matrix m(state);
    const ndarray<float> row = noise<float>(m.side, bench_device(), 77);
    const auto& a = m.elements;
    m.check(a + row, [&](auto i, auto j) { return a(i, j) + row(j); });
    measure_throughput(state, m.bytes(), [&] { const ndarray<float> result = a + row; });
  });
}

void add_column(benchmark::State& state) {
  guarded(state, [&] {
    const matrix m(state);
    ndarray<float> column = noise<float>(m.side, bench_device(), 77);
    column.reshape({m.side, 1});
    const ndarray<float>& c = column;
    const auto& a = m.elements;
    m.check(a + c, [&](auto i, auto j) { return a(i, j) + c(i, 0); });
    measure_throughput(state, m.bytes(), [&] { const ndarray<float> result = a + c; });
  });
}

void transposed_copy(benchmark::State& state) {
  guarded(state, [&] {
    const matrix m(state);
    const auto& a = m.elements;
    m.check(transpose(a), [&](auto i, auto j) { return a(j, i); });
    measure_throughput(state, m.bytes(), [&] { const ndarray<float> result = transpose(a); });
  });
}

void configure(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(16384)->Iterations(throughput_batches)->UseManualTime();
}
BENCHMARK(add_row)->Name("add_row/float32")->Apply(configure);
BENCHMARK(add_column)->Name("add_column/float32")->Apply(configure);
BENCHMARK(transposed_copy)->Name("transposed_copy/float32")->Apply(configure);

}  // namespace
}  // namespace gpu::bench
