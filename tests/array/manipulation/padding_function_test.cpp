// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/padding_function.hpp>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::range;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using widths_of_axis = std::array<std::ptrdiff_t, 2>;

class padding_function : public gpu::test::on_device {
 protected:
  /// NumPy's example.
  static constexpr auto pad_with_10 = [](auto line, const widths_of_axis& widths, std::ptrdiff_t) {
    gpu::view(line, range(0, widths[0])) = 10;
    gpu::view(line, range(-widths[1], line.shape(0))) = 10;
  };
};

TEST_P(padding_function, writes_the_ends_of_each_line) {
  const ndarray<int> a{{0, 1, 2}, {3, 4, 5}};
  const ndarray<int> padded = gpu::pad(a, 1, pad_with_10);
  EXPECT_EQ(padded,
            (ndarray<int>{
                {10, 10, 10, 10, 10}, {10, 0, 1, 2, 10}, {10, 3, 4, 5, 10}, {10, 10, 10, 10, 10}}));
  EXPECT_EQ(padded.device(), GetParam());
  EXPECT_EQ(a, (ndarray<int>{{0, 1, 2}, {3, 4, 5}}));
}

TEST_P(padding_function, is_called_along_the_axes_in_turn) {
  std::vector<std::ptrdiff_t> axes;
  std::vector<std::vector<int>> lines;
  const auto fill = [&](auto line, const widths_of_axis& widths, std::ptrdiff_t axis) {
    axes.push_back(axis);
    lines.push_back(values(line));
    gpu::view(line, range(0, widths[0])) = gpu::sum(line).item() + axis;
    gpu::view(line, range(line.shape(0) - widths[1], line.shape(0))) = axis - 5;
  };
  const ndarray<int> padded = gpu::pad(ndarray<int>{{0, 1}, {2, 3}}, {{1, 0}, {1, 2}}, fill);
  EXPECT_EQ(padded, (ndarray<int>{{7, 2, 4, -4, -4}, {2, 0, 1, -4, -4}, {6, 2, 3, -4, -4}}));
  EXPECT_EQ(axes, (std::vector<std::ptrdiff_t>{0, 0, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(lines[1], (std::vector{0, 0, 2}));
  EXPECT_EQ(lines[5], (std::vector{0, 2, 4, 0, 0}));
}

TEST_P(padding_function, has_a_state_of_its_own) {
  struct counter {
    int calls = 0;
    void operator()(const gpu::array_view<double>&, const widths_of_axis&, std::ptrdiff_t) {
      ++calls;
    }
  };
  counter count;
  const ndarray<double> padded = gpu::pad(gpu::ones<double>({2, 3}), {0, 1}, count);
  EXPECT_EQ(count.calls, 4 + 3);
  EXPECT_EQ(gpu::sum(padded).item(), 6);
}

TEST_P(padding_function, of_no_axes_and_of_no_elements) {
  EXPECT_EQ(gpu::pad(ndarray<int>(3), 1, pad_with_10).item(), 3);
  EXPECT_EQ(gpu::pad(gpu::zeros<int>({0, 2}), {{0, 0}, {1, 1}}, pad_with_10).shape(),
            (shape{0, 4}));
}

TEST_P(padding_function, refuses_wrong_widths) {
  const ndarray<int> a{1, 2, 3};
  EXPECT_EQ(message_of<gpu::value_error>([&] { (void)gpu::pad(a, -1, pad_with_10); }),
            "index can't contain negative values");
  EXPECT_THROW((void)gpu::pad(a, {{1, 1}, {2, 2}}, pad_with_10), gpu::shape_error);
  EXPECT_THROW(
      (void)gpu::pad(a, 1, [](auto, const auto&, auto) { throw std::runtime_error("no"); }),
      std::runtime_error);
  EXPECT_EQ(values(a), (std::vector{1, 2, 3}));
}

INSTANTIATE_TEST_SUITE_P(devices, padding_function, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
