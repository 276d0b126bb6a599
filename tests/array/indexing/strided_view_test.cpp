// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/strided_view.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/dynamic_view.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/array/xtensor_types.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::all;
using gpu::ellipsis;
using gpu::ndarray;
using gpu::newaxis;
using gpu::range;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class strided_view : public gpu::test::on_device {
 protected:
  /// 0 ... 5 of shape (2, 3).
  static ndarray<int> matrix() {
    ndarray<int> a = gpu::arange<int>(6);
    a.reshape({2, 3});
    return a;
  }
};

TEST_P(strided_view, takes_a_list_of_slices) {
  ndarray<int> a = matrix();
  const gpu::xstrided_slice_vector slices = {range(1, 2), newaxis(), ellipsis()};
  EXPECT_EQ(gpu::strided_view(a, slices).shape(), (shape{1, 1, 3}));
  EXPECT_EQ(values(gpu::strided_view(a, slices)), (std::vector{3, 4, 5}));
  EXPECT_EQ(values(gpu::strided_view(a + 1, {all(), 0})), (std::vector{1, 4}));
  EXPECT_EQ(values(gpu::strided_view(matrix(), {all(), -1})), (std::vector{2, 5}));
  EXPECT_EQ(values(gpu::dynamic_view(a, {ellipsis(), range(0, 3, 2)})), (std::vector{0, 2, 3, 5}));
}

TEST_P(strided_view, writes_to_the_array) {
  ndarray<int> a = matrix();
  gpu::strided_view(a, {ellipsis(), 1}) = 9;
  EXPECT_EQ(values(a), (std::vector{0, 9, 2, 3, 9, 5}));
  gpu::strided_view(gpu::view(a, 1), {range(0, 2)}) += ndarray<int>{1, 2};
  EXPECT_EQ(values(a), (std::vector{0, 9, 2, 4, 11, 5}));
  EXPECT_THROW(static_cast<void>(gpu::strided_view(a, {0, 0, 0})), gpu::index_error);
}

TEST_P(strided_view, row_and_col_are_assignable) {
  ndarray<int> a = matrix();
  EXPECT_EQ(values(gpu::row(a, 1)), (std::vector{3, 4, 5}));
  EXPECT_EQ(values(gpu::col(a, -1)), (std::vector{2, 5}));
  gpu::row(a, 0) = ndarray<int>{7, 8, 9};
  gpu::col(a, 0) *= 2;
  EXPECT_EQ(values(a), (std::vector{14, 8, 9, 6, 4, 5}));
  EXPECT_EQ(values(gpu::row(a - 1, 1)), (std::vector{5, 3, 4}));
  EXPECT_THROW(static_cast<void>(gpu::row(a, 2)), gpu::index_error);
  EXPECT_EQ(message_of<gpu::shape_error>([] {
              static_cast<void>(gpu::row(gpu::zeros<int>({1, 2, 3}), 0));
            }),
            "a row can only be taken of a matrix, not of an array with 3 axes");
}

TEST_P(strided_view, atleast_Nd_puts_axes_in_as_xtensor_does) {
  const auto rank_4 = [](const shape& extents) {
    return gpu::atleast_Nd<4>(gpu::zeros<int>(extents)).shape();
  };
  EXPECT_EQ(rank_4({}), (shape{1, 1, 1, 1}));
  EXPECT_EQ(rank_4({5}), (shape{1, 5, 1, 1}));
  EXPECT_EQ(rank_4({5, 6}), (shape{1, 5, 6, 1}));
  EXPECT_EQ(rank_4({5, 6, 7}), (shape{5, 6, 7, 1}));
  EXPECT_EQ(rank_4({5, 6, 7, 8, 9}), (shape{5, 6, 7, 8, 9}));
}

TEST_P(strided_view, of_xtensors_types) {
  const gpu::xarray<double> a = {{1, 2}, {3, 4}};
  const gpu::xtensor<double, 2> b = a;
  const gpu::xtensor_fixed<double, gpu::xshape<2, 2>> c = b;
  EXPECT_TRUE(a == c);
  EXPECT_EQ(a[gpu::xindex({1, 0})], 3);
  EXPECT_EQ(gpu::xscalar(2.5)(), 2.5);
}

INSTANTIATE_TEST_SUITE_P(devices, strided_view, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
