// SPDX-License-Identifier: BSD-3-Clause
// Partitions of rows that are long enough to be partitioned in another way than by sorting them.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu::test {
namespace {

class partition : public on_device {};

/// NumPy's order of complex numbers: those with a nan come last, behind them those whose real part
/// is one.
template <class T>
auto order_of(std::complex<T> z) {
  const bool real_is_nan = std::isnan(z.real());
  const bool imag_is_nan = std::isnan(z.imag());
  return std::tuple((real_is_nan ? 2 : 0) + (imag_is_nan ? 1 : 0), real_is_nan ? 0 : z.real(),
                    imag_is_nan ? 0 : z.imag());
}
template <class T>
bool precedes(std::complex<T> a, std::complex<T> b) {
  return order_of(a) < order_of(b);
}
template <class T>
bool is_same_place(std::complex<T> a, std::complex<T> b) {
  return order_of(a) == order_of(b);
}

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
  const auto is_same = [](T a, T b) { return is_same_place(a, b); };
  return std::equal(row.begin(), row.end(), given.begin(), is_same) &&
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

template <class T>
void expect_parted_and_sorted_complex_rows(std::ptrdiff_t rows, std::ptrdiff_t columns) {
  const auto numbers =
      gpu::reshape(gpu::arange<int>(rows * columns) * 7919 % 10007 % 211, {rows, columns});
  const auto part = [&](int modulus, int nans) {
    const auto number = (numbers % modulus).template astype<T>();
    return gpu::where(gpu::equal(numbers % 23, nans), std::numeric_limits<T>::quiet_NaN(),
                      number - T(3));
  };
  const ndarray<std::complex<T>> matrix =
      gpu::where(gpu::equal(numbers % 17, 1), std::complex<T>(-T(0), 1),
                 gpu::to_complex(part(7, 2), part(5, 4)));
  for (const std::ptrdiff_t kth : {std::ptrdiff_t{0}, columns / 3, columns - 1})
    expect_parted_rows<std::complex<T>>(matrix, kth);
  const std::vector<std::complex<T>> given = values(matrix);
  for (const bool descending : {false, true}) {
    const std::vector<std::complex<T>> sorted = values(gpu::sort(matrix, 1, descending));
    const std::vector<std::int64_t> order = values(gpu::argsort(matrix, 1, descending));
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::size_t first = i - i % static_cast<std::size_t>(columns);
      const auto place = [&](std::size_t k) { return static_cast<std::size_t>(order[k]); };
      ASSERT_TRUE(is_same_place(sorted[i], given[first + place(i)])) << columns;
      if (i == first) continue;
      const auto& before = given[first + place(i - 1)];
      const auto& here = given[first + place(i)];
      ASSERT_FALSE(descending ? precedes(before, here) : precedes(here, before)) << columns;
      ASSERT_TRUE(!is_same_place(before, here) || order[i - 1] < order[i]) << columns;
    }
  }
}

TEST_P(partition, of_complex_rows_of_any_length) {
  for (const std::ptrdiff_t columns : {1, 2, 24, 511, 512, 513, 3000})
    for (const std::ptrdiff_t rows : {1, 3}) {
      expect_parted_and_sorted_complex_rows<float>(rows, columns);
      expect_parted_and_sorted_complex_rows<double>(rows, columns);
    }
}

INSTANTIATE_TEST_SUITE_P(each, partition, testing::ValuesIn(cpu_and_gpu()), device_name);

}  // namespace
}  // namespace gpu::test
