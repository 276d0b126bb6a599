// SPDX-License-Identifier: BSD-3-Clause
// Code as it is written for xtensor, with gpu:: for xt:: and ndarray for xarray. It means the same.
#include <algorithm>
#include <array>
#include <complex>
#include <numeric>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::test::values;

class xtensor_spelling : public gpu::test::on_device {};

TEST_P(xtensor_spelling, members) {
  gpu::ndarray<double> a = {{1., 2., 3.}, {4., 5., 6.}};
  static_assert(std::is_same_v<gpu::ndarray<double>::value_type, double>);
  gpu::ndarray<double>::shape_type shape = a.shape();
  EXPECT_EQ(shape.size(), 2u);
  EXPECT_EQ(shape[1], 3);
  EXPECT_EQ(a.shape(0), 2);
  EXPECT_EQ(a.dimension(), 2u);
  EXPECT_EQ(a.size(), 6u);
  EXPECT_EQ(a.strides()[0], 3);
  EXPECT_EQ(a.strides()[1], 1);
  a.reshape({3, 2});
  EXPECT_EQ(a(2, 1), 6.);
  a.fill(1.5);
  EXPECT_EQ(a.back(), 1.5);
  a.resize({4});
  EXPECT_EQ(a.size(), 4u);
}

TEST_P(xtensor_spelling, reshape_and_resize_take_any_list_of_extents) {
  gpu::ndarray<int> a = {0, 1, 2, 3, 4, 5};
  a.reshape(std::vector<std::size_t>{2, 3});
  EXPECT_EQ(a.shape(), (gpu::shape{2, 3}));
  a.reshape(std::array<int, 2>{3, 2});
  EXPECT_EQ(a.shape(), (gpu::shape{3, 2}));
  a.reshape({-1});
  EXPECT_EQ(a.shape(), (gpu::shape{6}));
  a.resize(std::vector<std::size_t>{2, 2});
  EXPECT_EQ(a.size(), 4u);
}

TEST_P(xtensor_spelling, construction) {
  const std::vector<std::size_t> shape = {3, 2};
  gpu::ndarray<double> filled(shape, 1.0);
  EXPECT_EQ(filled.size(), 6u);
  auto raw = gpu::ndarray<double>::from_shape({3, 2});
  EXPECT_EQ(raw.dimension(), 2u);
  gpu::ndarray<int> two({3, 4});
  EXPECT_EQ(values(two), (std::vector{3, 4}));
  gpu::ndarray<double> of_expression = filled * 2. + raw * 0.;
  gpu::ndarray<int> deep = {{{{{1, 2}}}}};
  EXPECT_EQ(deep.dimension(), 5u);
  auto zeros = gpu::zeros<double>({2, 2});
  EXPECT_EQ(zeros(1, 1), 0.);
}

TEST_P(xtensor_spelling, element_access) {
  gpu::ndarray<double> a = {{1., 2.}, {3., 4.}};
  a(0, 1) = 7.;
  std::vector<std::size_t> index = {1, 0};
  EXPECT_EQ(a[index], 3.);
  EXPECT_EQ(a.element(index.begin(), index.end()), 3.);
  EXPECT_EQ((a[{0, 1}]), 7.);
  EXPECT_THROW(a.at(2, 0) = 1., std::runtime_error);
  EXPECT_EQ(a(1), 7.);  // missing leading indices are 0
  auto e = a + a;
  EXPECT_EQ(e(1, 1), 8.);
  EXPECT_EQ((e[{1, 1}]), 8.);
  EXPECT_EQ(e.at(0, 0), 2.);
}

TEST_P(xtensor_spelling, views) {
  using namespace gpu::placeholders;
  gpu::ndarray<int> a = gpu::arange<int>(0, 12);
  a.reshape({3, 4});
  auto v = gpu::view(a, gpu::range(1, _), gpu::range(_, _, 2));
  EXPECT_EQ(values(v), (std::vector{4, 6, 8, 10}));
  EXPECT_EQ(v.shape(0), 2);
  EXPECT_EQ(v.dimension(), 2u);
  v = 0;
  gpu::view(a, 0, gpu::all()) += 1;
  gpu::view(a, gpu::all(), 3).fill(-1);
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, -1, 0, 5, 0, -1, 0, 9, 0, -1}));
  EXPECT_EQ(gpu::view(a, gpu::newaxis(), 0, gpu::ellipsis()).shape(), (gpu::shape{1, 4}));
  EXPECT_EQ(values(gpu::view(a, gpu::range(gpu::xnone(), 1), 0)), (std::vector{1}));
  EXPECT_EQ(v(0, 0), 0);
  v(1, 1) = 42;
  EXPECT_EQ(a(2, 2), 42);
}

TEST_P(xtensor_spelling, iteration) {
  gpu::ndarray<int> a = {3, 1, 2};
  std::sort(a.begin(), a.end());
  EXPECT_EQ(std::accumulate(a.cbegin(), a.cend(), 0), 6);
  std::vector<int> copy(a.size());
  std::copy(a.cbegin(), a.cend(), copy.begin());
  EXPECT_EQ(copy, (std::vector{1, 2, 3}));
  EXPECT_EQ(*std::prev(a.cend()), 3);
}

TEST_P(xtensor_spelling, evaluation) {
  gpu::ndarray<double> a = {1., 4.};
  gpu::noalias(a) = gpu::sqrt(a);
  EXPECT_EQ(values(a), (std::vector{1., 2.}));
  auto b = gpu::eval(a + 1.);
  static_assert(std::is_same_v<decltype(b), gpu::ndarray<double>>);
  EXPECT_EQ(values(gpu::cast<int>(b)), (std::vector{2, 3}));
  gpu::ndarray<double> c = gpu::broadcast(a, {2, 2});
  EXPECT_EQ(c.shape(), (gpu::shape{2, 2}));
  gpu::noalias(gpu::view(c, 0)) = a + 1.;
  EXPECT_EQ(values(c), (std::vector{2., 3., 1., 2.}));
}

TEST_P(xtensor_spelling, functions) {
  gpu::ndarray<double> a = {1., 2., 3.};
  gpu::ndarray<double> b = {3., 2., 1.};
  EXPECT_EQ(values(gpu::equal(a, b)), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(values(gpu::where(a > b, a, b)), (std::vector{3., 2., 3.}));
  EXPECT_EQ(values(gpu::pow(a, 2)), (std::vector{1., 4., 9.}));
  EXPECT_EQ(values(gpu::abs(-a)), values(a));
  EXPECT_EQ(values(gpu::maximum(a, 2.)), (std::vector{2., 2., 3.}));
  EXPECT_EQ(values(gpu::clip(a, 1.5, 2.5)), (std::vector{1.5, 2., 2.5}));
  EXPECT_EQ(values(gpu::transpose(gpu::ndarray<int>{{1, 2}})), (std::vector{1, 2}));
  EXPECT_EQ(values(gpu::linspace<double>(0., 1., 3)), (std::vector{0., .5, 1.}));
  EXPECT_EQ(values(gpu::eye<int>(2)), (std::vector{1, 0, 0, 1}));
  EXPECT_TRUE(a == a);
  EXPECT_TRUE(a != b);
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_spelling, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
