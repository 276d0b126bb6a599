// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of iterators (docs/source/quickref/iterator.rst), with `gpu::`
// for `xt::`.
#include <gpu/array/ordered_iteration.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::layout_type;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;
using integers = std::vector<int>;
using parts = std::vector<integers>;

class xtensor_iteration : public gpu::test::on_device {
 protected:
  template <class Iterator>
  static std::string printed(Iterator first, Iterator last) {
    std::ostringstream out;
    std::copy(first, last, std::ostream_iterator<int>(out, " "));
    return out.str();
  }
  template <class Iterator>
  static parts listed(Iterator first, Iterator last) {
    parts result;
    while (first != last) result.push_back(values(*first++));
    return result;
  }

  gpu::xarray<int> a = {{1, 2, 3}, {4, 5, 6}};
  gpu::xarray<int> b = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}},
                        {{13, 14, 15, 16}, {17, 18, 19, 20}, {21, 22, 23, 24}}};
};

TEST_P(xtensor_iteration, is_in_C_order) {
  EXPECT_EQ(printed(a.begin(), a.end()), "1 2 3 4 5 6 ");
  EXPECT_EQ(printed(a.crbegin(), a.crend()), "6 5 4 3 2 1 ");
}

TEST_P(xtensor_iteration, takes_an_order) {
  EXPECT_EQ(printed(a.begin<layout_type::row_major>(), a.end<layout_type::row_major>()),
            "1 2 3 4 5 6 ");
  EXPECT_EQ(printed(a.begin<layout_type::column_major>(), a.end<layout_type::column_major>()),
            "1 4 2 5 3 6 ");
  EXPECT_EQ(printed(a.rbegin<layout_type::column_major>(), a.rend<layout_type::column_major>()),
            "6 3 5 2 4 1 ");
  const auto e = gpu::view(b + 1, 0);
  EXPECT_EQ(printed(e.cbegin<layout_type::column_major>(), e.cend<layout_type::column_major>()),
            "2 6 10 3 7 11 4 8 12 5 9 13 ");
}

TEST_P(xtensor_iteration, takes_a_shape_to_broadcast_to) {
  using shape_type = gpu::dynamic_shape<std::size_t>;
  shape_type s = {2, 2, 3};
  EXPECT_EQ(printed(a.begin(s), a.end(s)), "1 2 3 4 5 6 1 2 3 4 5 6 ");
  EXPECT_EQ(printed(a.begin<layout_type::row_major>(s), a.end<layout_type::row_major>(s)),
            "1 2 3 4 5 6 1 2 3 4 5 6 ");
  EXPECT_EQ(printed(a.begin<layout_type::column_major>(s), a.end<layout_type::column_major>(s)),
            "1 1 4 4 2 2 5 5 3 3 6 6 ");
  EXPECT_EQ(printed(a.cbegin({1, 2, 3}), a.cend({1, 2, 3})), "1 2 3 4 5 6 ");
  EXPECT_EQ(*a.rbegin({2, 2, 3}), 6);
  EXPECT_EQ(a.rend({2, 2, 3}) - a.rbegin({2, 2, 3}), 12);
  EXPECT_EQ(message_of<gpu::shape_error>([&] {
              static_cast<void>(a.begin({2, 2}));
            }),
            message_of<gpu::shape_error>([&] {
              static_cast<void>(gpu::broadcast_to(a, {2, 2}));
            }));
}

TEST_P(xtensor_iteration, of_no_elements_ends_at_once) {
  const gpu::xarray<int> none = gpu::zeros<int>({0, 3});
  EXPECT_TRUE(none.begin<layout_type::column_major>() == none.end<layout_type::column_major>());
  EXPECT_TRUE(none.begin({2, 0, 3}) == none.end({2, 0, 3}));
}

TEST_P(xtensor_iteration, reads_what_the_array_held) {
  auto first = a.begin<layout_type::column_major>();
  const auto last = a.end<layout_type::column_major>();
  a.fill(0);
  EXPECT_EQ(printed(first, last), "1 4 2 5 3 6 ");
}

TEST_P(xtensor_iteration, serves_algorithms) {
  gpu::xarray<int> c(a.shape());
  std::transform(a.cbegin(), a.cend(), c.begin(), [](auto&& v) { return v + 1; });
  EXPECT_EQ(values(c), (integers{2, 3, 4, 5, 6, 7}));
  std::copy(a.crbegin(), a.crend(), c.begin());
  EXPECT_EQ(values(c), (integers{6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(std::accumulate(a.begin({2, 2, 3}), a.end({2, 2, 3}), 0), 42);
}

TEST_P(xtensor_iteration, has_names_for_the_order_in_memory) {
  const gpu::xarray<int> c = a * 2;
  EXPECT_EQ(printed(c.linear_begin(), c.linear_end()), "2 4 6 8 10 12 ");
  EXPECT_EQ(printed(a.linear_cbegin(), a.linear_cend()), "1 2 3 4 5 6 ");
  std::reverse(a.linear_begin(), a.linear_end());
  EXPECT_EQ(values(a), (integers{6, 5, 4, 3, 2, 1}));
  auto column = gpu::col(a, 0);
  std::fill(column.linear_begin(), column.linear_end(), 0);
  EXPECT_EQ(values(a), (integers{0, 5, 4, 0, 2, 1}));
}

TEST_P(xtensor_iteration, goes_over_lines) {
  EXPECT_EQ(listed(axis_slice_begin(b, 0), axis_slice_end(b, 0)), (parts{{1, 13},
                                                                         {2, 14},
                                                                         {3, 15},
                                                                         {4, 16},
                                                                         {5, 17},
                                                                         {6, 18},
                                                                         {7, 19},
                                                                         {8, 20},
                                                                         {9, 21},
                                                                         {10, 22},
                                                                         {11, 23},
                                                                         {12, 24}}));
  EXPECT_EQ(listed(axis_slice_begin(b, 1u), axis_slice_end(b, 1u)), (parts{{1, 5, 9},
                                                                           {2, 6, 10},
                                                                           {3, 7, 11},
                                                                           {4, 8, 12},
                                                                           {13, 17, 21},
                                                                           {14, 18, 22},
                                                                           {15, 19, 23},
                                                                           {16, 20, 24}}));
  EXPECT_EQ(listed(axis_slice_begin(b, 2u), axis_slice_end(b, 2u)), (parts{{1, 2, 3, 4},
                                                                           {5, 6, 7, 8},
                                                                           {9, 10, 11, 12},
                                                                           {13, 14, 15, 16},
                                                                           {17, 18, 19, 20},
                                                                           {21, 22, 23, 24}}));
}

TEST_P(xtensor_iteration, goes_over_parts_with_one_axis_less) {
  EXPECT_EQ(listed(axis_begin(b, 0), axis_end(b, 0)),
            (parts{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                   {13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}}));
  EXPECT_EQ(listed(axis_begin(b, 1u), axis_end(b, 1u)), (parts{{1, 2, 3, 4, 13, 14, 15, 16},
                                                               {5, 6, 7, 8, 17, 18, 19, 20},
                                                               {9, 10, 11, 12, 21, 22, 23, 24}}));
  EXPECT_EQ(listed(axis_begin(b, 2u), axis_end(b, 2u)), (parts{{1, 5, 9, 13, 17, 21},
                                                               {2, 6, 10, 14, 18, 22},
                                                               {3, 7, 11, 15, 19, 23},
                                                               {4, 8, 12, 16, 20, 24}}));
}

TEST_P(xtensor_iteration, goes_over_parts_of_parts) {
  gpu::xarray<int> c = {{1, 2, 3}, {4, 5, 6}};
  for (auto it = axis_begin(c); it != axis_end(c); ++it)
    for (auto line = axis_begin(*it); line != axis_end(*it); ++line) *line *= 10;
  EXPECT_EQ(values(c), (integers{10, 20, 30, 40, 50, 60}));
  for (auto it = axis_begin(c, 1); it != axis_end(c, 1); ++it) {
    EXPECT_EQ(it->shape(), gpu::shape{2});
    it->fill(it->front());
  }
  EXPECT_EQ(values(c), (integers{10, 20, 30, 10, 20, 30}));
  auto it = axis_begin(gpu::view(c, gpu::all(), gpu::range(0, 2)));
  const auto second = it + 1;
  it = second;
  EXPECT_EQ(values(c), (integers{10, 20, 30, 10, 20, 30}));
  *it = 0;
  EXPECT_EQ(values(c), (integers{10, 20, 30, 0, 0, 30}));
  const auto& constant = c;
  EXPECT_EQ(listed(axis_slice_begin(constant + 1), axis_slice_end(constant + 1)),
            (parts{{11, 1}, {21, 1}, {31, 31}}));
  EXPECT_EQ(axis_begin(constant)->at(2), 30);
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_iteration, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
