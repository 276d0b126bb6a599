// SPDX-License-Identifier: BSD-3-Clause
// Windows and strides: what NumPy gives, without moving memory.
#include <gpu/array/indexing/stride_tricks.hpp>

#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/explained_kernels.hpp"
#include "support/values.hpp"

namespace {

using gpu::as_strided;
using gpu::ndarray;
using gpu::shape;
using gpu::sliding_window_view;
using gpu::test::kernels_of;
using gpu::test::message_of;
using gpu::test::values;

class stride_tricks : public gpu::test::on_device {
 protected:
  /// 0 ... 11 of shape (3, 4).
  static ndarray<int> matrix() {
    ndarray<int> a = gpu::arange<int>(12);
    a.reshape({3, 4});
    return a;
  }
};

TEST_P(stride_tricks, windows_of_all_axes) {
  const std::vector expected = {0, 1, 2, 4, 5, 6,  1, 2, 3, 5, 6,  7,
                                4, 5, 6, 8, 9, 10, 5, 6, 7, 9, 10, 11};
  const auto windows = sliding_window_view(matrix(), {2, 3});
  EXPECT_EQ(windows.shape(), (shape{2, 2, 2, 3}));
  EXPECT_EQ(values(windows), expected);
  EXPECT_EQ(values(sliding_window_view(matrix() + 0, {2, 3})), expected);
  EXPECT_EQ(values(ndarray<int>(windows)), expected);
  EXPECT_EQ(values(sliding_window_view(gpu::flip(gpu::transpose(matrix()), 0), {2, 3})),
            (std::vector{3, 7, 11, 2, 6, 10, 2, 6, 10, 1, 5, 9, 1, 5, 9, 0, 4, 8}));
}

TEST_P(stride_tricks, windows_of_some_axes) {
  const auto of_rows = sliding_window_view(matrix(), 2, 1);
  EXPECT_EQ(of_rows.shape(), (shape{3, 3, 2}));
  EXPECT_EQ(values(of_rows),
            (std::vector{0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 9, 10, 10, 11}));
  const auto of_columns = sliding_window_view(matrix() * 1, 2, -2);
  EXPECT_EQ(of_columns.shape(), (shape{2, 4, 2}));
  EXPECT_EQ(values(of_columns), (std::vector{0, 4, 1, 5, 2, 6, 3, 7, 4, 8, 5, 9, 6, 10, 7, 11}));
  const auto twice = sliding_window_view(matrix(), {2, 2}, {1, -1});
  EXPECT_EQ(twice.shape(), (shape{3, 2, 2, 2}));
  EXPECT_EQ(values(twice), (std::vector{0, 1, 1, 2, 1, 2, 2, 3,  4, 5,  5,  6,
                                        5, 6, 6, 7, 8, 9, 9, 10, 9, 10, 10, 11}));
}

TEST_P(stride_tricks, windows_without_elements_and_of_no_axes) {
  EXPECT_EQ(sliding_window_view(matrix(), {0, 1}).shape(), (shape{4, 4, 0, 1}));
  EXPECT_EQ(values(sliding_window_view(matrix(), {0, 1})), std::vector<int>());
  EXPECT_EQ(sliding_window_view(gpu::zeros<float>({0, 3}), 2, 1).shape(), (shape{0, 2, 2}));
  EXPECT_EQ(values(sliding_window_view(ndarray<int>(7), shape())), std::vector{7});
}

TEST_P(stride_tricks, reductions_of_windows_are_one_kernel) {
  const ndarray<double> x = {1.5, -2, 4, 0.25, 8};
  const auto moving = gpu::max(sliding_window_view(x, 3), -1);
  EXPECT_EQ(kernels_of(moving), "1 kernel");
  EXPECT_EQ(values(moving), (std::vector{4.0, 4.0, 8.0}));
  const ndarray<double> sums = gpu::sum(sliding_window_view(x * 2, 3), -1) / 2.0;
  EXPECT_EQ(values(sums), (std::vector{3.5, 2.25, 12.25}));
}

TEST_P(stride_tricks, an_array_takes_the_values_of_its_own_windows) {
  ndarray<int> x = gpu::arange<int>(5);
  x = gpu::sum<int>(sliding_window_view(x, 2), -1);
  EXPECT_EQ(values(x), (std::vector{1, 3, 5, 7}));
}

TEST_P(stride_tricks, refuses_windows_that_do_not_fit) {
  const auto windows = [](const shape& window) {
    static_cast<void>(sliding_window_view(matrix(), window));
  };
  const auto along = [](const shape& window, const std::vector<std::ptrdiff_t>& axes) {
    static_cast<void>(sliding_window_view(matrix(), window, axes));
  };
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              windows({-1, 1});
            }),
            "`window_shape` cannot contain negative values, as in (-1, 1)");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              windows({4, 1});
            }),
            "window shape cannot be larger than input array shape: window (4, 1), array (3, 4)");
  EXPECT_EQ(message_of<gpu::value_error>([&] { windows({2}); }),
            "Since axis is `None`, must provide window_shape for all dimensions of `x`; got 1 "
            "window_shape elements and `x.ndim` is 2.");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              along({2, 2}, {0});
            }),
            "Must provide matching length window_shape and axis; got 2 window_shape elements and 1 "
            "axes elements.");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { along({2}, {2}); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              along({3, 3}, {1, 1});
            }),
            "window shape cannot be larger than input array shape: window (3, 3), array (3, 4)");
}

TEST_P(stride_tricks, as_strided_counts_elements_in_c_order) {
  const std::vector expected = {0, 3, 6, 1, 4, 7, 2, 5, 8};
  EXPECT_EQ(values(as_strided(matrix(), {3, 3}, {1, 3})), expected);
  EXPECT_EQ(values(as_strided(matrix() + 0, {3, 3}, {1, 3})), expected);
  EXPECT_EQ(values(as_strided(matrix() + 0, {3, 3}, {1, 3}) + 1),
            (std::vector{1, 4, 7, 2, 5, 8, 3, 6, 9}));
  EXPECT_EQ(values(as_strided(gpu::transpose(matrix()), {3}, {5})), (std::vector{0, 9, 7}));
  EXPECT_EQ(values(as_strided(matrix(), {2, 2}, {0, 11})), (std::vector{0, 11, 0, 11}));
  EXPECT_EQ(values(as_strided(matrix(), {}, {})), std::vector{0});
  EXPECT_EQ(as_strided(matrix(), {0, 5}, {1000, -1000}).shape(), (shape{0, 5}));
  EXPECT_EQ(values(as_strided(ndarray<std::complex<float>>({{1, 2}, 3}), {2}, {1}))[0],
            (std::complex<float>{1, 2}));
}

TEST_P(stride_tricks, as_strided_writes_through) {
  ndarray<int> a = matrix();
  const ndarray<int> before = a;
  as_strided(a, {3}, {5}) = -1;
  EXPECT_EQ(values(a), (std::vector{-1, 1, 2, 3, 4, -1, 6, 7, 8, 9, -1, 11}));
  as_strided(a, {2, 2}, {2, 1}) = ndarray<int>{{20, 21}, {22, 23}};
  EXPECT_EQ(values(a), (std::vector{20, 21, 22, 23, 4, -1, 6, 7, 8, 9, -1, 11}));
  EXPECT_EQ(values(before), values(matrix()));
}

TEST_P(stride_tricks, as_strided_stays_within_the_array) {
  const auto view = [](const shape& extents, const shape& strides) {
    static_cast<void>(as_strided(matrix(), extents, strides));
  };
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              view({3, 2}, {5, 2});
            }),
            "as_strided: shape (3,2) with strides (5,2) reaches from element 0 to element 12, "
            "outside of an array of 12 elements");
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              view({2, 2}, {1, -2});
            }),
            "as_strided: shape (2,2) with strides (1,-2) reaches from element -2 to element 1, "
            "outside of an array of 12 elements");
  EXPECT_EQ(message_of<gpu::index_error>([&] { view({3}, {PTRDIFF_MAX}); }),
            "as_strided: shape (3,) with strides (9223372036854775807,) reaches outside of an "
            "array of 12 elements");
  EXPECT_EQ(message_of<gpu::index_error>(
                [] { static_cast<void>(as_strided(gpu::zeros<int>({0}), {1}, {1})); }),
            "as_strided: shape (1,) with strides (1,) reaches from element 0 to element 0, outside "
            "of an array of 0 elements");
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              view({2}, {1, 2});
            }),
            "mismatch in length of strides and shape: 2 and 1");
  EXPECT_THROW(view({-1}, {1}), gpu::value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, stride_tricks, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
