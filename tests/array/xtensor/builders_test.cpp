// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of new arrays and of joined ones (docs/source/builder.rst,
// quickref/builder.rst and numpy-differences.rst), with `gpu::` for `xt::`.
#include <cstddef>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;
using numbers = std::vector<double>;

class xtensor_builders : public gpu::test::on_device {
 protected:
  using fixed_tensor = gpu::xtensor_fixed<double, gpu::xshape<2, 3>>;

  gpu::xarray<double> a = {{1., 2., 3.}, {4., 5., 6.}};
  gpu::xarray<double> x = {1, 2, 3};
  gpu::xarray<double> y = {2, 3, 4};
};

TEST_P(xtensor_builders, make_arrays_of_one_value) {
  auto e = gpu::ones<double>({2, 3});
  EXPECT_EQ(values(e), numbers(6, 1));
  gpu::xarray<double> a0 = gpu::ones<double>({2, 3});
  gpu::xtensor<double, 2> a1 = gpu::zeros<double>({2, 3});
  fixed_tensor a2 = gpu::ones<double>({2, 3});
  EXPECT_TRUE(a0 == a2);
  EXPECT_EQ(values(a1), numbers(6));
  EXPECT_EQ(values(gpu::full_like(a, 3.)), numbers(6, 3));
  EXPECT_EQ(values(gpu::ones_like(a)), numbers(6, 1));
  EXPECT_EQ(values(gpu::zeros_like(a)), numbers(6));
}

TEST_P(xtensor_builders, make_arrays_of_every_kind_of_shape) {
  gpu::xarray<double>::shape_type sh0 = {2, 3};
  gpu::xtensor<double, 2>::shape_type sh1 = {2, 3};
  gpu::xshape<2, 3> sh2;
  EXPECT_EQ(gpu::empty<double>(sh0).shape(), a.shape());
  EXPECT_EQ(gpu::empty<double>(sh1).shape(), a.shape());
  EXPECT_EQ(gpu::empty<double>(sh2).shape(), a.shape());
  EXPECT_EQ(gpu::zeros<double>(gpu::xshape<>()).dimension(), 0u);
}

TEST_P(xtensor_builders, make_matrices_with_ones_on_a_diagonal) {
  EXPECT_EQ(values(gpu::eye<double>({2, 3}, 1)), (numbers{0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(values(gpu::eye<double>({3, 2}, -1)), (numbers{0, 0, 1, 0, 0, 1}));
  EXPECT_EQ(values(gpu::eye<double>(std::vector<std::size_t>{2, 2})), (numbers{1, 0, 0, 1}));
  EXPECT_EQ(values(gpu::eye<double>(2)), (numbers{1, 0, 0, 1}));
  EXPECT_EQ(values(gpu::eye<double>({3, 3}, 1)), (numbers{0, 1, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(message_of<gpu::shape_error>([] {
              static_cast<void>(gpu::eye<double>({2, 3, 4}));
            }),
            "eye makes a matrix, not an array of shape (2,3,4)");
}

TEST_P(xtensor_builders, make_ranges) {
  EXPECT_EQ(values(gpu::arange<double>(0., 10., 2)), (numbers{0, 2, 4, 6, 8}));
  gpu::xarray<double> b = gpu::arange<double>(0., 6.).reshape({2, 3});
  EXPECT_TRUE(b == a - 1);
  EXPECT_EQ(values(gpu::linspace<double>(0., 10., 5)), (numbers{0, 2.5, 5, 7.5, 10}));
  EXPECT_TRUE(
      gpu::allclose(gpu::logspace<double>(2.0, 3.0, 4),
                    gpu::xarray<double>{100, 215.44346900318845, 464.15888336127773, 1000}));
}

TEST_P(xtensor_builders, join_arrays_along_an_axis) {
  gpu::xarray<double> row1 = {{1, 2, 3}};
  gpu::xarray<double> row2 = {{2, 3, 4}};
  EXPECT_TRUE(gpu::concatenate(gpu::xtuple(row1, row2)) ==
              (gpu::xarray<double>{{1, 2, 3}, {2, 3, 4}}));
  EXPECT_TRUE(gpu::concatenate(gpu::xtuple(row1, row2), 1) ==
              (gpu::xarray<double>{{1, 2, 3, 2, 3, 4}}));
  EXPECT_TRUE(gpu::stack(gpu::xtuple(x, y)) == (gpu::xarray<double>{{1, 2, 3}, {2, 3, 4}}));
  EXPECT_TRUE(gpu::stack(gpu::xtuple(x, y), 1) == (gpu::xarray<double>{{1, 2}, {2, 3}, {3, 4}}));
}

TEST_P(xtensor_builders, join_arrays_side_by_side) {
  gpu::xarray<double> b = {{7, 8}, {9, 10}};
  EXPECT_TRUE(gpu::hstack(gpu::xtuple(a, b)) ==
              (gpu::xarray<double>{{1, 2, 3, 7, 8}, {4, 5, 6, 9, 10}}));
  EXPECT_EQ(values(gpu::hstack(gpu::xtuple(x, y))), (numbers{1, 2, 3, 2, 3, 4}));
  EXPECT_TRUE(gpu::vstack(gpu::xtuple(x, y)) == (gpu::xarray<double>{{1, 2, 3}, {2, 3, 4}}));
  gpu::xarray<double> last = {{10, 11, 12}};
  EXPECT_TRUE(gpu::vstack(gpu::xtuple(a, last)) ==
              (gpu::xarray<double>{{1, 2, 3}, {4, 5, 6}, {10, 11, 12}}));
}

TEST_P(xtensor_builders, put_elements_on_a_diagonal_and_take_them) {
  gpu::xarray<double> c = {1, 5, 7};
  auto b = gpu::diag(c);
  EXPECT_TRUE(b == (gpu::xarray<double>{{1, 0, 0}, {0, 5, 0}, {0, 0, 7}}));
  EXPECT_EQ(values(gpu::diagonal(b)), values(c));
}

TEST_P(xtensor_builders, make_grids) {
  gpu::xarray<int> x1 = {1};
  gpu::xarray<int> x2 = {10, 20};
  gpu::xarray<int> x3 = {100, 200, 300};
  gpu::xarray<int> x4 = {1000, 2000, 3000, 4000};
  const auto ij = gpu::meshgrid(x1, x2, x3, x4, gpu::indexing("ij"));
  const auto xy = gpu::meshgrid(x1, x2, x3, x4);
  EXPECT_EQ(std::get<0>(ij).shape(), (shape{1, 2, 3, 4}));
  EXPECT_EQ(std::get<3>(ij).shape(), (shape{1, 2, 3, 4}));
  EXPECT_EQ(std::get<0>(xy).shape(), (shape{2, 1, 3, 4}));
  EXPECT_EQ(std::get<3>(xy).shape(), (shape{2, 1, 3, 4}));
  EXPECT_EQ(std::get<1>(ij)(0, 1, 2, 3), 20);
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_builders, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
