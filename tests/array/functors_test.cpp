// SPDX-License-Identifier: BSD-3-Clause
// xtensor's functions of functors, and its iteration over parts of arrays.
#include <gpu/array/functors.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/indexing/axis_iterator.hpp>
#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;
using numbers = std::vector<double>;

class functors : public gpu::test::on_device {
 protected:
  const ndarray<double> a = {{3, 1, 2}, {4, 6, 5}};
};

TEST_P(functors, reduce) {
  EXPECT_EQ(values(gpu::reduce(gpu::add, a, {0})), (numbers{7, 7, 7}));
  EXPECT_EQ(values(gpu::reduce(std::plus<>(), a, {0, 1})), numbers{21});
  EXPECT_EQ(values(gpu::reduce(std::multiplies<double>(), a)), numbers{720});
  EXPECT_EQ(values(gpu::reduce(gpu::maximum, a, 1, gpu::initial(4))), (numbers{4, 6}));
  EXPECT_EQ(gpu::reduce(gpu::maximum, a, gpu::keepdims).shape(), (shape{1, 1}));
  EXPECT_EQ(values(gpu::reduce(gpu::minimum, a, gpu::keepdims, gpu::axis(1))), (numbers{1, 4}));
  EXPECT_EQ(values(gpu::reduce(std::minus<>(), a, 1)), (numbers{0, -7}));
  EXPECT_THROW(static_cast<void>(gpu::reduce(gpu::add, a, 2)), gpu::axis_error);
}

TEST_P(functors, accumulate) {
  EXPECT_EQ(values(gpu::accumulate(gpu::add, a, 1)), (numbers{3, 4, 6, 4, 10, 15}));
  EXPECT_EQ(values(gpu::accumulate(std::plus<double>(), a)), (numbers{3, 4, 6, 10, 16, 21}));
  EXPECT_EQ(values(gpu::accumulate(gpu::maximum, a, 0)), (numbers{3, 1, 2, 4, 6, 5}));
  EXPECT_THROW(static_cast<void>(gpu::accumulate(gpu::add, a, 2)), gpu::axis_error);
}

TEST_P(functors, vectorize) {
  const auto sum = gpu::vectorize(std::plus<>());
  EXPECT_EQ(values(sum(a, 1)), values(a + 1));
  EXPECT_EQ(values(gpu::vectorize(gpu::sqrt)(a)), values(gpu::sqrt(a)));
  const auto f = gpu::vectorize([](auto x, auto y) { return x * x - y; });
  const ndarray<double> column = {{1}, {2}};
  EXPECT_EQ(values(f(a, column)), values(a * a - column));
  EXPECT_EQ(values(f(2.0, a)), values(4 - a));
}

TEST_P(functors, parts_along_an_axis) {
  ndarray<double> b = a;
  double factor = 1;
  for (auto it = gpu::axis_begin(b); it != gpu::axis_end(b); ++it) *it *= factor++;
  EXPECT_EQ(values(b), (numbers{3, 1, 2, 8, 12, 10}));
  std::vector<double> sums;
  for (auto it = gpu::axis_begin(a, -1); it != gpu::axis_end(a, -1); ++it)
    sums.push_back(gpu::sum(*it)());
  EXPECT_EQ(sums, (numbers{7, 7, 7}));
  EXPECT_EQ(gpu::axis_end(a) - gpu::axis_begin(a), 2);
  EXPECT_THROW(static_cast<void>(gpu::axis_begin(a, 2)), gpu::axis_error);
  const ndarray<double> none = gpu::zeros<double>({0, 3});
  EXPECT_EQ(gpu::axis_end(none), gpu::axis_begin(none));
}

TEST_P(functors, lines_along_an_axis) {
  const ndarray<int> c = gpu::reshape(gpu::arange<int>(12), {2, 3, 2});
  std::vector<std::vector<int>> lines;
  for (auto it = gpu::axis_slice_begin(c, 1); it != gpu::axis_slice_end(c, 1); ++it)
    lines.push_back(values(*it));
  EXPECT_EQ(lines, (std::vector<std::vector<int>>{{0, 2, 4}, {1, 3, 5}, {6, 8, 10}, {7, 9, 11}}));
  ndarray<int> d = c;
  for (auto it = gpu::axis_slice_begin(d); it != gpu::axis_slice_end(d); ++it) *it = 7;
  EXPECT_EQ(values(d), std::vector<int>(12, 7));
}

TEST_P(functors, members_of_arrays) {
  ndarray<double> b = a;
  EXPECT_EQ(a.flat(4), 6);
  EXPECT_EQ((a + 1).flat(4), 7);
  EXPECT_EQ(a.front(), 3);
  EXPECT_EQ((a * 2).back(), 10);
  EXPECT_EQ(a.item(4), 6);
  EXPECT_EQ(a.item(-1), 5);
  EXPECT_EQ(a.item(1, -2), 6);
  EXPECT_EQ(a.item({1, -2}), 6);
  EXPECT_THROW(static_cast<void>(a.item(6)), gpu::index_error);
  EXPECT_THROW(static_cast<void>(a.item(0, 3)), gpu::index_error);
  EXPECT_THROW(static_cast<void>(a.item(0, 0, 0)), gpu::value_error);
  EXPECT_THROW(static_cast<void>(ndarray<double>().back()), gpu::index_error);
  EXPECT_THROW(static_cast<void>((a + 1).flat(6)), gpu::index_error);
  EXPECT_EQ(a.periodic(-1, 4), 6);
  EXPECT_EQ(a.periodic(-1), 2);
  b.periodic(2, -3) = 9;
  EXPECT_EQ(b(0, 0), 9);
  EXPECT_THROW(static_cast<void>(ndarray<double>().periodic(0)), gpu::index_error);
  EXPECT_THROW(static_cast<void>(a.periodic(0, 0, 0)), gpu::index_error);
  EXPECT_TRUE(a.in_bounds(1, 2));
  EXPECT_TRUE(a.in_bounds(2));
  EXPECT_FALSE(a.in_bounds(2, 0));
  EXPECT_FALSE(a.in_bounds(0, -1));
  EXPECT_FALSE(a.in_bounds(0, 0, 0));
  static_assert(ndarray<int>::layout() == gpu::layout_type::row_major);
  EXPECT_EQ(numbers(a.crbegin(), a.crend()), (numbers{5, 6, 4, 2, 1, 3}));
  EXPECT_EQ(*(a + 1).rbegin(), 6);
  *b.rbegin() = 0;
  EXPECT_EQ(numbers(b.rbegin(), b.rend()), (numbers{0, 6, 4, 2, 1, 9}));
  b.sort();
  EXPECT_EQ(values(b), (numbers{1, 2, 9, 0, 4, 6}));
  b.sort(0);
  EXPECT_EQ(values(b), (numbers{0, 2, 6, 1, 4, 9}));
  EXPECT_EQ(values(a.take({0, 2}, 1)), (numbers{3, 2, 4, 5}));
  EXPECT_EQ(values(a.take(ndarray<int>{1}, gpu::axis(0))), (numbers{4, 6, 5}));
  EXPECT_EQ(values(a.take(3)), numbers{4});
}

TEST_P(functors, views_by_lists_with_keep_and_drop) {
  ndarray<int> b = gpu::reshape(gpu::arange<int>(12), {3, 4});
  const ndarray<int>& c = b;
  EXPECT_EQ(values(gpu::dynamic_view(c, {gpu::range(0, 2), gpu::keep(0, 2)})),
            (std::vector<int>{0, 2, 4, 6}));
  EXPECT_EQ(values(gpu::dynamic_view(c + 1, {1, gpu::drop(0, 2)})), (std::vector<int>{6, 8}));
  gpu::xdynamic_slice_vector slices({gpu::drop(0)});
  slices.push_back(3);
  gpu::dynamic_view(b, slices) = -1;
  EXPECT_EQ(values(b), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, -1, 8, 9, 10, -1}));
  auto rows = gpu::view(b, gpu::range(1, 3));
  gpu::dynamic_view(rows, {0, gpu::range(0, 2)}) = 9;
  EXPECT_EQ(b(1, 1), 9);
  EXPECT_THROW(static_cast<void>(gpu::dynamic_view(rows, {0, gpu::keep(0)})), gpu::index_error);
  EXPECT_THROW(static_cast<void>(gpu::dynamic_view(c, {5, gpu::keep(0)})), gpu::index_error);
}

TEST_P(functors, lists_of_indices_and_orders_of_elements) {
  const auto found = gpu::argwhere(a > 3);
  EXPECT_EQ(values(gpu::flatten_indices(found)), (std::vector<std::int64_t>{1, 0, 1, 1, 1, 2}));
  EXPECT_EQ(values(gpu::ravel_indices(found, a.shape())), (std::vector<std::int64_t>{3, 4, 5}));
  EXPECT_EQ(gpu::from_indices(found).shape(), (shape{3, 2}));
  EXPECT_THROW(static_cast<void>(gpu::ravel_indices(found, {2, 3, 1})), gpu::shape_error);
  EXPECT_EQ(values(gpu::ravel<gpu::layout_type::column_major>(a)), (numbers{3, 4, 1, 6, 2, 5}));
  EXPECT_EQ(values(gpu::flatten<gpu::layout_type::row_major>(a)), values(a));
}

TEST_P(functors, minmax_is_two_numbers_or_two_expressions) {
  const auto [low, high] = gpu::minmax(a);
  EXPECT_EQ(values(high - low), numbers{5});
  EXPECT_EQ(gpu::minmax(a)(), (std::array<double, 2>{1, 6}));
}

TEST_P(functors, make_lambda_xfunction_calls_a_function_of_arrays) {
  const ndarray<int> a{1, 2, 3};
  EXPECT_EQ(values(gpu::make_lambda_xfunction([](auto x, auto y) { return x * x + y; }, a, 10)),
            (std::vector{11, 14, 19}));
  EXPECT_EQ(values(gpu::make_lambda_xfunction(std::plus<>(), a, a)), (std::vector{2, 4, 6}));
}

INSTANTIATE_TEST_SUITE_P(devices, functors, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
