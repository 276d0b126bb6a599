// SPDX-License-Identifier: BSD-3-Clause
// Operands that no reduction depends on, only the elements that are written: gains, biases,
// residuals and masks, against the same functions one by one on the host.
#include <gpu/gpu.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "support/device.hpp"

namespace {

using gpu::keepdims;
using gpu::ndarray;
using gpu::range;
using gpu::shape;
using gpu::view;
using gpu::placeholders::_;
using axis_list = std::vector<std::ptrdiff_t>;

template <class E>
auto computed(const E& value) {
  return ndarray<typename E::value_type>(value);
}

/// What every step goes through: nothing, or memory.
constexpr auto fused = [](const auto& value) { return value; };
constexpr auto stepwise = [](const auto& value) { return computed(value); };

template <class X, class Step>
auto normalised(const X& x, const axis_list& axes, Step step) {
  const auto centred = step(x - step(gpu::mean(x, axes, keepdims)));
  const auto variance = step(gpu::mean(step(gpu::square(centred)), axes, keepdims));
  return step(centred / step(gpu::sqrt(step(variance + 1))));
}
template <class X, class Gain, class Bias, class Step>
auto layer_norm(const X& x, const Gain& gain, const Bias& bias, const axis_list& axes, Step step) {
  return step(step(normalised(x, axes, step) * gain) + bias);
}
template <class X, class Step>
auto softmax(const X& x, const axis_list& axes, Step step) {
  const auto y = step(gpu::exp(step(x - step(gpu::max(x, axes, keepdims)))));
  return step(y / step(gpu::sum(y, axes, keepdims)));
}

class late_operands : public gpu::test::on_device {
 protected:
  /// Numbers from -2.5 to 2.5, of integers from -5 to 5, in no order.
  template <class T>
  static ndarray<T> drawn(const shape& extents, int seed = 0) {
    std::vector<T> all;
    for (std::ptrdiff_t i = 0; i < gpu::element_count(extents); ++i) {
      const int value = static_cast<int>((i * 7 + i / 11 + i / 143 + seed) % 11) - 5;
      if constexpr (std::is_integral_v<T>)
        all.push_back(static_cast<T>(value));
      else
        all.push_back(T(static_cast<float>(value) / 2));
    }
    return gpu::from_host(all.data(), extents);
  }
  static ndarray<bool> drawn_mask(const shape& extents) {
    return ndarray<bool>(drawn<int>(extents, 3) > 0);
  }

  template <class X>
  static auto on_host(const X& x) {
    return computed(x.copy_to(gpu::cpu()));
  }
  template <class A, class B>
  static void expect_close(const A& found, const B& wanted, double tolerance = 1e-5) {
    EXPECT_TRUE(gpu::allclose(on_host(found), wanted, tolerance, tolerance, true));
  }

  /// The layer norm of `x`, with a gain and a bias for each place along `axes`; and the softmax
  /// with a residual and a mask.
  template <class T>
  static void check(const ndarray<T>& x, const axis_list& axes, double tolerance = 1e-5) {
    SCOPED_TRACE(testing::PrintToString(std::vector(x.shape().begin(), x.shape().end())) +
                 " along " + testing::PrintToString(axes));
    shape along(x.ndim(), 1);
    for (const std::ptrdiff_t axis : axes)
      along[static_cast<std::size_t>(axis)] = x.shape(static_cast<std::size_t>(axis));
    const auto gain = drawn<T>(along, 1);
    const auto bias = drawn<T>(along, 5);
    expect_close(computed(layer_norm(x, gain, bias, axes, fused)),
                 layer_norm(on_host(x), on_host(gain), on_host(bias), axes, stepwise), tolerance);
    const auto residual = drawn<T>(x.shape(), 2);
    const auto mask = drawn_mask(x.shape());
    const auto zero = computed(softmax(on_host(x), axes, stepwise) * 0);
    const auto kept =
        computed(gpu::where(on_host(mask), softmax(on_host(x), axes, stepwise), zero));
    expect_close(computed(gpu::where(mask, softmax(x, axes, fused), 0) + residual),
                 computed(kept + on_host(residual)), tolerance);
  }
};

TEST_P(late_operands, of_rows_of_every_length) {
  for (const std::ptrdiff_t columns : {1, 2, 3, 31, 32, 33, 64, 100, 129, 1000, 1024, 1025, 4100})
    for (const std::ptrdiff_t rows : {1, 7, 300}) {
      check(drawn<float>({rows, columns}), {1});
      if (HasFailure()) return;
    }
}

TEST_P(late_operands, of_rows_that_end_within_a_vector) {
  for (const std::ptrdiff_t n : {1, 5, 1001, 4097, 16383}) check(drawn<float>({n}), {0});
}

TEST_P(late_operands, of_rows_that_blocks_share) {
  check(drawn<float>({5, 16383}), {1});
  check(drawn<float>({5, 16382}), {1});
  check(drawn<double>({5, 16384}), {1}, 1e-12);
}

TEST_P(late_operands, of_columns_of_every_length) {
  for (const std::ptrdiff_t columns : {1, 2, 31, 32, 33, 400})
    for (const std::ptrdiff_t rows : {2, 127, 1000, 2048, 2049, 3000}) {
      check(drawn<float>({rows, columns}), {0});
      if (HasFailure()) return;
    }
}

TEST_P(late_operands, along_any_axes) {
  for (const axis_list& axes : {axis_list{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}})
    check(drawn<float>({12, 35, 66}), axes);
}

TEST_P(late_operands, of_every_kind_of_dtype) {
  for (const std::ptrdiff_t columns : {33, 64}) {
    for (const axis_list& axes : {axis_list{0}, {1}}) {
      check(drawn<gpu::float16>({127, columns}), axes, 8e-3);
      check(drawn<double>({300, columns}), axes, 1e-12);
      check(drawn<int>({127, columns}), axes, 1e-12);
    }
  }
}

TEST_P(late_operands, of_views) {
  const ndarray<float> x = drawn<float>({300, 132});
  const ndarray<float> wide = drawn<float>({264, 301}, 4);
  const auto gain = view(wide, range(_, _, 2), range(1, _)).transpose();
  const auto bias = view(wide, range(132, _), range(_, 0, -1)).transpose();
  for (const axis_list& axes : {axis_list{0}, {1}})
    expect_close(
        computed(layer_norm(x, gain, bias, axes, fused)),
        layer_norm(on_host(x), on_host(computed(gain)), on_host(computed(bias)), axes, stepwise));
}

/// Nine arrays of which a thread would have to hold elements: each pass reads them again.
TEST_P(late_operands, of_rows_that_are_read_again) {
  for (const std::ptrdiff_t columns : {33, 1000, 6000}) {
    std::vector<ndarray<float>> parts;
    for (int i = 0; i < 9; ++i) parts.push_back(drawn<float>({40, columns}, i));
    gpu::expression<float> x = parts[0] + parts[1];
    ndarray<float> sum = on_host(parts[0]) + on_host(parts[1]);
    for (std::size_t i = 2; i < parts.size(); ++i) {
      x = x + parts[i];
      sum = sum + on_host(parts[i]);
    }
    const ndarray<float> gain = drawn<float>({columns}, 1);
    const ndarray<float> residual = drawn<float>({40, columns}, 6);
    expect_close(computed(layer_norm(x, gain, residual, {1}, fused)),
                 layer_norm(sum, on_host(gain), on_host(residual), {1}, stepwise), 1e-4);
  }
}

TEST_P(late_operands, that_are_computed_from_indices) {
  const ndarray<float> x = drawn<float>({200, 200});
  for (const axis_list& axes : {axis_list{0}, {1}})
    expect_close(computed(gpu::tril(softmax(x, axes, fused))),
                 computed(gpu::tril(softmax(on_host(x), axes, stepwise))));
}

TEST_P(late_operands, beside_results_of_rows) {
  const ndarray<float> x = drawn<float>({70, 500});
  const ndarray<float> gain = drawn<float>({500}, 1);
  for (const std::ptrdiff_t axis : {0, 1}) {
    const auto mean = gpu::mean(x, axis, keepdims);
    const auto [scaled, means, centred] = gpu::fuse((x - mean) * gain, mean, x - mean);
    const ndarray<float> wanted = gpu::mean(on_host(x), axis, keepdims);
    const ndarray<float> difference = on_host(x) - wanted;
    expect_close(means, wanted);
    expect_close(centred, difference);
    expect_close(scaled, computed(difference * on_host(gain)));
  }
}

TEST_P(late_operands, that_are_overwritten_in_place) {
  for (const shape& extents : {shape{300, 1000}, {50, 31}, {5, 16383}})
    for (const axis_list& axes : {axis_list{0}, {1}}) {
      const ndarray<float> x = drawn<float>(extents);
      const ndarray<float> bias = drawn<float>({extents[1]}, 5);
      ndarray<float> gain = drawn<float>(extents, 1);
      const ndarray<float> wanted =
          layer_norm(on_host(x), on_host(gain), on_host(bias), axes, stepwise);
      view(gain) = layer_norm(x, gain, bias, axes, fused);
      expect_close(gain, wanted);
      ndarray<float> product = drawn<float>(extents, 1);
      product *= normalised(x, axes, fused);
      expect_close(product, computed(normalised(on_host(x), axes, stepwise) *
                                     on_host(drawn<float>(extents, 1))));
      ndarray<float> y = drawn<float>(extents);
      y = layer_norm(y, y, bias, axes, fused);
      expect_close(y, layer_norm(on_host(x), on_host(x), on_host(bias), axes, stepwise));
      ndarray<float> z = drawn<float>(extents);
      view(z) = layer_norm(z, bias, bias, axes, fused);
      expect_close(z, layer_norm(on_host(x), on_host(bias), on_host(bias), axes, stepwise));
    }
}

TEST_P(late_operands, that_are_a_part_of_what_is_overwritten) {
  for (const std::ptrdiff_t rows : {60, 700}) {
    ndarray<float> x = drawn<float>({rows, 600});
    const ndarray<float> host = on_host(x);
    const ndarray<float> gain = view(host, 3);
    view(x) = layer_norm(x, view(x, 3), view(x, rows - 1), {1}, fused);
    expect_close(x, layer_norm(host, gain, ndarray<float>(view(host, rows - 1)), {1}, stepwise));
    ndarray<float> y = drawn<float>({rows, 600});
    view(y) = normalised(y, {0}, fused) * view(y, range(_, _, -1));
    expect_close(y, computed(normalised(host, {0}, stepwise) * view(host, range(_, _, -1))));
  }
}

TEST_P(late_operands, are_read_by_the_one_kernel) {
  const ndarray<float> gain = gpu::ones<float>({1000});
  const ndarray<float> column = gpu::ones<float>({1900, 1});
  const std::uint64_t one = GetParam().is_gpu() ? 1 : 0;
  const auto expect_one_launch = [&](const auto& value) {
    const std::uint64_t before = gpu::launches();
    const ndarray<float> result = value;
    EXPECT_EQ(gpu::launches() - before, one);
  };
  const ndarray<float> x = gpu::ones<float>({1900, 1000});
  expect_one_launch(layer_norm(x, gain, gain, {1}, fused));
  expect_one_launch(layer_norm(x, column, column, {0}, fused));
  expect_one_launch(gpu::where(x > 0, softmax(x, {0}, fused), 0) + column);
}

INSTANTIATE_TEST_SUITE_P(, late_operands, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
