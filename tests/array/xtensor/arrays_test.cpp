// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of arrays (docs/source/container.rst, getting_started.rst,
// adaptor.rst, pitfall.rst and quickref/basic.rst), with `gpu::` for `xt::`.
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <sstream>
#include <utility>
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
using integers = std::vector<int>;

class xtensor_arrays : public gpu::test::on_device {
 protected:
  const gpu::xarray<double> a = {{1., 2., 3.}, {4., 5., 6.}};
};

TEST_P(xtensor_arrays, are_made_of_shapes_and_lists) {
  gpu::xarray<double>::shape_type extents = {2, 3};
  gpu::xarray<double> a0(extents);
  gpu::xarray<double> a1(extents, 2.5);
  gpu::xarray<double> a2 = {{1., 2., 3.}, {4., 5., 6.}};
  auto a3 = gpu::xarray<double>::from_shape(extents);
  EXPECT_EQ(a0.shape(), extents);
  EXPECT_EQ(values(a1), numbers(6, 2.5));
  EXPECT_TRUE(a2 == a);
  EXPECT_EQ(a3.shape(), extents);
  gpu::xtensor<double, 2>::shape_type of_rank_2 = {2, 3};
  EXPECT_EQ((gpu::xtensor<double, 2>(of_rank_2).shape()), extents);
  EXPECT_EQ((gpu::xtensor<double, 2>::from_shape(of_rank_2).shape()), extents);
  gpu::xtensor_fixed<double, gpu::xshape<2, 3>> fixed = {{1., 2., 3.}, {4., 5., 6.}};
  EXPECT_TRUE(fixed == a);
}

TEST_P(xtensor_arrays, of_any_layout_have_the_same_type) {
  const std::vector<std::size_t> extents = {3, 2, 4};
  gpu::xarray<double, gpu::layout_type::row_major> b(extents);
  EXPECT_EQ(b.strides(), (shape{8, 4, 1}));
  const std::array<std::size_t, 3> of_rank_3 = {3, 2, 4};
  gpu::xtensor<double, 3> c(of_rank_3);
  gpu::xtensor<double, 3, gpu::layout_type::row_major> d(of_rank_3);
  EXPECT_EQ(c.shape(), b.shape());
  EXPECT_EQ(d.shape(), b.shape());
  static_assert(std::is_same_v<decltype(b), decltype(c)>);
}

TEST_P(xtensor_arrays, of_numbers_in_braces_have_one_axis) {
  gpu::xarray<double> b({1, 3, 4, 2});
  EXPECT_EQ(values(b), (numbers{1, 3, 4, 2}));
  EXPECT_EQ(gpu::xarray<double>::from_shape({1, 3, 4, 2}).shape(), (shape{1, 3, 4, 2}));
}

TEST_P(xtensor_arrays, have_a_size_and_a_shape_that_can_be_adapted) {
  EXPECT_EQ(a.size(), 6u);
  EXPECT_EQ(a.dimension(), 2u);
  auto extents = a.shape();
  EXPECT_EQ(extents, (shape{2, 3}));
  EXPECT_EQ(a.shape(1), 3);
  const std::vector<std::ptrdiff_t> listed = {2, 3};
  EXPECT_EQ(values(gpu::adapt(extents)), listed);
  EXPECT_EQ(values(gpu::adapt(a.shape())), listed);
  std::ostringstream out;
  for (const auto extent : a.shape()) out << extent << ' ';
  EXPECT_EQ(out.str(), "2 3 ");
}

TEST_P(xtensor_arrays, take_another_shape) {
  gpu::xarray<double> a0 = {1., 2., 3., 4., 5., 6.};
  a0.reshape({2, 3});
  EXPECT_TRUE(a0 == a);
  gpu::xtensor<double, 2> a1 = {{1., 2.}, {3., 4.}, {5., 6.}};
  a1.reshape({-1, 3});
  EXPECT_TRUE(a1 == a);
  a1.resize({3, 1});
  EXPECT_EQ(a1.shape(), (shape{3, 1}));
  gpu::xarray<int> numbered{1, 2, 3, 4, 5, 6, 7, 8, 9};
  numbered.reshape({3, 3});
  EXPECT_TRUE(numbered == (gpu::xarray<int>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
}

TEST_P(xtensor_arrays, give_elements_and_take_them) {
  gpu::xarray<double> b = a;
  EXPECT_EQ(b(0, 2), 3);
  EXPECT_EQ(b(2), b(0, 2));
  EXPECT_EQ((b[{0, 2}]), 3);
  b(0, 2) = 8.;
  b(1) = 9.;
  b[{1, 0}] = 10.;
  EXPECT_EQ(values(b), (numbers{1, 9, 8, 10, 5, 6}));
  EXPECT_THROW(static_cast<void>(b.at(0, 3)), gpu::index_error);
  EXPECT_THROW(static_cast<void>(b.at(3)), gpu::index_error);
  EXPECT_EQ(a.periodic(2, -1), 3);
  b.fill(2.);
  EXPECT_EQ(values(b), numbers(6, 2));
}

TEST_P(xtensor_arrays, have_a_buffer) {
  gpu::device_guard scope{gpu::cpu()};
  gpu::xarray<double> b = {{1., 2., 3.}, {4., 5., 6.}};
  b.data()[4] = 8.;
  EXPECT_EQ(values(b), (numbers{1, 2, 3, 4, 8, 6}));
}

TEST_P(xtensor_arrays, are_assigned_to_what_they_are_part_of) {
  gpu::xarray<double> big = gpu::ones<double>({3, 2, 4});
  gpu::xarray<double> b = gpu::reshape(gpu::arange<double>(8), {2, 4});
  const gpu::xarray<double> expected = gpu::broadcast(b, {3, 2, 4}) + 1;
  gpu::xarray<double> c;
  gpu::noalias(c) = big + b;
  b = big + b;
  EXPECT_TRUE(b == expected);
  EXPECT_TRUE(c == expected);
}

TEST_P(xtensor_arrays, in_the_first_programs) {
  gpu::xarray<double> arr1{{1.0, 2.0, 3.0}, {2.0, 5.0, 7.0}, {2.0, 5.0, 7.0}};
  gpu::xarray<double> arr2{5.0, 6.0, 7.0};
  gpu::xarray<double> res = gpu::view(arr1, 1) + arr2;
  EXPECT_EQ(values(res), (numbers{7, 11, 14}));
  EXPECT_EQ(arr1(0, 0), 1.0);
  gpu::xarray<double> base{1.0, 2.0, 3.0};
  gpu::xarray<unsigned int> power{4, 5, 6, 7};
  power.reshape({4, 1});
  gpu::xarray<double> powers = gpu::pow(base, power);
  EXPECT_EQ(values(powers), (numbers{1, 16, 81, 1, 32, 243, 1, 64, 729, 1, 128, 2187}));
}

TEST_P(xtensor_arrays, adapt_vectors) {
  std::vector<double> v = {1., 2., 3., 4., 5., 6.};
  std::vector<std::size_t> extents = {2, 3};
  auto a1 = gpu::adapt(v, extents);
  gpu::xarray<double> a2 = a.to(gpu::cpu());
  gpu::xarray<double> res = a1 + a2;
  EXPECT_EQ(values(res), (numbers{2, 4, 6, 8, 10, 12}));
  a1(0, 0) = 20.;
  EXPECT_EQ(v[0], 20);
}

TEST_P(xtensor_arrays, adapt_pointers) {
  std::vector<double> v = {0, 1};
  std::vector<std::size_t> extents = {2};
  auto b = gpu::adapt(v.data(), v.size(), gpu::no_ownership(), extents);
  b += b;
  EXPECT_EQ(v, (numbers{0, 2}));
}

TEST_P(xtensor_arrays, adapt_pointers_that_they_take_over) {
  auto* data = new double[2]{0, 1};
  const std::vector<std::size_t> extents = {2};
  EXPECT_EQ(message_of<gpu::value_error>(
                [&] { static_cast<void>(gpu::adapt(data, 2, gpu::acquire_ownership(), {3})); }),
            "cannot adapt 2 elements as an array of shape (3,)");
  auto b = gpu::adapt(data, 2, gpu::acquire_ownership(), extents);
  b(0) = 5;
  EXPECT_EQ(data[0], 5);
  const gpu::xarray<double> factor = gpu::ndarray<double>({{1}, {2}}, gpu::cpu());
  b = b * factor;
  EXPECT_EQ(values(b), (numbers{5, 1, 10, 2}));
}

TEST_P(xtensor_arrays, adapt_elements_in_an_order) {
  std::vector<double> v = {1, 2, 3, 4, 5, 6};
  auto columns = gpu::adapt<gpu::layout_type::column_major>(v, {2, 3});
  EXPECT_EQ(values(columns), (numbers{1, 3, 5, 2, 4, 6}));
  columns(1, 0) = 20;
  EXPECT_EQ(v[1], 20);
  auto rows = gpu::adapt<gpu::layout_type::row_major>(v.data(), 6, gpu::no_ownership(), {2, 3});
  rows += 1;
  EXPECT_EQ(v, (numbers{2, 21, 4, 5, 6, 7}));
  const double* read = v.data();
  EXPECT_EQ(values(gpu::adapt<gpu::layout_type::column_major>(read, {3, 2})),
            (numbers{2, 5, 21, 6, 4, 7}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              static_cast<void>(gpu::adapt<gpu::layout_type::column_major>(v, {2, 2}));
            }),
            "cannot adapt 6 elements as an array of shape (2,2)");
}

TEST_P(xtensor_arrays, adapt_smart_pointers) {
  auto shared = std::make_shared<std::vector<double>>(4, 3.0);
  const std::weak_ptr<std::vector<double>> seen = shared;
  {
    auto b = gpu::adapt_smart_ptr(shared->data(), {2, 2}, shared);
    shared.reset();
    b(0, 0) = 1;
    EXPECT_EQ(values(b), (numbers{1, 3, 3, 3}));
    EXPECT_FALSE(seen.expired());
  }
  EXPECT_TRUE(seen.expired());
  const std::shared_ptr<double[]> elements(new double[2]{1, 2});
  auto c = gpu::adapt_smart_ptr(elements, {2});
  c(1) = 7;
  EXPECT_EQ(elements[1], 7);
  std::unique_ptr<const int[]> unique(new int[2]{5, 6});
  const auto taken = gpu::adapt_smart_ptr(std::move(unique), {2, 1});
  EXPECT_EQ(values(taken), (integers{5, 6}));
}

TEST_P(xtensor_arrays, of_a_number_have_no_axes) {
  gpu::xscalar<double> s(3);
  EXPECT_EQ(values(a + s), (numbers{4, 5, 6, 7, 8, 9}));
  s = 2.5;
  EXPECT_EQ(s(), 2.5);
  EXPECT_EQ(gpu::xscalar(7).dimension(), 0U);
  EXPECT_TRUE(gpu::has_shape(a, {2, 3}));
  EXPECT_TRUE(gpu::has_shape(a, a + s));
  EXPECT_FALSE(gpu::has_shape(a, s));
}

TEST_P(xtensor_arrays, keep_what_functions_compute) {
  const auto doubled = [](const auto& c) { return c * 2; };
  const auto quotient = [&](const auto& c) {
    auto tmp = doubled(c);
    return (1 - tmp) / (1 + tmp);
  };
  EXPECT_TRUE(gpu::allclose(quotient(a), (1 - 2 * a) / (1 + 2 * a)));
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_arrays, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
