// SPDX-License-Identifier: BSD-3-Clause
// Kernels of every skeleton, recorded and launched again.
#include "capture/replay.hpp"

namespace {

using gpu::all;
using gpu::keepdims;
using gpu::ndarray;
using gpu::range;
using gpu::test::capture_mode;
using gpu::test::expect_replay;
using gpu::test::numbers;
using axis_list = std::vector<std::ptrdiff_t>;

class recorded_skeleton : public gpu::test::on_device {
 protected:
  template <class Make>
  static void expect_replays(const char* skeleton, ndarray<float> x, const Make& make) {
    EXPECT_NE(gpu::explain(make(x)).find(skeleton), std::string::npos) << gpu::explain(make(x));
    expect_replay(x, make);
  }
};

TEST_P(recorded_skeleton, contiguous) {
  expect_replays("contiguous", numbers({100'000}),
                 [](const auto& x) { return gpu::exp(x) * 2 + 1; });
  expect_replays("contiguous", numbers({1001}), [](const auto& x) { return gpu::sqrt(x) - x; });
}

TEST_P(recorded_skeleton, rows) {
  expect_replays("rows", numbers({300, 500}),
                 [](const auto& x) { return gpu::view(x, all(), range(3, 403)) * 2; });
}

TEST_P(recorded_skeleton, tiled) {
  expect_replays("tiled", numbers({600, 600}), [](const auto& x) { return x + gpu::transpose(x); });
}

TEST_P(recorded_skeleton, strided) {
  expect_replays("strided", numbers({90, 80, 5}), [](const auto& x) {
    return gpu::view(x, range(0, 90, 2), range(0, 80, 3), range(0, 5, 2)) + 1;
  });
}

TEST_P(recorded_skeleton, interleaved) {
  expect_replays("interleaved", numbers({100'000, 4}),
                 [](const auto& x) { return gpu::view(x, all(), range(0, 3)) * 2; });
  expect_replays("interleaved", numbers({3, 100'000}),
                 [](const auto& x) { return gpu::exp(gpu::transpose(x)); });
}

TEST_P(recorded_skeleton, table) {
  const gpu::shape extents(10, 3);
  expect_replays("table", numbers(extents), [](const auto& x) {
    const auto odd = range(0, 3, 2);
    return gpu::view(x, odd, odd, odd, odd, odd, odd, odd, odd, odd, odd) * 3;
  });
}

TEST_P(recorded_skeleton, reduce_inner) {
  const auto sum = [](const auto& x) { return gpu::sum(x); };
  expect_replays("reduce_inner", numbers({1000}), sum);
  expect_replays("reduce_inner", numbers({1'000'003}), sum);
  expect_replays("reduce_inner", numbers({7, 200'000}),
                 [](const auto& x) { return gpu::max(x * x, 1); });
  expect_replays("reduce_inner", numbers({5000, 100}),
                 [](const auto& x) { return gpu::mean(x, 1); });
  expect_replays("reduce_inner", numbers({3, 100'000}),
                 [](const auto& x) { return gpu::argmax(x, 1); });
}

TEST_P(recorded_skeleton, reduce_outer) {
  expect_replays("reduce_outer", numbers({10'000, 40}),
                 [](const auto& x) { return gpu::sum(x, 0); });
  expect_replays("reduce_outer", numbers({300, 3000}),
                 [](const auto& x) { return gpu::var(x, 0); });
}

TEST_P(recorded_skeleton, reduce_pairs) {
  expect_replays("reduce_pairs", numbers({300, 40}), [](const auto& x) {
    const auto rows = gpu::view(x, all(), gpu::newaxis);
    return gpu::sum(gpu::square(rows - gpu::view(x, gpu::newaxis)), 2);
  });
}

TEST_P(recorded_skeleton, persistent_rows) {
  expect_replays("persistent_rows", numbers({500, 1000}), [](const auto& x) {
    const auto y = gpu::exp(x - gpu::max(x, 1, keepdims));
    return y / gpu::sum(y, 1, keepdims);
  });
}

TEST_P(recorded_skeleton, persistent_columns) {
  expect_replays("persistent_columns", numbers({500, 2000}), [](const auto& x) {
    const auto y = gpu::exp(x - gpu::max(x, 0, keepdims));
    return y / gpu::sum(y, 0, keepdims);
  });
}

TEST_P(recorded_skeleton, scan) {
  expect_replays("scan", numbers({1'000'000}), [](const auto& x) { return gpu::cumsum(x); });
  expect_replays("scan", numbers({300, 700}), [](const auto& x) { return gpu::cumsum(x, 1); });
  expect_replays("scan", numbers({700, 300}), [](const auto& x) { return gpu::cumprod(x, 0); });
}

TEST_P(recorded_skeleton, several_kernels_of_one_expression) {
  ndarray<float> x = numbers({4, 300'000});
  expect_replay(x, [](const auto& a) {
    const auto y = (a - gpu::mean(a, 1, keepdims)) / gpu::std(a, 1, keepdims);
    return gpu::cumsum(y, 1) + gpu::sum(y);
  });
}

TEST_P(recorded_skeleton, in_every_mode_of_capture) {
  for (const capture_mode mode :
       {capture_mode::global, capture_mode::thread_local_only, capture_mode::relaxed}) {
    ndarray<float> x = numbers({200, 5000});
    expect_replay(
        x, [](const auto& a) { return gpu::sum(gpu::exp(a) * 0.5f, 1); }, mode);
  }
}

INSTANTIATE_TEST_SUITE_P(each, recorded_skeleton, testing::Values(gpu::gpu(0)),
                         gpu::test::device_name);

}  // namespace
