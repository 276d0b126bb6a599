// SPDX-License-Identifier: BSD-3-Clause
// `put`, `place` and their like write through what shows an array: the values are NumPy's.
#include <gpu/array/indexing/put.hpp>

#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::ndarray;
using gpu::range;
using gpu::reshape_view;
using gpu::transpose;
using gpu::view;
using gpu::placeholders::_;
using gpu::test::message_of;
using gpu::test::values;

using ints = std::vector<int>;

class written_views : public gpu::test::on_device {
 protected:
  static ndarray<int> counted(const gpu::shape& extents) {
    ndarray<int> a = gpu::arange<int>(gpu::element_count(extents));
    a.reshape(extents);
    return a;
  }
  ndarray<int> a_ = counted({2, 3});
};

TEST_P(written_views, put) {
  const ndarray<int> before = a_;
  gpu::put(transpose(a_), {0, 1, -1}, {7, 8, 9});
  EXPECT_EQ(values(a_), (ints{7, 1, 2, 8, 4, 9}));
  gpu::put(gpu::diagonal(a_), {1}, 77);
  gpu::put(view(transpose(a_), 1), {1}, {55});
  EXPECT_EQ(values(a_), (ints{7, 1, 2, 8, 55, 9}));
  gpu::put(reshape_view(a_, {3, 2}), {5, 0}, {1, 2});
  gpu::put(gpu::flip(a_), {0}, {-5});
  gpu::put(gpu::ravel(a_), {3}, -7);
  EXPECT_EQ(values(a_), (ints{2, 1, 2, -7, 55, -5}));
  gpu::put(gpu::swapaxes(a_, 0, 1), {10}, 4, gpu::index_mode::wrap);
  gpu::put(transpose(a_), {0, 3}, transpose(a_));
  EXPECT_EQ(values(a_), (ints{2, 1, 4, -7, -7, -5}));
  gpu::put(view(a_, a_ < 0), {-1}, 6);
  EXPECT_EQ(values(a_), (ints{2, 1, 4, -7, -7, 6}));
  EXPECT_EQ(values(before), values(counted({2, 3})));
  EXPECT_EQ(message_of<gpu::index_error>([&] {
              gpu::put(transpose(a_), {0, 6}, 5);
            }),
            "index 6 is out of bounds for axis 0 with size 6");
  EXPECT_EQ(values(a_), (ints{2, 1, 4, -7, -7, 6}));
}

TEST_P(written_views, place_and_putmask) {
  gpu::place(transpose(a_), transpose(a_) > 1, {10, 20, 30});
  EXPECT_EQ(values(a_), (ints{0, 1, 30, 10, 20, 10}));
  a_ = counted({2, 3});
  gpu::putmask(transpose(a_), transpose(a_) > 1, {10, 20, 30, 40});
  EXPECT_EQ(values(a_), (ints{0, 1, 10, 20, 40, 20}));
  a_ = counted({2, 3});
  gpu::place(reshape_view(a_, {6}), gpu::ravel(a_) > 1, {10, 20, 30});
  EXPECT_EQ(values(a_), (ints{0, 1, 10, 20, 30, 10}));
  a_ = counted({2, 3});
  gpu::putmask(view(a_, all(), range(_, _, 2)), view(a_, all(), range(_, _, 2)) > 1, {10, 20, 30});
  EXPECT_EQ(values(a_), (ints{0, 1, 20, 30, 4, 10}));
  gpu::place(view(a_, a_ > 5), view(a_, a_ > 5) > 15, {-1, -2});
  EXPECT_EQ(values(a_), (ints{0, 1, -1, -2, 4, 10}));
}

TEST_P(written_views, copyto) {
  gpu::copyto(transpose(a_), {1, 2});
  EXPECT_EQ(values(a_), (ints{1, 1, 1, 2, 2, 2}));
  gpu::copyto(transpose(a_), counted({3, 2}), gpu::where(transpose(a_) > 1));
  EXPECT_EQ(values(a_), (ints{1, 1, 1, 1, 3, 5}));
  gpu::copyto(reshape_view(a_, {3, 2}), std::vector<int>{5, 6});
  EXPECT_EQ(values(a_), (ints{5, 6, 5, 6, 5, 6}));
  gpu::copyto(gpu::diagonal(a_), 0);
  EXPECT_EQ(values(a_), (ints{0, 6, 5, 6, 0, 6}));
  gpu::copyto(a_, {1, 2, 3});
  gpu::copyto(transpose(a_), transpose(gpu::flip(a_)));
  EXPECT_EQ(values(a_), (ints{3, 2, 1, 3, 2, 1}));
  gpu::copyto(view(a_, a_ > 1), {9, 8, 7, 6});
  EXPECT_EQ(values(a_), (ints{9, 8, 1, 7, 6, 1}));
  EXPECT_EQ(message_of<gpu::dtype_error>([&] {
              gpu::copyto(transpose(a_), {1.5, 2.5});
            }),
            "Cannot cast array data from dtype('float64') to dtype('int32') according to the rule "
            "'same_kind'");
  EXPECT_EQ(values(a_), (ints{9, 8, 1, 7, 6, 1}));
}

TEST_P(written_views, fill_diagonal) {
  ndarray<int> a = counted({3, 4});
  gpu::fill_diagonal(transpose(a), {-1, -2});
  EXPECT_EQ(values(a), (ints{-1, 1, 2, 3, 4, -2, 6, 7, 8, 9, -1, 11}));
  gpu::fill_diagonal(reshape_view(a, {4, 3}), 99);
  EXPECT_EQ(values(a), (ints{99, 1, 2, 3, 99, -2, 6, 7, 99, 9, -1, 11}));
  gpu::fill_diagonal(transpose(a), 55, true);
  EXPECT_EQ(values(a), (ints{55, 1, 2, 3, 99, 55, 6, 7, 99, 9, 55, 11}));
  gpu::fill_diagonal(gpu::flip(a), 1);
  EXPECT_EQ(values(a), (ints{55, 1, 2, 3, 99, 55, 1, 7, 99, 9, 55, 1}));
}

TEST_P(written_views, put_along_axis) {
  ndarray<int> a = counted({3, 4});
  gpu::put_along_axis(transpose(a), gpu::argmax(transpose(a), 1, gpu::keepdims), -1, 1);
  EXPECT_EQ(values(a), (ints{0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1}));
  gpu::put_along_axis(reshape_view(a, {2, 6}), {{0, 1}, {5, 4}}, {50, 60}, 1);
  EXPECT_EQ(values(a), (ints{50, 60, 2, 3, 4, 5, 6, 7, -1, -1, 60, 50}));
  gpu::put_along_axis(gpu::flip(a), {{0}, {1}, {2}}, 77, 1);
  EXPECT_EQ(values(a), (ints{50, 77, 2, 3, 4, 5, 77, 7, -1, -1, 60, 77}));
}

TEST_P(written_views, parts_of_complex_numbers) {
  ndarray<std::complex<double>> z = {1, 2, 3};
  gpu::put(gpu::imag(z), {0, 2}, {7, 8});
  gpu::copyto(gpu::real(z), gpu::imag(z));
  gpu::place(gpu::real(z), gpu::real(z) > 7, -1);
  EXPECT_EQ(values(z), (std::vector<std::complex<double>>{{7, 7}, {0, 0}, {-1, 8}}));
}

TEST_P(written_views, the_method_put_takes_lists) {
  a_.put({0, 1}, {7, 8});
  a_.put({6, 7}, std::vector{1, 2}, gpu::index_mode::wrap);
  view(a_, 1).put({0, -1}, {5, 6});
  EXPECT_EQ(values(a_), (ints{1, 2, 2, 5, 4, 6}));
}

INSTANTIATE_TEST_SUITE_P(devices, written_views, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
