// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/unpack.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/index_arrays.hpp>
#include <gpu/array/reduction/differences.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/core/error.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::unpack;
using gpu::test::message_of;
using gpu::test::values;

class unpacked : public gpu::test::on_device {
 protected:
  /// 0 ... 5 of shape (2, 3).
  static ndarray<int> matrix() { return gpu::reshape(gpu::arange<int>(6), {2, 3}); }
};

TEST_P(unpacked, parts_write_through) {
  ndarray<int> a = matrix();
  auto [left, middle, right] = unpack<3>(gpu::split(a, 3, 1));
  middle = left * 10;
  EXPECT_EQ(values(a), (std::vector{0, 0, 2, 3, 30, 5}));
  auto [first, second] = unpack<2>(a);  // as those of unstack
  first = second + 1;
  EXPECT_EQ(values(a), (std::vector{4, 31, 6, 3, 30, 5}));
  const auto [upper] = unpack<1>(gpu::view(a, gpu::range(0, 1)));
  upper = 7;
  EXPECT_EQ(values(a), (std::vector{7, 7, 7, 3, 30, 5}));
}

TEST_P(unpacked, arrays_are_those_along_the_first_axis) {
  const ndarray<int> a = matrix();
  const auto [x, y, z] = unpack<3>(gpu::transpose(a));
  EXPECT_EQ(values(x + 10 * y + 100 * z), (std::vector{210, 543}));
  EXPECT_EQ(x.device(), GetParam());
  const auto [zero, one] = unpack<2>(gpu::arange<int>(2));
  EXPECT_EQ(zero.item(), 0);
  EXPECT_EQ(one.item(), 1);
}

TEST_P(unpacked, lists_and_shapes_are_taken_apart) {
  const ndarray<int> a = matrix();
  const auto [rows, columns] = unpack<2>(a.shape());
  EXPECT_EQ(10 * rows + columns, 23);
  const auto [down, right] = unpack<2>(gpu::gradient(a));
  EXPECT_EQ(values(down), std::vector<double>(6, 3));
  EXPECT_EQ(values(right), std::vector<double>(6, 1));
  const auto [i, j] = unpack<2>(gpu::unravel_index({5, 0}, a.shape()));
  EXPECT_EQ(values(i * 10 + j), (std::vector<std::int64_t>{12, 0}));
  const auto [row, column] = unpack<2>(gpu::nonzero(a > 3));
  EXPECT_EQ(values(row * 10 + column), (std::vector<std::int64_t>{11, 12}));
}

TEST_P(unpacked, another_number_of_values_is_refused_in_pythons_words) {
  const ndarray<int> a = matrix();
  EXPECT_EQ(message_of<gpu::value_error>([&] { static_cast<void>(unpack<3>(a.shape())); }),
            "not enough values to unpack (expected 3, got 2)");
  EXPECT_EQ(message_of<gpu::value_error>([&] { static_cast<void>(unpack<1>(a)); }),
            "too many values to unpack (expected 1, got 2)");
  EXPECT_THROW(static_cast<void>(unpack<1>(gpu::zeros<int>({0, 3}))), gpu::value_error);
  EXPECT_THROW(static_cast<void>(unpack<1>(ndarray<int>(3))), gpu::value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, unpacked, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
