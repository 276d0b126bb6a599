// SPDX-License-Identifier: BSD-3-Clause
// Rows of the lengths at which another kernel, or another shape of one, sorts them, of elements of
// every size: compared with the host's sort.
#include <gpu/array/sorting/sort.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/array_equal.hpp>
#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::values;

using indices = std::vector<std::int64_t>;

constexpr std::size_t lengths[] = {1,   2,    3,    5,    31,   32,   33,   63,
                                   64,  65,   127,  128,  129,  255,  256,  257,
                                   512, 1000, 1024, 1025, 2049, 4095, 4096, 4097};

template <class T>
constexpr bool is_float = std::is_floating_point_v<T> || std::is_same_v<T, gpu::float16> ||
                          std::is_same_v<T, gpu::bfloat16>;

template <class T>
bool is_nan(T x) {
  if constexpr (is_float<T>)
    return std::isnan(static_cast<double>(x));
  else
    return false;
}

/// NumPy's order.
template <class T>
bool precedes(T x, T y) {
  if (is_nan(x) || is_nan(y)) return !is_nan(x);
  return x < y;
}
template <class T>
bool comes_before(T x, T y, bool descending) {
  if (is_nan(x) && is_nan(y)) return false;
  return descending ? precedes(y, x) : precedes(x, y);
}

/// Few different values, so that many are equal; the ends of the range and nans among them.
template <class T>
std::vector<T> elements_of(std::size_t count) {
  std::mt19937 random(static_cast<unsigned>(count) + sizeof(T));
  std::vector<T> elements(count);
  for (T& element : elements) {
    const unsigned what = random() % 40;
    const int number = static_cast<int>(random() % 120);
    if constexpr (is_float<T>) {
      element = static_cast<T>(static_cast<float>(number - 60));
      if (what == 0) element = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
      if (what == 1) element = static_cast<T>(-std::numeric_limits<float>::quiet_NaN());
      if (what == 2) element = static_cast<T>(std::numeric_limits<float>::infinity());
      if (what == 3) element = static_cast<T>(-std::numeric_limits<float>::infinity());
      if (what == 4) element = static_cast<T>(-0.0F);
      if (what == 5) element = static_cast<T>(0.0F);
    } else {
      element = static_cast<T>(std::is_signed_v<T> ? number - 60 : number);
      if (what == 0) element = std::numeric_limits<T>::max();
      if (what == 1) element = std::numeric_limits<T>::min();
    }
  }
  return elements;
}

/// The positions that sort the row that begins at `row`.
template <class T>
indices sorted_row(const std::vector<T>& elements, std::size_t row, std::size_t columns,
                   bool descending) {
  indices order(columns);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return comes_before(elements[row + static_cast<std::size_t>(a)],
                        elements[row + static_cast<std::size_t>(b)], descending);
  });
  return order;
}

/// Equal as NumPy has it; two nans are.
template <class T>
bool are_same(T x, T y) {
  return (is_nan(x) && is_nan(y)) || x == y;
}

class row_lengths : public gpu::test::on_device {
 protected:
  template <class T>
  static void check(std::size_t rows, std::size_t columns) {
    const std::vector<T> elements = elements_of<T>(rows * columns);
    const ndarray<T> a = gpu::from_host<T>(
        elements.data(),
        shape{static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(columns)});
    for (const bool descending : {false, true}) {
      const indices order = values(gpu::argsort(a, -1, descending));
      const std::vector<T> sorted = values(gpu::sort(a, -1, descending));
      const std::vector<T> of_columns =
          values(gpu::transpose(gpu::sort(gpu::transpose(a), 0, descending)));
      ASSERT_EQ(order.size(), elements.size());
      for (std::size_t row = 0; row < elements.size(); row += columns) {
        const indices wanted = sorted_row(elements, row, columns, descending);
        for (std::size_t i = 0; i < columns; ++i) {
          ASSERT_EQ(order[row + i], wanted[i])
              << rows << " x " << columns << " of " << sizeof(T) << " bytes at " << row + i;
          const T element = elements[row + static_cast<std::size_t>(wanted[i])];
          ASSERT_TRUE(are_same(sorted[row + i], element))
              << rows << " x " << columns << " of " << sizeof(T) << " bytes at " << row + i;
          ASSERT_TRUE(are_same(of_columns[row + i], element)) << rows << " x " << columns;
        }
      }
      check_zeros(sorted, columns, descending);
    }
  }

  static void check_every_dtype(std::size_t rows, std::size_t columns) {
    check<std::int8_t>(rows, columns);
    check<std::uint8_t>(rows, columns);
    check<std::int16_t>(rows, columns);
    check<std::uint16_t>(rows, columns);
    check<std::int32_t>(rows, columns);
    check<std::uint32_t>(rows, columns);
    check<std::int64_t>(rows, columns);
    check<std::uint64_t>(rows, columns);
    check<gpu::float16>(rows, columns);
    check<gpu::bfloat16>(rows, columns);
  }

  /// Elements that are partitioned around the one of rank `kth`, by value and by position.
  template <class T>
  static void check_partition(std::size_t rows, std::size_t columns, std::ptrdiff_t kth) {
    const std::vector<T> elements = elements_of<T>(rows * columns);
    const ndarray<T> a = gpu::from_host<T>(
        elements.data(),
        shape{static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(columns)});
    const std::vector<T> sorted = values(gpu::sort(a));
    const std::vector<T> parted = values(gpu::partition(a, kth));
    const indices order = values(gpu::argpartition(a, kth));
    const auto place = static_cast<std::size_t>(kth < 0 ? kth + std::ptrdiff_t(columns) : kth);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto begin = static_cast<std::ptrdiff_t>(row * columns);
      indices places(order.begin() + begin, order.begin() + begin + std::ptrdiff_t(columns));
      std::vector<T> by_position;
      for (const std::int64_t i : places)
        by_position.push_back(elements[row * columns + static_cast<std::size_t>(i)]);
      std::sort(places.begin(), places.end());
      for (std::size_t i = 0; i < columns; ++i) ASSERT_EQ(places[i], std::int64_t(i));
      const std::vector<T> by_value(parted.begin() + begin,
                                    parted.begin() + begin + std::ptrdiff_t(columns));
      for (const std::vector<T>& found : {by_value, by_position}) {
        const T element = found[place];
        ASSERT_TRUE(are_same(element, sorted[row * columns + place])) << columns << " " << kth;
        for (std::size_t i = 0; i < columns; ++i)
          ASSERT_FALSE(i < place ? comes_before(element, found[i], false)
                                 : comes_before(found[i], element, false));
      }
      std::vector<T> again =
          values(gpu::sort(gpu::from_host<T>(by_value.data(), shape{std::ptrdiff_t(columns)})));
      for (std::size_t i = 0; i < columns; ++i)
        ASSERT_TRUE(are_same(again[i], sorted[row * columns + i]));
    }
  }

  template <class T>
  static void check_first(std::size_t rows, std::size_t columns, std::size_t count,
                          const std::vector<T>& elements) {
    const ndarray<T> a = gpu::from_host<T>(
        elements.data(),
        shape{static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(columns)});
    for (const bool largest : {false, true}) {
      const auto found = gpu::topk(a, static_cast<std::ptrdiff_t>(count), -1, largest);
      const indices places = values(found.indices);
      const std::vector<T> selected = values(found.values);
      ASSERT_EQ(places.size(), rows * count);
      ASSERT_EQ(selected.size(), rows * count);
      for (std::size_t row = 0; row < rows; ++row) {
        const indices wanted = sorted_row(elements, row * columns, columns, largest);
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(places[row * count + i], wanted[i])
              << count << " of " << rows << " x " << columns << " of " << sizeof(T) << " bytes";
          ASSERT_TRUE(are_same(selected[row * count + i],
                               elements[row * columns + static_cast<std::size_t>(wanted[i])]));
        }
      }
    }
  }
  template <class T>
  static void check_first(std::size_t rows, std::size_t columns, std::size_t count) {
    check_first<T>(rows, columns, count, elements_of<T>(rows * columns));
  }

 private:
  /// -0 comes before 0.
  template <class T>
  static void check_zeros(const std::vector<T>& sorted, std::size_t columns, bool descending) {
    if constexpr (is_float<T>)
      for (std::size_t i = 1; i < sorted.size(); ++i) {
        const auto one = static_cast<float>(sorted[i - 1]);
        const auto next = static_cast<float>(sorted[i]);
        if (i % columns == 0 || one != 0 || next != 0) continue;
        ASSERT_TRUE(descending ? std::signbit(one) <= std::signbit(next)
                               : std::signbit(one) >= std::signbit(next));
      }
  }
};

/// Bytes are sorted by counting, by several blocks where a row is long.
template <class T>
void check_bytes(std::size_t rows, std::size_t columns, std::size_t different,
                 std::ptrdiff_t begin) {
  std::mt19937 random(static_cast<unsigned>(columns + different));
  std::vector<T> elements(static_cast<std::size_t>(begin) + rows * columns);
  for (T& element : elements) element = static_cast<T>(random() % different);
  const ndarray<T> all =
      gpu::from_host<T>(elements.data(), {static_cast<std::ptrdiff_t>(elements.size())});
  const auto a =
      gpu::reshape(gpu::view(all, gpu::range(begin, static_cast<std::ptrdiff_t>(elements.size()))),
                   {static_cast<std::ptrdiff_t>(rows), static_cast<std::ptrdiff_t>(columns)});
  std::vector<T> wanted(elements.begin() + begin, elements.end());
  for (auto row = wanted.begin(); row != wanted.end(); row += static_cast<std::ptrdiff_t>(columns))
    std::sort(row, row + static_cast<std::ptrdiff_t>(columns));
  EXPECT_EQ(values(gpu::sort(a)), wanted) << rows << " x " << columns;
  EXPECT_EQ(values(gpu::flip(gpu::sort(a, -1, true), -1)), wanted) << rows << " x " << columns;
}

TEST_P(row_lengths, of_bytes_may_be_long_and_begin_anywhere) {
  for (const std::size_t different : {1, 2, 3, 97, 256})
    for (const std::ptrdiff_t begin : {0, 1, 13}) {
      for (const std::size_t columns : {256, 271, 5000, 32768, 32769, 65536, 100'003}) {
        check_bytes<std::uint8_t>(3, columns, different, begin);
        check_bytes<std::int8_t>(2, columns, different, begin);
      }
      check_bytes<std::uint8_t>(1, 1'000'001, different, begin);
    }
  check_bytes<std::int8_t>(1500, 300, 256, 0);
  check_bytes<std::uint8_t>(GetParam().is_gpu() ? 1030 : 50, 33'000, 256, 0);
}

TEST_P(row_lengths, of_elements_of_every_size) {
  for (const std::size_t columns : lengths) {
    const std::size_t rows = columns < 1100 ? 19 : 3;
    check<std::int8_t>(rows, columns);
    check<std::uint16_t>(rows, columns);
    check<float>(rows, columns);
    check<double>(rows, columns);
  }
}

TEST_P(row_lengths, of_few_and_many_rows) {
  for (const std::size_t rows : {1, 3, 4, 7, 8, 9, 15, 16, 17, 33})
    for (const std::size_t columns : {7, 33, 250}) {
      check<gpu::float16>(rows, columns);
      check<float>(rows, columns);
      check<std::uint64_t>(rows, columns);
    }
}

TEST_P(row_lengths, of_one_row_that_has_no_others_beside_it) {
  for (std::size_t columns = 33; columns < 300; columns += 3) {
    check<double>(1, columns);
    check<float>(1, columns);
  }
  for (const std::size_t columns : {300, 511, 513, 1023, 1025, 2047, 2048, 4095})
    for (const std::size_t rows : {1, 2, 3}) check_every_dtype(rows, columns);
}

TEST_P(row_lengths, along_the_last_of_three_axes) {
  for (const std::size_t columns : {5, 50, 1500}) {
    const std::vector<float> elements = elements_of<float>(6 * columns);
    const auto extent = static_cast<std::ptrdiff_t>(columns);
    const ndarray<float> a = gpu::from_host<float>(elements.data(), shape{2, 3, extent});
    const ndarray<float> matrix = gpu::reshape(a, {6, extent});
    for (const bool descending : {false, true}) {
      const auto sorted = gpu::sort(a, -1, descending);
      ASSERT_EQ(sorted.shape(), a.shape());
      ASSERT_TRUE(gpu::array_equal(gpu::reshape(sorted, {6, extent}),
                                   gpu::sort(matrix, 1, descending), true));
      const auto swapped = gpu::transpose(gpu::sort(gpu::transpose(a), 0, descending));
      ASSERT_TRUE(gpu::array_equal(sorted, swapped, true));
    }
    const auto parted = gpu::partition(a, extent / 2);
    ASSERT_TRUE(gpu::array_equal(gpu::view(parted, gpu::ellipsis(), extent / 2),
                                 gpu::view(gpu::sort(a), gpu::ellipsis(), extent / 2), true));
  }
}

/// Keys whose high halves are often equal: their low halves decide, in short and in long runs.
TEST_P(row_lengths, of_keys_that_differ_in_low_bits) {
  for (const std::uint64_t high_keys : {1, 3, 40, 3000})
    for (const std::size_t columns : {33, 127, 128, 5000, 70001}) {
      std::mt19937_64 random(columns);
      std::vector<std::uint64_t> elements(columns);
      for (std::uint64_t& element : elements)
        element = (random() % high_keys) * 0x123456789abcdu << 12 | random() % 5000;
      const ndarray<std::uint64_t> a =
          gpu::from_host<std::uint64_t>(elements.data(), shape{std::ptrdiff_t(columns)});
      ASSERT_EQ(values(gpu::argsort(a)), sorted_row(elements, 0, columns, false)) << columns;
      std::vector<std::uint64_t> sorted = elements;
      std::sort(sorted.begin(), sorted.end());
      ASSERT_EQ(values(gpu::sort(a)), sorted) << columns;
    }
}

TEST_P(row_lengths, that_are_partitioned) {
  for (const std::size_t columns : {1, 63, 64, 65, 1024, 1025, 5000})
    for (const std::ptrdiff_t kth :
         {std::ptrdiff_t(0), std::ptrdiff_t(columns) / 3, std::ptrdiff_t(-1)}) {
      check_partition<std::int8_t>(2, columns, kth);
      check_partition<gpu::float16>(2, columns, kth);
      check_partition<float>(2, columns, kth);
      check_partition<double>(5, columns, kth);
      check_partition<std::uint64_t>(1, columns, kth);
    }
}

TEST_P(row_lengths, of_every_dtype) {
  for (const std::size_t columns : {100, 700}) check_every_dtype(5, columns);
}

TEST_P(row_lengths, of_rows_that_do_not_begin_where_memory_does) {
  const std::vector<std::int16_t> elements = elements_of<std::int16_t>(7 * 130);
  const ndarray<std::int16_t> all = gpu::from_host<std::int16_t>(elements.data(), shape{7, 130});
  const auto part = gpu::view(all, gpu::range(1, 6), gpu::range(3, 104));
  const std::vector<std::int16_t> sorted = values(gpu::sort(part));
  const indices order = values(gpu::argsort(part));
  for (std::size_t row = 0; row < 5; ++row) {
    const std::size_t begin = (row + 1) * 130 + 3;
    const indices wanted = sorted_row(elements, begin, 101, false);
    for (std::size_t i = 0; i < 101; ++i) {
      ASSERT_EQ(order[row * 101 + i], wanted[i]);
      ASSERT_EQ(sorted[row * 101 + i], elements[begin + static_cast<std::size_t>(wanted[i])]);
    }
  }
  EXPECT_EQ(values(all), elements) << "the operand was changed";
}

TEST_P(row_lengths, of_no_rows_and_of_flags) {
  EXPECT_EQ(gpu::sort(gpu::zeros<float>({0, 100})).shape(), (shape{0, 100}));
  EXPECT_EQ(gpu::argsort(gpu::zeros<float>({100, 0})).shape(), (shape{100, 0}));
  const ndarray<bool> flags = gpu::equal(gpu::arange<int>(300) % 3, 0);
  std::vector<bool> wanted(300, false);
  std::fill(wanted.begin() + 200, wanted.end(), true);
  EXPECT_EQ(values(gpu::sort(flags)), wanted);
  const indices order = values(gpu::argsort(flags, -1, true));
  EXPECT_EQ(order[99], 297);
  EXPECT_EQ(order[100], 1);
}

TEST_P(row_lengths, of_which_the_first_are_selected) {
  for (const std::size_t columns : {1, 31, 32, 33, 64, 65, 127, 129, 1000, 1025, 4097})
    for (const std::size_t count : {std::size_t(1), std::size_t(8), std::size_t(32),
                                    std::size_t(33), std::size_t(64), std::size_t(65), columns}) {
      if (count > columns) continue;
      check_first<std::int8_t>(7, columns, count);
      check_first<std::uint16_t>(2, columns, count);
      check_first<gpu::bfloat16>(2, columns, count);
      check_first<float>(5, columns, count);
      check_first<std::int64_t>(1, columns, count);
      check_first<double>(3, columns, count);
    }
}

TEST_P(row_lengths, of_which_so_many_are_selected_that_rows_are_cut) {
  for (const std::size_t count : {1, 8, 64}) {
    check_first<float>(2, 70'001, count);
    check_first<std::uint8_t>(1, 300'003, count);
    check_first<double>(1, 66'000, count);
  }
  check_first<std::int16_t>(3, 8193, 64);
}

TEST_P(row_lengths, of_which_many_are_selected) {
  for (const std::size_t count : {65, 100, 1025}) {
    check_first<float>(2, 70'001, count);
    check_first<std::uint8_t>(3, 20'000, count);
    check_first<double>(1, 66'000, count);
    check_first<gpu::float16>(20, 8'999, count);
    check_first<std::int64_t>(2, 8'200, count);
  }
  check_first<float>(2, 8'001, 1000, std::vector<float>(16'002, -0.0f));
  check_first<float>(1, 40'000, 4097);
}

TEST_P(row_lengths, of_which_the_first_come_last) {
  std::vector<float> elements(3000);
  std::iota(elements.begin(), elements.end(), -1000.F);
  check_first<float>(1, 3000, 40, elements);
  std::reverse(elements.begin(), elements.end());
  check_first<float>(3, 1000, 5, elements);
  check_first<double>(2, 500, 64, std::vector<double>(1000, 7));
}

TEST_P(row_lengths, topk_along_other_axes_and_of_expressions) {
  const ndarray<int> a{{5, 1, 4}, {2, 9, 3}};
  EXPECT_EQ(values(gpu::topk(a * 2, 1, 0).values), (std::vector<int>{10, 18, 8}));
  EXPECT_EQ(values(gpu::topk(gpu::transpose(a), 2, 0, false).indices), (indices{1, 0, 2, 2}));
  EXPECT_EQ(values(gpu::topk(a, 2, std::nullopt).values), (std::vector<int>{9, 5}));
  EXPECT_EQ(gpu::topk(gpu::zeros<float>({0, 5}), 3).indices.shape(), (shape{0, 3}));
  EXPECT_EQ(gpu::topk(gpu::zeros<float>({4, 5}), 0).values.shape(), (shape{4, 0}));
}

/// Rows that begin at every place between 16 bytes.
TEST_P(row_lengths, of_which_the_first_are_equal_or_are_nans_or_zeros) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<std::vector<float>> repeated{
      {3}, {nan}, {nan, -nan}, {0.F, -0.F}, {-infinity}, {infinity}, {nan, infinity, 1, -0.F, 0.F}};
  for (const std::size_t columns : {33, 1000, 1023, 1024, 1025, 5000})
    for (const std::size_t count : {1, 7, 8, 16, 17, 31, 32, 33, 64}) {
      if (count > columns) continue;
      for (const std::vector<float>& some : repeated) {
        std::vector<float> elements(3 * columns);
        for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = some[i % some.size()];
        check_first<float>(3, columns, count, elements);
        // Many of the largest after few of the others, and the opposite.
        for (std::size_t i = 0; i < elements.size(); ++i)
          if (i % columns < 300) elements[i] = static_cast<float>(i % 7);
        check_first<float>(3, columns, count, elements);
      }
      check_first<std::int8_t>(2, columns, count, std::vector<std::int8_t>(2 * columns, -128));
      check_first<std::uint64_t>(2, columns, count, std::vector<std::uint64_t>(2 * columns, 0));
    }
}

INSTANTIATE_TEST_SUITE_P(each, row_lengths, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
