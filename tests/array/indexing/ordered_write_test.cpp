// SPDX-License-Identifier: BSD-3-Clause
// Many values written at indices: on a GPU in the order of their places.
#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/put.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace gpu {
namespace {

using test::message_of;
using test::values;
using numbers = std::vector<std::int64_t>;

constexpr std::ptrdiff_t count = (1 << 20) + 3;
constexpr std::ptrdiff_t places = 1 << 21;

struct index_order {
  const char* name;
  std::function<std::int64_t(std::ptrdiff_t)> index;
};

const index_order orders[] = {
    {"ascending", [](std::ptrdiff_t i) { return 2 * i - i / 1000; }},
    {"ascending_with_duplicates", [](std::ptrdiff_t i) { return i / 5 + (i > 70'000 ? 999 : 0); }},
    {"constant", [](std::ptrdiff_t) { return places - 1; }},
    {"descending", [](std::ptrdiff_t i) { return -2 - i; }},
    {"scattered", [](std::ptrdiff_t i) { return (i * 2'654'435'761 >> 9) % (places / 3); }},
    {"few_places", [](std::ptrdiff_t i) { return i * 2'654'435'761 % 1013; }},
    {"disorder_at_the_end", [](std::ptrdiff_t i) { return i == count - 1 ? count - 3 : i; }},
    {"disorder_at_the_start", [](std::ptrdiff_t i) { return i == 0 ? 1 : i; }},
    {"disorder_in_the_middle", [](std::ptrdiff_t i) { return i == 2048 ? 2045 : i; }},
};

numbers indices_in(const index_order& order) {
  numbers indices(count);
  for (std::ptrdiff_t i = 0; i < count; ++i) indices[static_cast<std::size_t>(i)] = order.index(i);
  return indices;
}

template <class T>
T value(std::ptrdiff_t i) {
  return static_cast<T>(static_cast<float>(i * 31 % 1009 % 127));
}

/// What NumPy leaves in `size` zeros: the values, written one after the other.
template <class T>
std::vector<T> written(const numbers& indices, std::ptrdiff_t size, bool one_value = false) {
  std::vector<T> result(static_cast<std::size_t>(size), T(0));
  for (std::size_t i = 0; i < indices.size(); ++i)
    result[static_cast<std::size_t>(indices[i] < 0 ? indices[i] + size : indices[i])] =
        value<T>(one_value ? 77 : static_cast<std::ptrdiff_t>(i));
  return result;
}

template <class T>
ndarray<T> some_values(std::ptrdiff_t size) {
  std::vector<T> all(static_cast<std::size_t>(size));
  for (std::ptrdiff_t i = 0; i < size; ++i) all[static_cast<std::size_t>(i)] = value<T>(i);
  return from_host<T>(all.data(), {size});
}

ndarray<std::int64_t> placed(const numbers& indices) {
  return from_host<std::int64_t>(indices.data(), {static_cast<std::ptrdiff_t>(indices.size())});
}

class ordered_write : public test::on_device {
 protected:
  template <class T>
  static void expect_last_values(const index_order& order) {
    const numbers indices = indices_in(order);
    ndarray<T> a = zeros<T>({places});
    put(a, placed(indices), some_values<T>(count));
    EXPECT_TRUE(values(a) == written<T>(indices, places)) << order.name << ", " << dtype_of<T>;
  }
};

TEST_P(ordered_write, the_last_value_for_a_place_stays) {
  for (const index_order& order : orders) expect_last_values<float>(order);
}

TEST_P(ordered_write, of_elements_of_every_size) {
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{5}}) {
    expect_last_values<std::int8_t>(orders[i]);
    expect_last_values<float16>(orders[i]);
    expect_last_values<double>(orders[i]);
    expect_last_values<std::complex<double>>(orders[i]);
  }
}

TEST_P(ordered_write, to_few_elements) {
  for (const std::ptrdiff_t size : {std::ptrdiff_t{1}, std::ptrdiff_t{2}, std::ptrdiff_t{300}}) {
    numbers indices(count);
    for (std::ptrdiff_t i = 0; i < count; ++i)
      indices[static_cast<std::size_t>(i)] = i * 2'654'435'761 % size;
    ndarray<int> a = zeros<int>({size});
    put(a, placed(indices), some_values<int>(count));
    EXPECT_EQ(values(a), written<int>(indices, size));
  }
}

TEST_P(ordered_write, of_one_value) {
  const numbers indices = indices_in(orders[4]);
  ndarray<float> a = zeros<float>({places});
  put(a, placed(indices), value<float>(77));
  EXPECT_TRUE(values(a) == written<float>(indices, places, true));
  ndarray<std::complex<double>> b = zeros<std::complex<double>>({places});
  put(b, placed(indices), value<std::complex<double>>(77));
  EXPECT_TRUE(values(b) == written<std::complex<double>>(indices, places, true));
}

TEST_P(ordered_write, of_fewer_and_of_more_values_than_indices) {
  const numbers indices = indices_in(orders[4]);
  ndarray<int> a = zeros<int>({places});
  put(a, placed(indices), ndarray<int>{1, 2, 3});
  ndarray<int> b = zeros<int>({places});
  put(b, placed(indices), arange<int>(count) % 3 + 1);
  EXPECT_TRUE(values(a) == values(b));
  put(a, placed(indices), arange<int>(count + 5) % 3 + 1);
  EXPECT_TRUE(values(a) == values(b));
}

TEST_P(ordered_write, nothing_is_written_if_an_index_is_out_of_bounds) {
  for (const std::size_t which : {std::size_t{0}, std::size_t{4}})
    for (const std::ptrdiff_t at : {std::ptrdiff_t{0}, count / 2, count - 1}) {
      numbers indices = indices_in(orders[which]);
      indices[static_cast<std::size_t>(at)] = places;
      ndarray<int> a = full<int>({places}, 5);
      const ndarray<int> before = a;
      const auto message =
          test::message_of<index_error>([&] { put(a, placed(indices), some_values<int>(count)); });
      EXPECT_EQ(message, "index 2097152 is out of bounds for axis 0 with size 2097152");
      EXPECT_EQ(message_of<index_error>([&] { put(a, placed(indices), 7); }), message);
      EXPECT_TRUE(values(a) == values(before));
      // What follows is not disturbed.
      indices[static_cast<std::size_t>(at)] = -places;
      a = zeros<int>({places});
      put(a, placed(indices), some_values<int>(count));
      EXPECT_TRUE(values(a) == written<int>(indices, places));
    }
}

TEST_P(ordered_write, with_other_modes) {
  const numbers indices = indices_in(orders[4]);
  ndarray<int> a = zeros<int>({1000});
  put(a, placed(indices), some_values<int>(count), index_mode::wrap);
  numbers wrapped = indices;
  for (std::int64_t& index : wrapped) index %= 1000;
  EXPECT_EQ(values(a), written<int>(wrapped, 1000));
  numbers clipped = indices;
  for (std::int64_t& index : clipped) index = std::min<std::int64_t>(index, 999);
  put(a, placed(indices), some_values<int>(count), index_mode::clip);
  std::vector<int> expected = written<int>(wrapped, 1000);
  for (std::size_t i = 0; i < clipped.size(); ++i)
    expected[static_cast<std::size_t>(clipped[i])] = value<int>(static_cast<std::ptrdiff_t>(i));
  EXPECT_EQ(values(a), expected);
}

TEST_P(ordered_write, of_rows_and_of_strided_parts) {
  constexpr std::ptrdiff_t rows = 1500;
  constexpr std::ptrdiff_t columns = 1024;
  numbers names(1100);
  std::mt19937 random(1);
  for (std::int64_t& name : names)
    name = static_cast<std::int64_t>(random() % 1500) - static_cast<std::int64_t>(random() % 2);
  ndarray<int> a = zeros<int>({rows, columns});
  ndarray<int> b = arange<int>(1100 * columns);
  b.reshape({1100, columns});
  view(a, placed(names)) = b;
  std::vector<int> expected(rows * columns);
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t k = 0; k < columns; ++k)
      expected[static_cast<std::size_t>((names[i] + rows) % rows) * columns + k] =
          static_cast<int>(i * columns + k);
  EXPECT_TRUE(values(a) == expected);

  // Every other row, and the indices along the columns: the places are those of a transpose.
  ndarray<int> c = zeros<int>({2 * columns, rows});
  view(c, range(0, 2 * columns, 2), placed(names)) = transpose(b);
  std::vector<int> other(2 * columns * rows);
  for (std::size_t k = 0; k < columns; ++k)
    for (std::size_t i = 0; i < names.size(); ++i)
      other[2 * k * rows + static_cast<std::size_t>((names[i] + rows) % rows)] =
          static_cast<int>(i * columns + k);
  EXPECT_TRUE(values(c) == other);
}

TEST_P(ordered_write, of_the_array_itself) {
  ndarray<int> a = arange<int>(count);
  static_cast<void>(a.data());  // from now on the memory is written in place
  const numbers order = indices_in({"", [](std::ptrdiff_t i) { return count - 1 - i; }});
  put(a, placed(order), a);
  std::vector<int> expected(count);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    expected[static_cast<std::size_t>(i)] = static_cast<int>(count - 1 - i);
  EXPECT_TRUE(values(a) == expected);
  const ndarray<int> kept = a;
  view(a, placed(order)) = a;
  EXPECT_TRUE(values(kept) == expected);
  std::reverse(expected.begin(), expected.end());
  EXPECT_TRUE(values(a) == expected);
}

TEST_P(ordered_write, a_sum_at_indices_takes_the_last) {
  const numbers indices = indices_in(orders[5]);
  ndarray<int> a = full<int>({places}, 100);
  view(a, placed(indices)) += some_values<int>(count);
  std::vector<int> expected = written<int>(indices, places);
  for (std::int64_t i = 0; i < places; ++i) expected[static_cast<std::size_t>(i)] += 100;
  EXPECT_TRUE(values(a) == expected);
}

INSTANTIATE_TEST_SUITE_P(devices, ordered_write, testing::ValuesIn(test::cpu_and_gpu()),
                         test::device_name);

}  // namespace
}  // namespace gpu
