// SPDX-License-Identifier: BSD-3-Clause
// Elements at indices that several elements share: of arrays that are large enough to be copied in
// spans on `cpu()`. Compared with loops over the elements.
#include "array/indexing/gathered.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/keep.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/manipulation/padding.hpp>
#include <gpu/array/manipulation/rearranging.hpp>
#include <gpu/array/ufunc/operators.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

using index_list = std::vector<std::int64_t>;

class gathered : public gpu::test::on_device {};

ndarray<std::int64_t> counted(const shape& extents) {
  return gpu::reshape(gpu::arange<std::int64_t>(gpu::element_count(extents)), extents);
}

ndarray<std::int64_t> indices(const index_list& list) {
  ndarray<std::int64_t> result = gpu::empty<std::int64_t>({std::ptrdiff_t(list.size())});
  for (std::size_t i = 0; i < list.size(); ++i) result(i) = list[i];
  return result;
}

/// `element(i, j)` for each place of a matrix.
template <class Element>
index_list matrix(std::ptrdiff_t rows, std::ptrdiff_t columns, Element element) {
  index_list result;
  for (std::ptrdiff_t i = 0; i < rows; ++i)
    for (std::ptrdiff_t j = 0; j < columns; ++j) result.push_back(element(i, j));
  return result;
}

const index_list some{7, -1, 0, 0, 58, 3, -60, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

std::int64_t in_order(std::int64_t index) {
  return index < 0 ? index + 60 : index;
}

TEST_P(gathered, rows_and_columns) {
  const ndarray<std::int64_t> a = counted({60, 300});
  const auto count = static_cast<std::ptrdiff_t>(some.size());
  const auto at = [](std::ptrdiff_t i) { return in_order(some[static_cast<std::size_t>(i)]); };
  EXPECT_EQ(values(gpu::take(a, indices(some), 0)),
            matrix(count, 300, [&](auto i, auto j) { return at(i) * 300 + j; }));
  const ndarray<std::int64_t> b = counted({300, 60});
  EXPECT_EQ(values(gpu::take(b, indices(some), 1)),
            matrix(300, count, [&](auto i, auto j) { return i * 60 + at(j); }));
  EXPECT_EQ(values(gpu::view(b, gpu::all(), indices(some)) + 1),
            matrix(300, count, [&](auto i, auto j) { return i * 60 + at(j) + 1; }));
}

TEST_P(gathered, of_other_strides) {
  const ndarray<std::int64_t> a = counted({300, 60});
  const auto count = static_cast<std::ptrdiff_t>(some.size());
  const auto at = [](std::ptrdiff_t i) { return in_order(some[static_cast<std::size_t>(i)]); };
  EXPECT_EQ(values(gpu::take(gpu::transpose(a), indices(some), 0)),
            matrix(count, 300, [&](auto i, auto j) { return j * 60 + at(i); }));
  EXPECT_EQ(values(gpu::take(gpu::flip(a), indices(some), 1)),
            matrix(300, count, [&](auto i, auto j) { return (299 - i) * 60 + 59 - at(j); }));
  EXPECT_EQ(values(gpu::take(gpu::transpose(a) * 2, indices(some), 0)),
            matrix(count, 300, [&](auto i, auto j) { return (j * 60 + at(i)) * 2; }));
  const auto wide = gpu::broadcast_to(gpu::view(a, 0), {300, 60});
  EXPECT_EQ(values(gpu::take(wide, indices(some), 1)),
            matrix(300, count, [&](auto, auto j) { return at(j); }));
}

TEST_P(gathered, several_axes_at_once) {
  const ndarray<std::int64_t> a = counted({4, 5, 30, 40});
  const ndarray<std::int64_t> i = indices({3, 0, -1, 2, 2, 1});
  const ndarray<std::int64_t> j = indices({0, 4, 1, 1, -2, 2});
  index_list wanted;
  for (std::size_t k = 0; k < 6; ++k)
    for (std::int64_t rest = 0; rest < 1200; ++rest)
      wanted.push_back(((i(k) < 0 ? i(k) + 4 : i(k)) * 5 + (j(k) < 0 ? j(k) + 5 : j(k))) * 1200 +
                       rest);
  EXPECT_EQ(values(gpu::view(a, i, j)), wanted);
  wanted.clear();
  for (std::int64_t first = 0; first < 4; ++first)
    for (std::size_t k = 0; k < 6; ++k)
      for (std::int64_t last = 0; last < 40; ++last)
        for (std::int64_t l = 0; l < 5; ++l)
          wanted.push_back(((first * 5 + l) * 30 + (j(k) < 0 ? j(k) + 30 : j(k))) * 40 + last);
  EXPECT_EQ(values(gpu::take(gpu::ndarray<std::int64_t>(gpu::moveaxis(a, 1, 3)), j, 1)), wanted);
  EXPECT_EQ(values(gpu::view(counted({70, 80}), gpu::keep(3, -1), gpu::all())),
            matrix(2, 80, [](auto row, auto column) { return (row == 0 ? 3 : 69) * 80 + column; }));
}

template <class T>
void expect_rows() {
  const ndarray<std::int64_t> a = counted({60, 97});
  const ndarray<T> as_type = gpu::astype<T>(a % 100);
  const ndarray<T> rows = gpu::take(as_type, indices(some), 0);
  const ndarray<T> columns = gpu::take(gpu::ndarray<T>(gpu::transpose(as_type)), indices(some), 1);
  const ndarray<T> wanted = gpu::astype<T>(gpu::take(a, indices(some), 0) % 100);
  EXPECT_EQ(values(rows), values(wanted));
  EXPECT_EQ(values(gpu::transpose(columns)), values(wanted));
}

TEST_P(gathered, of_each_size) {
  expect_rows<std::int8_t>();
  expect_rows<std::int16_t>();
  expect_rows<float>();
  expect_rows<double>();
  expect_rows<std::complex<double>>();
}

TEST_P(gathered, modes_and_bounds) {
  const ndarray<std::int64_t> a = counted({60, 300});
  const ndarray<std::int64_t> outside = indices(
      {-61, 60, 121, 0, -1, -400, 59, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
  const auto count = outside.shape(0);
  EXPECT_EQ(values(gpu::take(a, outside, 0, gpu::index_mode::wrap)),
            matrix(count, 300, [&](std::ptrdiff_t i, std::ptrdiff_t j) {
              return ((outside(i) % 60 + 60) % 60) * 300 + j;
            }));
  EXPECT_EQ(values(gpu::take(a, outside, 0, gpu::index_mode::clip)),
            matrix(count, 300, [&](std::ptrdiff_t i, std::ptrdiff_t j) {
              return std::clamp<std::int64_t>(outside(i), 0, 59) * 300 + j;
            }));
  index_list with_one = some;
  with_one[12] = -61;
  const auto taken = gpu::take(a, indices(with_one), 0);
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)values(taken); }),
            "index -61 is out of bounds for axis 0 with size 60");
}

TEST_P(gathered, sees_what_the_array_held) {
  ndarray<std::int64_t> a = counted({60, 300});
  const auto taken = gpu::take(a, indices(some), 0);
  const auto rolled = gpu::roll(a, 1);
  const auto padded = gpu::pad(a, 1);
  a += 1;
  EXPECT_EQ(values(taken)[0], 7 * 300);
  EXPECT_EQ(values(rolled)[1], 0);
  EXPECT_EQ(values(padded)[303], 0);
  a = gpu::roll(a, 2, 1);
  EXPECT_EQ(a(0, 2), 1);
  EXPECT_EQ(a(59, 0), 60 * 300 - 1);
}

TEST_P(gathered, rolled_and_padded) {
  const ndarray<std::int64_t> a = counted({70, 80});
  EXPECT_EQ(values(gpu::roll(a, {3, -5}, {0, 1})),
            matrix(70, 80, [](auto i, auto j) { return (i + 67) % 70 * 80 + (j + 5) % 80; }));
  EXPECT_EQ(values(gpu::roll(gpu::transpose(a), 5605)), matrix(80, 70, [](auto i, auto j) {
              const auto from = (i * 70 + j + 5600 - 5) % 5600;
              return from % 70 * 80 + from / 70;
            }));
  EXPECT_EQ(values(gpu::roll(a, 0)), values(a));
  const auto surrounded = gpu::pad(gpu::transpose(a), {{2, 1}, {3, 0}}, gpu::pad_mode::constant,
                                   gpu::constant_values({{-1, -2}, {-3, -4}}));
  EXPECT_EQ(values(surrounded), matrix(83, 73, [](auto i, auto j) -> std::int64_t {
              if (j < 3) return -3;
              if (i < 2) return -1;
              return i >= 82 ? -2 : (j - 3) * 80 + i - 2;
            }));
  const auto mirrored = [](auto i, auto size) {
    return i < 0 ? -i : i < size ? i : 2 * (size - 1) - i;
  };
  EXPECT_EQ(values(gpu::pad(a, 2, gpu::pad_mode::reflect)), matrix(74, 84, [&](auto i, auto j) {
              return mirrored(i - 2, 70) * 80 + mirrored(j - 2, 80);
            }));
  const auto line = gpu::pad(gpu::arange<std::int64_t>(5000), {1, 2});
  EXPECT_EQ(values(line)[0] + values(line)[5001] + values(line)[5002], 0);
  EXPECT_EQ(values(line)[5000], 4999);
}

/// What `a[first + i[k], j] = value(k, j)` leaves, written one after the other.
template <class Value>
index_list written(const ndarray<std::int64_t>& a, const index_list& rows, Value value) {
  index_list all = values(a);
  const std::ptrdiff_t columns = a.shape(1);
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::ptrdiff_t j = 0; j < columns; ++j) {
      const std::int64_t row = rows[k] < 0 ? rows[k] + a.shape(0) : rows[k];
      all[static_cast<std::size_t>(row * columns + j)] = value(static_cast<std::ptrdiff_t>(k), j);
    }
  return all;
}

TEST_P(gathered, rows_that_are_written) {
  const ndarray<std::int64_t> a = counted({60, 300});
  const auto count = static_cast<std::ptrdiff_t>(some.size());
  const ndarray<std::int64_t> b = -counted({count, 300});
  ndarray<std::int64_t> w = a;
  gpu::view(w, indices(some)) = b;
  EXPECT_EQ(values(w), written(a, some, [](auto k, auto j) { return -(k * 300 + j); }));
  EXPECT_EQ(values(gpu::view(w, indices(some))), values(gpu::take(w, indices(some), 0)));
  w = a;
  gpu::view(w, indices(some)) = 5;
  EXPECT_EQ(values(w), written(a, some, [](auto, auto) { return 5; }));
  w = a;
  gpu::view(w, indices(some)) = ndarray<std::int64_t>(gpu::view(b, 3));
  EXPECT_EQ(values(w), written(a, some, [](auto, auto j) { return -(900 + j); }));
  w = a;
  gpu::view(w, indices(some)) += 7;
  EXPECT_EQ(values(w), written(a, some, [&](auto k, auto j) {
              return in_order(some[static_cast<std::size_t>(k)]) * 300 + j + 7;
            }));
  w = counted({20, 300});
  gpu::view(w, gpu::arange<std::int64_t>(19, -1, -1)) = w;
  EXPECT_EQ(values(w), matrix(20, 300, [](auto i, auto j) { return (19 - i) * 300 + j; }));
}

TEST_P(gathered, columns_and_parts_that_are_written) {
  const ndarray<std::int64_t> a = counted({300, 60});
  const auto count = static_cast<std::ptrdiff_t>(some.size());
  ndarray<std::int64_t> w = a;
  gpu::view(w, gpu::all(), indices(some)) = -counted({300, count});
  ndarray<std::int64_t> by_rows = gpu::transpose(a);
  gpu::view(by_rows, indices(some)) = -gpu::transpose(counted({300, count}));
  EXPECT_EQ(values(w), values(gpu::transpose(by_rows)));
  w = a;
  gpu::view(w, gpu::range(2, 290), indices(some)) = 9;
  EXPECT_EQ(values(gpu::view(w, gpu::range(0, 2))), values(gpu::view(a, gpu::range(0, 2))));
  for (const std::int64_t index : some) EXPECT_EQ(w(2, in_order(index)), 9);
  EXPECT_EQ(w(290, 7), 290 * 60 + 7);
  EXPECT_EQ(w(2, 1), 121);
  EXPECT_EQ(values(gpu::view(w, gpu::range(2, 290), indices(some))),
            matrix(288, count, [](auto, auto) { return 9; }));
}

TEST_P(gathered, elements_that_are_written) {
  const ndarray<std::int64_t> i = (gpu::arange<std::int64_t>(20000) * 7919) % 16384 - 8192;
  ndarray<std::int64_t> a = gpu::zeros<std::int64_t>({16384});
  gpu::view(a, i) = gpu::arange<std::int64_t>(20000);
  index_list wanted(16384, 0);
  const index_list at = values(i);
  for (std::size_t k = 0; k < at.size(); ++k)
    wanted[static_cast<std::size_t>(at[k] < 0 ? at[k] + 16384 : at[k])] =
        static_cast<std::int64_t>(k);
  EXPECT_EQ(values(a), wanted);
  EXPECT_EQ(values(gpu::view(a, i)), values(gpu::take(a, i)));
  gpu::view(a, i) = 3;
  for (std::size_t k = 0; k < at.size(); ++k)
    wanted[static_cast<std::size_t>(at[k] < 0 ? at[k] + 16384 : at[k])] = 3;
  EXPECT_EQ(values(a), wanted);
}

TEST_P(gathered, one_element_that_is_written) {
  ndarray<std::int64_t> a = counted({3, 4});
  const ndarray<std::int64_t> one = gpu::reshape(indices({1}), shape{});
  gpu::view(a, one, one) = 50;
  EXPECT_EQ(a(1, 1), 50);
  gpu::view(a, one, -2) = gpu::reshape(indices({61}), shape{});
  EXPECT_EQ(a(1, 2), 61);
  EXPECT_EQ(values(gpu::view(a, one, one)), index_list{50});
  ndarray<std::int64_t> line = counted({4});
  gpu::view(line, one) = 7;
  EXPECT_EQ(values(line), (index_list{0, 7, 2, 3}));
}

TEST_P(gathered, nothing_is_written_at_indices_out_of_bounds) {
  const ndarray<std::int64_t> a = counted({60, 300});
  index_list with_one = some;
  with_one[12] = 60;
  ndarray<std::int64_t> w = a;
  EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::view(w, indices(with_one)) = 1; }),
            "index 60 is out of bounds for axis 0 with size 60");
  EXPECT_EQ(values(w), values(a));
  EXPECT_EQ(message_of<gpu::index_error>([&] { (void)values(gpu::view(w, indices(with_one))); }),
            "index 60 is out of bounds for axis 0 with size 60");
  const ndarray<std::int64_t> line = counted({5000});
  ndarray<std::int64_t> at = counted({5000});
  for (const std::int64_t outside : {-5001, 5000}) {
    at(4097) = outside;
    ndarray<std::int64_t> z = line;
    const std::string message =
        "index " + std::to_string(outside) + " is out of bounds for axis 0 with size 5000";
    EXPECT_EQ(message_of<gpu::index_error>([&] { gpu::view(z, at) = 0; }), message);
    EXPECT_EQ(values(z), values(line));
    EXPECT_EQ(message_of<gpu::index_error>([&] { (void)values(gpu::take(z, at)); }), message);
  }
}

INSTANTIATE_TEST_SUITE_P(devices, gathered, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
