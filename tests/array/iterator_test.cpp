// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/array_iterator.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::values;

class iterators : public gpu::test::on_device {};

TEST_P(iterators, visit_the_elements_in_c_order) {
  ndarray<int> a{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(std::vector<int>(a.begin(), a.end()), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(std::vector<int>(a.cbegin(), a.cend()), (std::vector{1, 2, 3, 4, 5, 6}));
  const auto transposed = a.transpose();
  EXPECT_EQ(std::vector<int>(transposed.begin(), transposed.end()),
            (std::vector{1, 4, 2, 5, 3, 6}));
  int sum = 0;
  for (const int x : std::as_const(a)) sum += x;
  EXPECT_EQ(sum, 21);
  for (auto x : a) x = 2 * x;
  EXPECT_EQ(values(a), (std::vector{2, 4, 6, 8, 10, 12}));
}

TEST_P(iterators, serve_the_standard_algorithms_that_read) {
  const ndarray<double> a = gpu::linspace<double>(0, 1, 101);
  EXPECT_NEAR(std::accumulate(a.begin(), a.end(), 0.0), 50.5, 1e-12);
  EXPECT_EQ(*std::max_element(a.begin(), a.end()), 1.0);
  EXPECT_EQ(std::count_if(a.begin(), a.end(), [](double x) { return x < 0.5; }), 50);
  EXPECT_EQ(std::lower_bound(a.begin(), a.end(), 0.255) - a.begin(), 26);
  EXPECT_TRUE(std::equal(a.begin(), a.end(), (a + 0).begin()));
  EXPECT_EQ(*(a.end() - 1), 1.0);
  EXPECT_EQ(a.begin()[50], 0.5);
  EXPECT_EQ(std::ranges::distance(a), 101);
}

TEST_P(iterators, serve_the_standard_algorithms_that_write) {
  ndarray<int> a({6}, 0);
  std::iota(a.begin(), a.end(), 1);
  EXPECT_EQ(values(a), (std::vector{1, 2, 3, 4, 5, 6}));
  std::reverse(a.begin(), a.end());
  EXPECT_EQ(values(a), (std::vector{6, 5, 4, 3, 2, 1}));
  std::transform(a.begin(), a.end(), a.begin(), [](int x) { return x % 4; });
  EXPECT_EQ(values(a), (std::vector{2, 1, 0, 3, 2, 1}));
  std::sort(a.begin(), a.end());
  EXPECT_EQ(values(a), (std::vector{0, 1, 1, 2, 2, 3}));
  std::rotate(a.begin(), a.begin() + 2, a.end());
  EXPECT_EQ(values(a), (std::vector{1, 2, 2, 3, 0, 1}));
  std::replace(a.begin(), a.end(), 2, 9);
  EXPECT_EQ(std::count(a.begin(), a.end(), 9), 2);
  const std::vector<int> source{7, 8};
  std::copy(source.begin(), source.end(), a.begin() + 4);
  EXPECT_EQ(values(a), (std::vector{1, 9, 9, 3, 7, 8}));
  std::fill(a.begin(), a.end(), 5);
  EXPECT_EQ(values(a), std::vector(6, 5));
}

TEST_P(iterators, sort_many_elements) {
  const int count = GetParam().is_cpu() ? 2000 : 60;  // each access is a copy from a GPU
  ndarray<int> a = (gpu::arange<int>(count) * 7919) % 1009;
  std::vector<int> expected = values(a);
  std::sort(expected.begin(), expected.end());
  std::sort(a.begin(), a.end());
  EXPECT_EQ(values(a), expected);
}

TEST_P(iterators, writing_through_them_leaves_copies) {
  ndarray<int> a{1, 2, 3};
  const ndarray<int> copy = a;
  *a.begin() = 10;
  std::fill(a.begin() + 1, a.end(), 0);
  EXPECT_EQ(values(a), (std::vector{10, 0, 0}));
  EXPECT_EQ(values(copy), (std::vector{1, 2, 3}));
}

TEST_P(iterators, that_read_keep_what_they_read) {
  ndarray<int> a{1, 2, 3};
  const auto first = std::as_const(a).begin();
  const auto second = (a * 10).begin();
  a = ndarray<int>{4};
  EXPECT_EQ(first[2], 3);
  EXPECT_EQ(second[2], 30);
}

TEST_P(iterators, that_read_do_not_see_later_writes) {
  ndarray<int> a{1, 2, 3};
  const auto first = std::as_const(a).begin();
  a += 10;
  a(1) = 0;
  EXPECT_EQ(first[0], 1);
  EXPECT_EQ(first[1], 2);
}

TEST_P(iterators, of_empty_and_0_d_arrays) {
  ndarray<int> none({0, 3}, 1);
  EXPECT_EQ(none.begin(), none.end());
  EXPECT_EQ(none.cbegin(), none.cend());
  ndarray<int> one(gpu::shape{}, 7);
  EXPECT_EQ(one.end() - one.begin(), 1);
  *one.begin() = 8;
  EXPECT_EQ(*one.cbegin(), 8);
}

static_assert(std::random_access_iterator<ndarray<int>::const_iterator>);
static_assert(std::random_access_iterator<ndarray<int>::iterator>);
static_assert(std::sized_sentinel_for<ndarray<int>::iterator, ndarray<int>::iterator>);

INSTANTIATE_TEST_SUITE_P(devices, iterators, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
