// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of views (docs/source/view.rst), with `gpu::` for `xt::`.
#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;
using integers = std::vector<int>;
using numbers = std::vector<double>;

class xtensor_views : public gpu::test::on_device {
 protected:
  /// 0, 1, 2, ... in this shape.
  static gpu::xarray<int> counted(const shape& extents) {
    gpu::xarray<int> a = gpu::arange<int>(static_cast<int>(gpu::element_count(extents)));
    a.reshape(extents);
    return a;
  }
  static gpu::xarray<double> example() { return {{1, 5, 3}, {4, 5, 6}}; }
};

TEST_P(xtensor_views, of_slices_keep_drop_and_add_axes) {
  gpu::xarray<int> a = counted({3, 2, 4});
  auto v1 = gpu::view(a, gpu::range(1, 3), gpu::all(), gpu::range(1, 3));
  EXPECT_EQ(v1.shape(), (shape{2, 2, 2}));
  EXPECT_EQ(v1(0, 0, 0), a(1, 0, 1));
  EXPECT_EQ(v1(1, 1, 1), a(2, 1, 2));
  auto v2 = gpu::view(a, 1, gpu::all(), gpu::range(0, 4, 2));
  EXPECT_EQ(v2.shape(), (shape{2, 2}));
  EXPECT_EQ(v2(0, 0), a(1, 0, 0));
  EXPECT_EQ(v2(1, 1), a(1, 1, 2));
  auto v3 = gpu::view(a, gpu::all(), gpu::all(), gpu::newaxis(), gpu::all());
  EXPECT_EQ(v3.shape(), (shape{3, 2, 1, 4}));
  EXPECT_EQ(v3(0, 0, 0, 0), a(0, 0, 0));
  auto v4 = gpu::view(a, gpu::drop(0), gpu::all(), gpu::keep(0, 3));
  EXPECT_EQ(v4.shape(), (shape{2, 2, 2}));
  EXPECT_EQ(v4(0, 0, 0), a(1, 0, 0));
  EXPECT_EQ(v4(1, 1, 1), a(2, 1, 3));
  auto v5 = gpu::view(a, -2, gpu::all(), gpu::range(0, 4, 2));
  EXPECT_TRUE(v5 == v2);
}

TEST_P(xtensor_views, of_ranges_with_open_ends) {
  using namespace gpu::placeholders;
  gpu::xarray<int> a = counted({3, 2, 4});
  auto v1 = gpu::view(a, gpu::range(_, 2), gpu::all(), gpu::range(1, _));
  auto v2 = gpu::view(a, gpu::range(0, 2), gpu::all(), gpu::range(1, 4));
  EXPECT_EQ(v1.shape(), (shape{2, 2, 3}));
  EXPECT_TRUE(v1 == v2);
}

TEST_P(xtensor_views, write_to_the_array) {
  const std::vector<std::size_t> extents = {3, 2, 4};
  gpu::xarray<int> a(extents, 0);
  auto v1 = gpu::view(a, 1, gpu::all(), gpu::range(1, 3));
  v1(0, 0) = 1;
  EXPECT_EQ(a(1, 0, 1), 1);
  EXPECT_EQ(gpu::sum(a)(), 1);
  auto v2 = gpu::view(a, gpu::drop(0), gpu::all(), gpu::keep(0, 3));
  v2(1, 0, 1) = 2;
  EXPECT_EQ(a(2, 0, 3), 2);
  EXPECT_EQ(gpu::sum(a)(), 3);
  EXPECT_THROW(v2(2, 0, 0) = 1, gpu::index_error);
}

TEST_P(xtensor_views, of_rows_and_columns) {
  gpu::xtensor<double, 2> a = {{1, 2}, {3, 4}};
  auto r = gpu::row(a, 0);
  EXPECT_EQ(values(r), (numbers{1, 2}));
  auto c = gpu::col(a, -1);
  EXPECT_EQ(values(c), (numbers{2, 4}));
}

TEST_P(xtensor_views, of_lists_of_slices) {
  gpu::xarray<int> a = counted({3, 2, 3, 4, 5});
  gpu::xstrided_slice_vector sv({gpu::range(0, 1), gpu::newaxis()});
  sv.push_back(1);
  sv.push_back(gpu::all());
  auto v1 = gpu::strided_view(a, sv);
  EXPECT_EQ(v1.shape(), (shape{1, 1, 3, 4, 5}));
  EXPECT_EQ(v1(0, 0, 2, 3, 4), a(0, 1, 2, 3, 4));
  auto v2 = gpu::strided_view(a, {gpu::range(0, 1), gpu::newaxis(), 1, gpu::all()});
  EXPECT_TRUE(v2 == v1);
}

TEST_P(xtensor_views, of_ranges_that_are_joined_by_bars) {
  using namespace gpu::placeholders;
  gpu::xarray<int> a = counted({3, 2, 3, 4, 5});
  auto v1 = gpu::strided_view(a, {_r | 0 | 1, 1, _r | _ | 2, _r | _ | _ | -1});
  auto v2 = gpu::strided_view(a, {gpu::range(0, 1), 1, gpu::range(_, 2), gpu::range(_, _, -1)});
  EXPECT_EQ(v1.shape(), (shape{1, 2, 4, 5}));
  EXPECT_EQ(v1(0, 0, 0, 0), a(0, 1, 0, 3, 0));
  EXPECT_TRUE(v1 == v2);
  EXPECT_EQ(values(gpu::view(gpu::arange<int>(6), _r | 1 | _ | 2)), (integers{1, 3, 5}));
  EXPECT_EQ(values(gpu::view(gpu::arange<int>(6), _r | 4 | _ | _)), (integers{4, 5}));
  EXPECT_THROW(static_cast<void>(gpu::view(a, _r | 0 | 3 | 0)), gpu::value_error);
}

TEST_P(xtensor_views, that_are_transposed_or_flat) {
  gpu::xarray<int> a = {{0, 1, 2}, {3, 4, 5}};
  auto tr = gpu::transpose(a);
  EXPECT_TRUE(tr == (gpu::xarray<int>{{0, 3}, {1, 4}, {2, 5}}));
  auto flc = gpu::ravel<gpu::layout_type::column_major>(a);
  EXPECT_EQ(values(flc), (integers{0, 3, 1, 4, 2, 5}));
  auto fl = gpu::flatten(a);
  EXPECT_EQ(values(fl), (integers{0, 1, 2, 3, 4, 5}));
}

TEST_P(xtensor_views, of_another_shape) {
  gpu::xarray<int> a = counted({3, 2, 4});
  auto v = gpu::reshape_view(a, {4, 2, 3});
  EXPECT_EQ(v.shape(), (shape{4, 2, 3}));
  EXPECT_EQ(a(0, 0, 3), v(0, 1, 0));
  EXPECT_EQ(a(0, 1, 0), v(0, 1, 1));
  v(1, 0, 0) = 4;
  EXPECT_EQ(a(0, 1, 2), 4);
  EXPECT_THROW(v(0, 2, 0) = 4, gpu::index_error);  // as the page has it: outside
}

TEST_P(xtensor_views, of_lists_with_keep_and_drop) {
  gpu::xarray<int> a = counted({3, 2, 3, 4, 5});
  gpu::xdynamic_slice_vector sv({gpu::range(0, 1), gpu::newaxis()});
  sv.push_back(1);
  sv.push_back(gpu::all());
  sv.push_back(gpu::keep(0, 2, 3));
  sv.push_back(gpu::drop(1, 2, 4));
  auto v1 = gpu::dynamic_view(a, sv);
  EXPECT_EQ(v1.shape(), (shape{1, 1, 3, 3, 2}));
  EXPECT_EQ(v1(0, 0, 2, 1, 1), a(0, 1, 2, 2, 3));
  auto v2 = gpu::dynamic_view(
      a, {gpu::range(0, 1), gpu::newaxis(), 1, gpu::all(), gpu::keep(0, 2, 3), gpu::drop(1, 2, 4)});
  EXPECT_TRUE(v2 == v1);
  v2(0, 0, 2, 1, 1) = -1;
  EXPECT_EQ(a(0, 1, 2, 2, 3), -1);
}

TEST_P(xtensor_views, of_elements_at_indices) {
  gpu::xarray<double> a = example();
  auto b = gpu::index_view(a, {{0, 0}, {1, 0}, {0, 1}});
  EXPECT_EQ(values(b), (numbers{1, 4, 5}));
  b += 100;
  EXPECT_EQ(values(a), (numbers{101, 105, 3, 104, 5, 6}));
  b(1) = 7;
  EXPECT_EQ(a(1, 0), 7);
}

TEST_P(xtensor_views, of_elements_at_indices_in_any_vector) {
  gpu::xarray<double> a = example();
  using index_type = std::array<std::size_t, 2>;
  std::vector<index_type> indices = {{0, 0}, {1, 0}, {0, 1}};
  auto b = gpu::index_view(a, indices);
  EXPECT_EQ(values(b), (numbers{1, 4, 5}));
  b += 100;
  EXPECT_EQ(values(a), (numbers{101, 105, 3, 104, 5, 6}));
  const std::vector<std::vector<int>> last = {{1, 2}};
  EXPECT_EQ(values(gpu::index_view(a + 1, last)), numbers{7});
  const std::array<std::vector<int>, 1> too_short = {{{1}}};
  EXPECT_THROW(static_cast<void>(gpu::index_view(a, too_short)), gpu::index_error);
}

TEST_P(xtensor_views, of_elements_that_a_condition_selects) {
  gpu::xarray<double> a = example();
  auto v = gpu::filter(a, a >= 5);
  EXPECT_EQ(values(v), (numbers{5, 5, 6}));
  v += 100;
  EXPECT_EQ(values(a), (numbers{1, 105, 3, 4, 105, 106}));
  v(2) = 0;
  EXPECT_EQ(a(1, 2), 0);
  gpu::xarray<double> b = example();
  filtration(b, b >= 5) += 100;
  EXPECT_EQ(values(b), (numbers{1, 105, 3, 4, 105, 106}));
}

TEST_P(xtensor_views, of_selected_elements_of_a_part) {
  gpu::xarray<double> a = example();
  auto part = gpu::view(a, 1);
  auto v = gpu::filter(part, part > 4.5);
  v(0) = 50;
  v[1] += 1;
  EXPECT_EQ(values(a), (numbers{1, 5, 3, 4, 50, 7}));
  auto w = gpu::index_view(part, {{2}, {0}});
  w.at(1) = -4;
  EXPECT_EQ(w(0), 7);
  EXPECT_EQ(a(1, 0), -4);
  EXPECT_EQ(message_of<gpu::index_error>([&] { w(2) = 0; }),
            "index 2 is out of bounds for axis 0 with size 2");
  EXPECT_THROW(static_cast<void>(w.at(0, 0)), gpu::index_error);
}

TEST_P(xtensor_views, of_selected_elements_keep_an_array_that_ends) {
  const auto v = [] {
    gpu::xarray<double> a = example();
    return gpu::filter(a, a >= 5);
  }();
  v(0) = 7;
  EXPECT_EQ(values(v), (numbers{7, 5, 6}));
}

TEST_P(xtensor_views, that_a_mask_covers) {
  gpu::xarray<double> a = example();
  gpu::xarray<bool> mask = {{true, false, false}, {false, true, false}};
  auto m = gpu::masked_view(a, mask);
  EXPECT_EQ(values(m.visible()), values(mask));
  m += 100;
  EXPECT_EQ(values(a), (numbers{101, 5, 3, 4, 105, 6}));
  EXPECT_EQ(values(m.value()), values(a));
}

TEST_P(xtensor_views, that_are_broadcast) {
  const std::vector<std::size_t> s1 = {2, 3};
  const std::vector<std::size_t> s2 = {3, 2, 3};
  gpu::xarray<int> a1(s1, 7);
  a1(0, 0) = 1;
  auto bv = gpu::broadcast(a1, s2);
  EXPECT_EQ(bv.shape(), shape(s2));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bv(i, 0, 0), a1(0, 0));
}

TEST_P(xtensor_views, of_parts_of_complex_numbers) {
  using namespace std::complex_literals;
  gpu::xarray<std::complex<double>> e = {{1.0, 1.0 + 1.0i}, {1.0 - 1.0i, 1.0}};
  real(e) = gpu::zeros<double>({2, 2});
  EXPECT_EQ(values(e), (std::vector<std::complex<double>>{0.0, 1.0i, -1.0i, 0.0}));
  EXPECT_EQ(values(gpu::imag(gpu::real(e))), numbers(4));
}

TEST_P(xtensor_views, keep_their_shape_when_they_are_assigned_to) {
  gpu::xarray<double> a = {{0., 1., 2.}, {3., 4., 5.}};
  double b = 1.2;
  auto tr = gpu::view(a, 0, gpu::all());
  tr = b;
  EXPECT_EQ(values(a), (numbers{1.2, 1.2, 1.2, 3, 4, 5}));
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_views, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
