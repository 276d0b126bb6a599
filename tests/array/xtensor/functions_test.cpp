// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of reductions, histograms and rearranged arrays
// (docs/source/quickref/reducer.rst, quickref/manipulation.rst, histogram.rst and pitfall.rst),
// with `gpu::` for `xt::`.
#include <gpu/array/xtensor_arguments.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
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
using positions = std::vector<std::int64_t>;
using numbers = std::vector<double>;

class xtensor_functions : public gpu::test::on_device {
 protected:
  gpu::xarray<int> a = {{1, 2, 3}, {4, 5, 6}};
  gpu::xarray<int> square = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  gpu::xtensor<double, 1> data = {1., 1., 2., 2., 3.};
};

TEST_P(xtensor_functions, add_and_multiply) {
  gpu::xarray<int> r0 = gpu::sum(a, {1});
  EXPECT_EQ(values(r0), (integers{6, 15}));
  gpu::xarray<int> r1 = gpu::sum(a);
  EXPECT_EQ(r1.dimension(), 0u);
  int r2 = gpu::sum(a)();
  EXPECT_EQ(r2, 21);
  auto r4 = gpu::sum<long int>(a, {1});
  static_assert(std::is_same_v<decltype(r4)::value_type, long int>);
  auto r6 = gpu::sum<gpu::big_promote_value_type_t<decltype(a)>>(a, {1});
  static_assert(std::is_same_v<decltype(r6)::value_type, std::int64_t>);
  static_assert(std::is_same_v<gpu::big_promote_value_type_t<gpu::xarray<float>>, double>);
  static_assert(
      std::is_same_v<gpu::big_promote_value_type_t<gpu::xarray<std::uint8_t>>, std::uint64_t>);
  EXPECT_EQ(values(r6), (positions{6, 15}));
  gpu::xarray<int> p0 = gpu::prod(a, {1});
  EXPECT_EQ(values(p0), (integers{6, 120}));
  int p1 = gpu::prod(a)();
  EXPECT_EQ(p1, 720);
}

TEST_P(xtensor_functions, describe_elements) {
  gpu::xarray<int> mean = gpu::mean(a, {1});
  EXPECT_EQ(values(mean), (integers{2, 5}));
  EXPECT_EQ(values(gpu::variance(a, {0})), (numbers{2.25, 2.25, 2.25}));
  EXPECT_EQ(values(gpu::stddev(a, {0})), (numbers{1.5, 1.5, 1.5}));
  EXPECT_EQ(gpu::variance(a, {0, 1}, 1)(), 3.5);
  gpu::xarray<int> top = gpu::amax(a, {1});
  EXPECT_EQ(values(top), (integers{3, 6}));
  gpu::xarray<int> bottom = gpu::amin(a, {0});
  EXPECT_EQ(values(bottom), (integers{1, 2, 3}));
  gpu::xarray<int> steps = gpu::diff(a, 1, 1);
  EXPECT_EQ(values(steps), (integers{1, 1, 1, 1}));
}

TEST_P(xtensor_functions, measure_and_accumulate) {
  gpu::xarray<double> d = a;
  EXPECT_EQ(values(gpu::norm_l0(d, {1})), (positions{3, 3}));
  EXPECT_EQ(values(gpu::norm_l1(d, {1})), (numbers{6, 15}));
  EXPECT_EQ(values(gpu::norm_sq(d, {1})), (numbers{14, 77}));
  EXPECT_TRUE(gpu::allclose(gpu::norm_l2(d, {1}), gpu::sqrt(gpu::norm_sq(d, {1}))));
  EXPECT_EQ(values(gpu::norm_linf(d, {1})), (numbers{3, 6}));
  EXPECT_EQ(values(gpu::norm_lp_to_p(d, 3, {1})), (numbers{36, 405}));
  EXPECT_EQ(gpu::norm_induced_l1(d)(), 9);
  EXPECT_EQ(gpu::norm_induced_linf(d)(), 15);
  gpu::xarray<double> b0 = gpu::cumsum(d, {1});
  EXPECT_EQ(values(b0), (numbers{1, 3, 6, 4, 9, 15}));
  gpu::xarray<double> b1 = gpu::cumprod(d, {1});
  EXPECT_EQ(values(b1), (numbers{1, 2, 6, 4, 20, 120}));
}

TEST_P(xtensor_functions, give_arrays_more_and_fewer_axes) {
  gpu::xarray<int> a0 = 123;
  gpu::xarray<int> a1 = {1, 2, 3};
  EXPECT_EQ(gpu::atleast_1d(a0).shape(), (shape{1}));
  EXPECT_EQ(gpu::atleast_2d(a1).shape(), (shape{1, 3}));
  EXPECT_EQ(gpu::atleast_3d(a1).shape(), (shape{1, 3, 1}));
  EXPECT_EQ(gpu::atleast_Nd<4>(a1).dimension(), 4u);
  EXPECT_EQ(gpu::expand_dims(square, 0).shape(), (shape{1, 3, 3}));
  EXPECT_EQ(gpu::expand_dims(square, 2).shape(), (shape{3, 3, 1}));
  auto b = gpu::xarray<double>::from_shape({3, 3, 1, 1, 2, 1, 3});
  EXPECT_EQ(gpu::squeeze(b).shape(), (shape{3, 3, 2, 3}));
  auto sq1 = gpu::squeeze(b, {2, 3}, gpu::check_policy::full());
  EXPECT_EQ(sq1.shape(), (shape{3, 3, 2, 1, 3}));
  EXPECT_EQ(gpu::squeeze(b, 2).shape(), (shape{3, 3, 1, 2, 1, 3}));
  EXPECT_THROW(static_cast<void>(gpu::squeeze(b, {0}, gpu::check_policy::none())),
               gpu::value_error);
  EXPECT_EQ(gpu::transpose(a, {1, 0}, gpu::check_policy::full()).shape(), (shape{3, 2}));
  EXPECT_THROW(static_cast<void>(gpu::transpose(a, {1, 1}, gpu::check_policy::full())),
               gpu::value_error);
}

TEST_P(xtensor_functions, rearrange_elements) {
  EXPECT_EQ(values(gpu::flip(square, 0)), (integers{7, 8, 9, 4, 5, 6, 1, 2, 3}));
  EXPECT_EQ(values(gpu::flip(square, 1)), (integers{3, 2, 1, 6, 5, 4, 9, 8, 7}));
  gpu::xarray<int> small = {{1, 2}, {3, 4}};
  EXPECT_EQ(values(gpu::repeat(small, 3, 1)), (integers{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}));
  EXPECT_EQ(values(gpu::repeat(small, {1, 2}, 0)), (integers{1, 2, 3, 4, 3, 4}));
  EXPECT_EQ(values(gpu::roll(square, 2)), (integers{8, 9, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(values(gpu::roll(square, 2, 1)), (integers{2, 3, 1, 5, 6, 4, 8, 9, 7}));
  const integers turned = {3, 6, 9, 2, 5, 8, 1, 4, 7};
  EXPECT_EQ(values(gpu::rot90<1>(square)), turned);
  EXPECT_EQ(values(gpu::rot90(square)), turned);
  EXPECT_EQ(values(gpu::rot90(square, {-2, -1})), turned);
  EXPECT_EQ(values(gpu::rot90(square, {1, 0})), values(gpu::rot90<3>(square)));
  EXPECT_EQ(values(gpu::rot90<-2>(square)), (integers{9, 8, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              static_cast<void>(gpu::rot90(square, {0, 1, 2}));
            }),
            "len(axes) must be 2.");
}

TEST_P(xtensor_functions, split_and_trim) {
  EXPECT_EQ(gpu::split(square, 3)[1].shape(), (shape{1, 3}));
  EXPECT_EQ(values(gpu::split(square, 3, 1)[2]), (integers{3, 6, 9}));
  gpu::xarray<int> wide = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  EXPECT_EQ(values(gpu::hsplit(wide, 2)[1]), (integers{3, 4, 7, 8, 11, 12}));
  gpu::xarray<int> high = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
  EXPECT_EQ(values(gpu::vsplit(high, 2)[1]), (integers{7, 8, 9, 10, 11, 12}));
  gpu::xarray<int> z = {0, 0, 0, 1, 3, 0};
  EXPECT_EQ(values(gpu::trim_zeros(z)), (integers{1, 3}));
  EXPECT_EQ(values(gpu::trim_zeros(z, "b")), (integers{0, 0, 0, 1, 3}));
  EXPECT_EQ(values(gpu::trim_zeros(z, "f")), (integers{1, 3, 0}));
}

TEST_P(xtensor_functions, count_in_bins) {
  gpu::xtensor<double, 1> count = gpu::histogram(data, std::size_t(2));
  EXPECT_EQ(values(count), (numbers{2, 3}));
  gpu::xtensor<double, 1> bin_edges = gpu::histogram_bin_edges(data, std::size_t(2));
  EXPECT_EQ(values(bin_edges), (numbers{1, 2, 3}));
  bin_edges = gpu::histogram_bin_edges(data, std::size_t(2), gpu::histogram_algorithm::uniform);
  gpu::xtensor<double, 1> prob = gpu::histogram(data, bin_edges, true);
  EXPECT_EQ(bin_edges(0), 1);
  EXPECT_EQ(bin_edges(2), 3);
  EXPECT_NEAR(gpu::sum(prob * gpu::diff(bin_edges))(), 1, 1e-15);
}

TEST_P(xtensor_functions, take_a_flag_for_the_density) {
  const gpu::xtensor<double, 1> edges = {1, 2, 3};
  const gpu::xtensor<double, 1> w = {1, 1, 2, 2, 4};
  const auto counts = gpu::histogram(data, edges, false);
  static_assert(std::is_same_v<decltype(counts)::value_type, double>);
  EXPECT_EQ(values(counts), (numbers{2, 3}));
  EXPECT_EQ(values(gpu::histogram(data, 2, true)), (numbers{0.4, 0.6}));
  EXPECT_EQ(values(gpu::histogram(data, 2, 0., 4., false)), (numbers{2, 3}));
  EXPECT_EQ(values(gpu::histogram(data, 2, 0., 4., true)), (numbers{0.2, 0.3}));
  EXPECT_EQ(values(gpu::histogram(data, edges, w, false)), (numbers{2, 8}));
  EXPECT_EQ(values(gpu::histogram(data, 2, w, true)), (numbers{0.2, 0.8}));
  EXPECT_EQ(values(gpu::histogram(data, 2, w, 0., 4.)), (numbers{2, 8}));
  EXPECT_EQ(values(gpu::histogram(data, 2, w, 0., 4., true)), (numbers{0.1, 0.4}));
  EXPECT_EQ(values(gpu::histogram(data, edges, true).bin_edges()), values(edges));
  EXPECT_THROW(static_cast<void>(gpu::histogram(data, gpu::flip(edges, 0), true)),
               gpu::value_error);
}

TEST_P(xtensor_functions, sort_all_elements_without_an_axis) {
  const gpu::xarray<int> a = {{3, 2}, {1, 0}};
  EXPECT_EQ(values(gpu::sort(a, gpu::xnone())), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(values(gpu::argsort(a, gpu::xnone())), (positions{3, 2, 1, 0}));
  EXPECT_EQ(values(gpu::partition(a, 0, gpu::xnone()))[0], 0);
}

TEST_P(xtensor_functions, take_a_flag_for_the_side) {
  EXPECT_EQ(values(gpu::searchsorted(data, 2, true)), (positions{2}));
  EXPECT_EQ(values(gpu::searchsorted(data, 2, false)), (positions{4}));
  EXPECT_EQ(values(gpu::searchsorted(data, data, true)), values(gpu::searchsorted(data, data)));
  const gpu::xtensor<double, 1> edges = {1, 2, 3};
  EXPECT_EQ(values(gpu::digitize(data, edges, true, true)),
            values(gpu::digitize(data, edges, true)));
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_functions, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
