// SPDX-License-Identifier: BSD-3-Clause
// An element of an array of integers, where functions take integers.
#include <gpu/core/integer_like.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

static_assert(gpu::integer_like<int>);
static_assert(gpu::integer_like<ndarray<std::uint8_t>::reference>);
static_assert(gpu::integer_like<gpu::view_element<std::int64_t>>);
static_assert(!gpu::integer_like<double>);
static_assert(!gpu::integer_like<ndarray<double>::reference>);
static_assert(!gpu::integer_like<ndarray<bool>::reference>);
static_assert(!gpu::integer_like<ndarray<int>>);
static_assert(!gpu::integer_like<std::vector<int>>);
static_assert(!gpu::integer_like<decltype(gpu::axis(1))>);
static_assert(!std::is_constructible_v<ndarray<int>, ndarray<int>::reference, int>);

class element_as_integer : public gpu::test::on_device {
 protected:
  ndarray<int> i = {2, 1, 3};
  const ndarray<double> m = {{0, 1, 2}, {3, 4, 5}};
};

TEST_P(element_as_integer, is_an_index) {
  EXPECT_EQ(values(gpu::view(m, i(1))), (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(values(gpu::view(m, 0, gpu::range(i(1), i(2)))), (std::vector<double>{1, 2}));
  EXPECT_EQ(values(gpu::view(m, gpu::range(i(1)))), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(m(i(1), i(0)), 5);
  EXPECT_EQ((m[{i(1), i(0)}]), 5);
  EXPECT_EQ(m[i(0)], 2);
  EXPECT_EQ(values(gpu::take(m, i(2))), std::vector<double>{3});
  EXPECT_EQ(values(gpu::take(m, {i(2), i(0)})), (std::vector<double>{3, 2}));
  EXPECT_EQ(values(gpu::view(m, gpu::all(), gpu::keep(i(0), i(1)))),
            (std::vector<double>{2, 1, 5, 4}));
  EXPECT_EQ(gpu::unravel_index(i(2), {2, 2}), (shape{1, 1}));
  EXPECT_THROW((void)gpu::view(m, i(0)), gpu::index_error);
}

TEST_P(element_as_integer, is_an_extent) {
  EXPECT_EQ(gpu::zeros<double>({i(0), i(1)}).shape(), (shape{2, 1}));
  EXPECT_EQ(gpu::zeros<double>(i(0)).shape(), shape{2});
  EXPECT_EQ(gpu::reshape(m, {i(2), i(0)}).shape(), (shape{3, 2}));
  EXPECT_EQ(gpu::eye(i(0)).shape(), (shape{2, 2}));
  EXPECT_EQ(gpu::tile(i, i(0)).shape(), shape{6});
}

TEST_P(element_as_integer, is_a_bound_of_arange) {
  const auto three = gpu::arange(i(2));
  static_assert(std::is_same_v<decltype(three), const ndarray<int>>);
  EXPECT_EQ(values(three), (std::vector{0, 1, 2}));
  EXPECT_EQ(values(gpu::arange(i(1), i(2))), (std::vector{1, 2}));
  EXPECT_EQ(values(gpu::arange<double>(0, i(2), 2)), (std::vector<double>{0, 2}));
}

TEST_P(element_as_integer, is_a_count_a_shift_and_an_axis) {
  EXPECT_EQ(values(gpu::roll(i, i(1))), (std::vector{3, 2, 1}));
  EXPECT_EQ(gpu::repeat(i, i(0)).shape(), shape{6});
  EXPECT_EQ(values(gpu::sum(m, i(1))), (std::vector<double>{3, 12}));
  EXPECT_EQ(values(gpu::sum(m, gpu::axis(i(1)))), (std::vector<double>{3, 12}));
  EXPECT_EQ(gpu::expand_dims(m, i(0)).shape(), (shape{2, 3, 1}));
  EXPECT_EQ(gpu::split(m, i(2), i(1)).size(), 3u);
  EXPECT_THROW((void)gpu::sum(m, i(0)), gpu::axis_error);
}

INSTANTIATE_TEST_SUITE_P(devices, element_as_integer, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
