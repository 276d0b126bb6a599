// SPDX-License-Identifier: BSD-3-Clause
// Expressions of several views of one array, a few rows and columns apart.
#include <cstddef>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::values;

template <class T>
ndarray<T> numbers(const shape& extents) {
  const std::ptrdiff_t count = element_count(extents);
  return reshape(
      astype<T>(remainder(arange<std::int64_t>(count) * std::int64_t{7919}, std::int64_t{101})),
      extents);
}

/// What `sums` holds: of each place the array's elements at the offsets, one after the other.
template <class T>
void expect_sums(const ndarray<T>& found, const ndarray<T>& from,
                 const std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>>& offsets) {
  const std::vector<T> all = values(from);
  const std::vector<T> sums = values(found);
  const std::ptrdiff_t columns = found.shape(1);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const auto at = static_cast<std::ptrdiff_t>(k);
    T wanted{};
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const std::ptrdiff_t place =
          (at / columns + offsets[i].first) * from.shape(1) + at % columns + offsets[i].second;
      const T value = all[static_cast<std::size_t>(place)];
      wanted = i == 0 ? value : static_cast<T>(wanted + value);
    }
    ASSERT_EQ(sums[k], wanted) << "element " << k << " of shape " << found.shape();
  }
}

template <class T>
void expect_neighbours_are_added(std::ptrdiff_t width, std::ptrdiff_t first) {
  constexpr std::ptrdiff_t height = 70;
  const ndarray<T> x = numbers<T>({height, width});
  const std::ptrdiff_t rows = height - 2;
  const std::ptrdiff_t columns = width - first - 6;
  const std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> offsets{
      {1, first + 1}, {0, first + 1}, {2, first + 1}, {1, first}, {1, first + 2}, {0, first + 6}};
  const auto at = [&](std::size_t i) {
    const auto [row, column] = offsets[i];
    return view(x, range(row, row + rows), range(column, column + columns));
  };
  const ndarray<T> sum = at(0) + at(1) + at(2) + at(3) + at(4) + at(5);
  expect_sums(sum, x, offsets);
}

class neighbours : public test::on_device {};

TEST_P(neighbours, are_added_wherever_rows_begin_and_end) {
  for (const std::ptrdiff_t width : {256, 320, 321, 322, 327})
    for (const std::ptrdiff_t first : {0, 1, 2, 3}) {
      expect_neighbours_are_added<float>(width, first);
      expect_neighbours_are_added<std::uint8_t>(width, first);
    }
  expect_neighbours_are_added<double>(300, 1);
  expect_neighbours_are_added<std::int16_t>(301, 3);
  expect_neighbours_are_added<complex<float>>(300, 1);
  expect_neighbours_are_added<complex<double>>(302, 2);
}

TEST_P(neighbours, in_one_row_are_added) {
  for (const std::ptrdiff_t size : {20000, 20001, 20002, 20003}) {
    const ndarray<float> x = numbers<float>({1, size});
    const ndarray<float> line = reshape(x, {-1});
    const auto at = [&](std::ptrdiff_t k) { return view(line, range(k, size - 5 + k)); };
    const ndarray<float> sum = at(0) + at(1) + at(5) + at(2);
    expect_sums(ndarray<float>(reshape(sum, {1, -1})), x, {{0, 0}, {0, 1}, {0, 5}, {0, 2}});
  }
}

TEST_P(neighbours, at_other_distances_are_other_expressions) {
  const ndarray<float> x = numbers<float>({1, 20000});
  const ndarray<float> line = reshape(x, {-1});
  for (std::ptrdiff_t by = 1; by < 12; by += 3) {
    const auto at = [&](std::ptrdiff_t k) { return view(line, range(k, 19900 + k)); };
    const ndarray<float> sum = at(0) + at(by) + at(2 * by);
    expect_sums(ndarray<float>(reshape(sum, {1, -1})), x, {{0, 0}, {0, by}, {0, 2 * by}});
  }
}

TEST_P(neighbours, may_be_written_over) {
  ndarray<float> x = numbers<float>({1, 20000});
  const ndarray<float> before = copy(x);
  const auto at = [&](std::ptrdiff_t k) { return view(x, 0, range(k, 19990 + k)); };
  view(x, 0, range(2, 19992)) = at(0) + at(1) + at(2) + at(4);
  expect_sums(ndarray<float>(view(x, all(), range(2, 19992))), before,
              {{0, 0}, {0, 1}, {0, 2}, {0, 4}});
}

INSTANTIATE_TEST_SUITE_P(devices, neighbours, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
