// SPDX-License-Identifier: BSD-3-Clause
// What is enqueued on one stream comes after what another one does to the same memory, whatever it
// is: a kernel, a library's call, a user's kernel or a copy.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

constexpr std::ptrdiff_t size = 1 << 21;
constexpr int steps = 100;

/// Each element is `steps`, once the stream that is current here has done what it was told.
ndarray<float> computed_later() {
  ndarray<float> x = gpu::zeros<float>({size});
  for (int i = 0; i < steps; ++i) x += 1.0f;
  return x;
}

class stream_order : public gpu::test::on_device {};

/// `use(x)` on another stream, where `x` is not computed yet.
template <class Use>
auto used_elsewhere(gpu::device where, const Use& use) {
  (void)computed_later();  // kernels are compiled before, not while the stream works
  ndarray<float> x = computed_later();
  gpu::stream other(where);
  const gpu::stream_guard guard(other);
  return use(x);
}

TEST_P(stream_order, kernels_read_what_another_stream_writes) {
  const auto total = [](const ndarray<float>& x) { return gpu::max(x * 2)(); };
  EXPECT_EQ(used_elsewhere(GetParam(), total), 2 * steps);
  const auto element = [](const ndarray<float>& x) {
    const ndarray<float> y = x + 1;
    return y(size - 1);
  };
  EXPECT_EQ(used_elsewhere(GetParam(), element), steps + 1);
}

TEST_P(stream_order, elements_and_copies_are_of_what_another_stream_writes) {
  const auto element = [](const ndarray<float>& x) { return x(size - 1); };
  EXPECT_EQ(used_elsewhere(GetParam(), element), steps);
  const auto on_host = [](const ndarray<float>& x) { return x.to(gpu::cpu())(size - 1); };
  EXPECT_EQ(used_elsewhere(GetParam(), on_host), steps);
  const auto copied = [](const ndarray<float>& x) {
    ndarray<float> y = x;  // shares memory until it is written
    y(0) = 7;
    return std::vector<float>{y(0), y(size - 1), x(0)};
  };
  EXPECT_EQ(used_elsewhere(GetParam(), copied), (std::vector<float>{7, steps, steps}));
}

TEST_P(stream_order, elements_are_written_after_what_another_stream_writes) {
  const auto written = [](ndarray<float>& x) {
    x(3) = 7;
    return std::vector<float>{x(3), x(4)};
  };
  EXPECT_EQ(used_elsewhere(GetParam(), written), (std::vector<float>{7, steps}));
}

TEST_P(stream_order, updates_at_indices_come_after_what_another_stream_writes) {
  const auto updated = [](ndarray<float>& x) {
    gpu::add.at(x, {0, size - 1, size - 1}, 1.0f);
    return std::vector<float>{x(0), x(1), x(size - 1)};
  };
  EXPECT_EQ(used_elsewhere(GetParam(), updated), (std::vector<float>{steps + 1, steps, steps + 2}));
}

TEST_P(stream_order, library_calls_come_after_what_another_stream_writes) {
  const auto counted = [](const ndarray<float>& x) {
    return values(gpu::histogram(x, 2, {0, 2 * steps}));
  };
  EXPECT_EQ(used_elsewhere(GetParam(), counted), (std::vector<std::int64_t>{0, size}));
  const auto middle = [](const ndarray<float>& x) { return gpu::median(x)(); };
  EXPECT_EQ(used_elsewhere(GetParam(), middle), steps);
}

TEST_P(stream_order, user_kernels_come_after_what_another_stream_writes) {
  const gpu::elementwise_kernel two("T x", "T y, T z", "y = x + 1; z = x + 2", "two_sums");
  const auto outputs = [&](const ndarray<float>& x) {
    const auto [y, z] = two(x).as<float, float>();
    return std::vector<float>{ndarray<float>(y)(size - 1), ndarray<float>(z)(size - 1)};
  };
  EXPECT_EQ(used_elsewhere(GetParam(), outputs), (std::vector<float>{steps + 1, steps + 2}));
  const gpu::elementwise_kernel last("raw T x", "T y", "y = x[x.size() - 1]", "last_element");
  const auto raw = [&](const ndarray<float>& x) {
    return ndarray<float>(last.with({.size = 1})(x))(0);
  };
  EXPECT_EQ(used_elsewhere(GetParam(), raw), steps);
  const gpu::reduction_kernel ends("raw T x, int64 at", "T y", "x[at]", "a + b", "y = a", "0",
                                   "sum_of_elements");
  const auto reduced = [&](const ndarray<float>& x) {
    return ndarray<float>(ends(x, ndarray<std::int64_t>{0, size - 1}))();
  };
  EXPECT_EQ(used_elsewhere(GetParam(), reduced), 2 * steps);
}

TEST_P(stream_order, what_another_stream_reads_is_overwritten_later) {
  (void)computed_later();
  ndarray<float> x = gpu::full<float>({size}, 1);
  ndarray<float> y = computed_later();
  y += x;  // reads x when the stream gets there
  gpu::stream other(GetParam());
  const gpu::stream_guard guard(other);
  x.fill(5);
  EXPECT_EQ(y(size - 1), steps + 1);
  EXPECT_EQ(x(size - 1), 5);
}

TEST(stream_order_of_two_gpus, copies_come_after_their_source_and_before_what_reads_them) {
  GPU_REQUIRE_DEVICES(2);
  const gpu::device_guard scope(gpu::gpu(0));
  (void)computed_later();
  const ndarray<float> x = computed_later();
  const gpu::stream other(gpu::gpu(1));
  ndarray<float> y;
  {
    const gpu::stream_guard guard(other);
    y = x.to(gpu::gpu(1));
    EXPECT_EQ(gpu::max(y)(), steps);
    y = x.to(gpu::gpu(1)) * 2;
  }
  EXPECT_EQ(gpu::min(y)(), 2 * steps);  // on the second GPU's own stream
}

INSTANTIATE_TEST_SUITE_P(each, stream_order, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
