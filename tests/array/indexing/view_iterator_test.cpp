// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/view_iterator.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::test::message_of;
using gpu::test::values;
using integers = std::vector<int>;

class view_iterators : public gpu::test::on_device {
 protected:
  static ndarray<int> matrix() { return {{3, 1, 2}, {6, 5, 4}}; }
};

TEST_P(view_iterators, write_to_the_array) {
  ndarray<int> a = matrix();
  for (auto&& x : gpu::row(a, 0)) x += 10;
  EXPECT_EQ(values(a), (integers{13, 11, 12, 6, 5, 4}));
  for (auto&& x : gpu::view(a, gpu::all(), gpu::range(2, 0, -1))) x = -x;
  EXPECT_EQ(values(a), (integers{13, -11, -12, 6, -5, -4}));
  for (auto&& x : gpu::filter(a, a < 0)) x = 0;
  EXPECT_EQ(values(a), (integers{13, 0, 0, 6, 0, 0}));
  auto column = gpu::reshape_view(a, {6, 1});
  std::iota(column.begin(), column.end(), 1);
  EXPECT_EQ(values(a), (integers{1, 2, 3, 4, 5, 6}));
}

TEST_P(view_iterators, serve_the_standard_algorithms) {
  ndarray<int> a = matrix();
  auto first = gpu::row(a, 0);
  std::sort(first.begin(), first.end());
  EXPECT_EQ(values(a), (integers{1, 2, 3, 6, 5, 4}));
  std::sort(gpu::row(a, 1).begin(), gpu::row(a, 1).end());
  EXPECT_EQ(values(a), (integers{1, 2, 3, 4, 5, 6}));
  auto columns = gpu::view(a, gpu::all(), gpu::range(0, 2));
  std::transform(columns.begin(), columns.end(), columns.begin(), [](int x) { return 10 * x; });
  EXPECT_EQ(values(a), (integers{10, 20, 3, 40, 50, 6}));
  std::reverse(columns.rbegin(), columns.rend());
  EXPECT_EQ(values(a), (integers{50, 40, 3, 20, 10, 6}));
  auto line = gpu::view(a, gpu::all(), 2);
  const integers source{7, 8};
  std::copy(source.begin(), source.end(), line.begin());
  EXPECT_EQ(values(a), (integers{50, 40, 7, 20, 10, 8}));
  std::fill(line.begin(), line.end(), 0);
  EXPECT_EQ(values(a), (integers{50, 40, 0, 20, 10, 0}));
  auto listed = gpu::view(a, 0, gpu::keep(2, 0, 1));
  std::ranges::sort(listed);
  EXPECT_EQ(values(a), (integers{40, 50, 0, 20, 10, 0}));
}

TEST_P(view_iterators, see_what_the_array_holds_now) {
  ndarray<int> a = matrix();
  auto row = gpu::row(a, 1);
  const auto it = row.begin();
  a(1, 2) = 9;
  EXPECT_EQ(it[2], 9);
  EXPECT_EQ(*(row.end() - 1), 9);
  EXPECT_EQ(row.end() - it, 3);
  EXPECT_LT(it, row.end());
}

TEST_P(view_iterators, leave_copies_and_other_elements) {
  ndarray<int> a = matrix();
  const ndarray<int> copy = a;
  for (auto&& x : gpu::col(a, 1)) x = 0;
  EXPECT_EQ(values(a), (integers{3, 0, 2, 6, 0, 4}));
  EXPECT_EQ(values(copy), (integers{3, 1, 2, 6, 5, 4}));
}

TEST_P(view_iterators, outlive_the_view_and_the_array) {
  auto it = [] {
    ndarray<int> a = matrix();
    auto row = gpu::row(a, 1);
    return row.begin();
  }();
  it[1] = 8;
  EXPECT_EQ(integers(it, it + 3), (integers{6, 8, 4}));
}

TEST_P(view_iterators, of_const_views_and_arrays_read_a_snapshot) {
  ndarray<int> a = matrix();
  const auto row = gpu::row(a, 0);
  const auto it = row.begin();
  static_assert(std::is_same_v<decltype(*it), const int&>);
  a(0, 0) = 30;
  EXPECT_EQ(*it, 3);
  EXPECT_EQ(integers(row.cbegin(), row.cend()), (integers{30, 1, 2}));
  static_assert(std::is_same_v<decltype(*gpu::row(std::as_const(a), 0).begin()), const int&>);
}

TEST_P(view_iterators, of_no_elements_and_one) {
  ndarray<int> a = matrix();
  auto none = gpu::view(a, gpu::range(1, 1));
  EXPECT_EQ(none.begin(), none.end());
  auto one = gpu::view(a, 1, 1);
  EXPECT_EQ(one.end() - one.begin(), 1);
  *one.begin() = 7;
  EXPECT_EQ(a(1, 1), 7);
}

TEST_P(view_iterators, other_members_write_elements_too) {
  ndarray<int> a = matrix();
  auto columns = gpu::view(a, gpu::all(), gpu::range(1, 3));
  columns.front() = 10;
  columns.back() = 40;
  columns.flat(1) += 20;
  columns.periodic(-1, 0) = 30;
  EXPECT_EQ(values(a), (integers{3, 10, 22, 6, 30, 40}));
  EXPECT_EQ(message_of<gpu::index_error>([&] { columns.flat(4) = 0; }),
            "index 4 is out of bounds for axis 0 with size 4");
  auto none = gpu::view(a, gpu::range(1, 1));
  EXPECT_THROW(none.front() = 1, gpu::index_error);
  EXPECT_THROW(none.back() = 1, gpu::index_error);
  EXPECT_THROW(none.periodic(0) = 1, gpu::index_error);
  auto found = gpu::filter(a, a > 20);
  found.back() = 1;
  EXPECT_EQ(values(a), (integers{3, 10, 22, 6, 30, 1}));
}

TEST_P(view_iterators, of_every_element_type) {
  const auto check = []<class T>(T) {
    ndarray<T> a{T(1), T(0), T(1)};
    for (auto&& x : gpu::view(a, gpu::range(1, 3))) x = static_cast<T>(1);
    EXPECT_EQ(a(1), T(1));
  };
  check(true);
  check(std::uint8_t());
  check(gpu::float16());
  check(std::complex<float>());
}

using row_iterator = gpu::array_view<int>::iterator;
static_assert(std::random_access_iterator<row_iterator>);
static_assert(std::sized_sentinel_for<row_iterator, row_iterator>);
static_assert(std::indirectly_writable<row_iterator, int>);

INSTANTIATE_TEST_SUITE_P(devices, view_iterators, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
