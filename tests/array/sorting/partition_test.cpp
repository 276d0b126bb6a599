// SPDX-License-Identifier: BSD-3-Clause
// Partitions of rows that are long enough to be partitioned in another way than by sorting them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class partition : public on_device {};

/// NumPy's order: nans come last.
template <class T>
bool precedes(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
  return a < b;
}
template <class T>
bool is_same_place(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) && std::isnan(b)) return true;
  return a == b;
}

/// Whether element `kth` of a row is what sorting puts there, and lies between the others.
template <class T>
bool is_parted(std::vector<T> row, std::vector<T> given, std::size_t kth) {
  const auto is_less = [](T a, T b) { return !is_same_place(a, b) && precedes(a, b); };
  const T pivot = row[kth];
  for (std::size_t i = 0; i < row.size(); ++i)
    if (i < kth ? is_less(pivot, row[i]) : is_less(row[i], pivot)) return false;
  std::sort(row.begin(), row.end(), is_less);
  std::sort(given.begin(), given.end(), is_less);
  return std::equal(row.begin(), row.end(), given.begin(), is_same_place<T>) &&
         is_same_place(pivot, given[kth]);
}

template <class T>
void expect_parted_rows(const ndarray<T>& matrix, std::ptrdiff_t kth) {
  const std::ptrdiff_t columns = matrix.shape()[1];
  const std::vector<T> given = values(matrix);
  const std::vector<T> parted = values(gpu::partition(matrix, kth, 1));
  const std::vector<std::int64_t> order = values(gpu::argpartition(matrix, kth, 1));
  for (std::ptrdiff_t first = 0; first < static_cast<std::ptrdiff_t>(given.size());
       first += columns) {
    const std::vector<T> row(given.begin() + first, given.begin() + first + columns);
    const std::vector<T> found(parted.begin() + first, parted.begin() + first + columns);
    EXPECT_TRUE(is_parted(found, row, static_cast<std::size_t>(kth))) << columns;
    std::vector<T> taken;
    for (std::ptrdiff_t i = first; i < first + columns; ++i)
      taken.push_back(row[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    EXPECT_TRUE(is_parted(taken, row, static_cast<std::size_t>(kth))) << columns;
  }
}

TEST_P(partition, of_rows_of_any_length) {
  for (const std::ptrdiff_t columns : {2, 40, 127, 130, 511, 600, 1024, 1500, 5000})
    for (const std::ptrdiff_t rows : {1, 5}) {
      const ndarray<int> mixed = gpu::reshape(
          gpu::remainder(gpu::arange<int>(rows * columns) * 7919, 10007), {rows, columns});
      const ndarray<float> with_nans = gpu::where(
          gpu::equal(mixed % 9, 0), std::numeric_limits<float>::quiet_NaN(), mixed.astype<float>());
      for (const std::ptrdiff_t kth : {std::ptrdiff_t{0}, columns / 3, columns - 1}) {
        expect_parted_rows<int>(mixed, kth);
        expect_parted_rows<std::int64_t>((mixed % 3).astype<std::int64_t>(), kth);
        expect_parted_rows<float>(with_nans, kth);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(each, partition, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
