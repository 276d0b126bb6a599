// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/manipulation/splitting.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/cuda/memory_pool.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;

class splitting : public gpu::test::on_device {
 protected:
  static ndarray<int> matrix(std::ptrdiff_t rows, std::ptrdiff_t columns) {
    return gpu::reshape(gpu::arange<int>(rows * columns), {rows, columns});
  }
};

TEST_P(splitting, into_equal_parts) {
  const auto parts = gpu::split(matrix(4, 2), 2);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].shape(), (shape{2, 2}));
  EXPECT_EQ(values(parts[1]), (std::vector{4, 5, 6, 7}));
  const auto columns = gpu::split(matrix(2, 4) * 2, 4, -1);
  ASSERT_EQ(columns.size(), 4u);
  EXPECT_EQ(values(columns[3]), (std::vector{6, 14}));
  EXPECT_EQ(gpu::split(gpu::empty<int>({0, 3}), 2)[1].shape(), (shape{0, 3}));
}

TEST_P(splitting, at_indices) {
  const ndarray<int> a = gpu::arange<int>(6);
  const auto parts = gpu::split(a, {2, 3, 8});
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(values(parts[0]), (std::vector{0, 1}));
  EXPECT_EQ(values(parts[1]), (std::vector{2}));
  EXPECT_EQ(values(parts[2]), (std::vector{3, 4, 5}));
  EXPECT_EQ(parts[3].shape(), shape{0});
  EXPECT_EQ(values(gpu::split(a, {-2})[1]), (std::vector{4, 5}));
  EXPECT_EQ(gpu::split(a, {4, 2})[1].shape(), shape{0});
  EXPECT_EQ(gpu::split(a, std::vector<int>{})[0].shape(), shape{6});
}

TEST_P(splitting, into_parts_of_two_sizes) {
  const auto parts = gpu::array_split(gpu::arange<int>(8), 3);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(values(parts[0]), (std::vector{0, 1, 2}));
  EXPECT_EQ(values(parts[1]), (std::vector{3, 4, 5}));
  EXPECT_EQ(values(parts[2]), (std::vector{6, 7}));
  EXPECT_EQ(gpu::array_split(gpu::arange<int>(2), 3)[2].shape(), shape{0});
  EXPECT_EQ(gpu::array_split(matrix(3, 5), 2, 1)[0].shape(), (shape{3, 3}));
}

TEST_P(splitting, along_named_axes) {
  const auto a = matrix(2, 4);
  EXPECT_EQ(values(gpu::hsplit(a, 2)[1]), (std::vector{2, 3, 6, 7}));
  EXPECT_EQ(values(gpu::hsplit(gpu::arange<int>(4), {1})[1]), (std::vector{1, 2, 3}));
  EXPECT_EQ(values(gpu::vsplit(a, 2)[1]), (std::vector{4, 5, 6, 7}));
  EXPECT_EQ(values(gpu::dsplit(gpu::reshape(a, {1, 2, 4}), 4)[1]), (std::vector{1, 5}));
}

TEST_P(splitting, takes_an_axis_apart) {
  const auto a = matrix(2, 3);
  const auto rows = gpu::unstack(a);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(values(rows[1]), (std::vector{3, 4, 5}));
  const auto columns = gpu::unstack(a, -1);
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(values(columns[2]), (std::vector{2, 5}));
  EXPECT_TRUE(gpu::unstack(gpu::empty<int>({0, 3})).empty());
}

TEST_P(splitting, writes_through) {
  ndarray<int> a = gpu::arange<int>(6);
  const auto before = gpu::memory_pool::statistics(GetParam()).allocations;
  const auto parts = gpu::split(a, 3);
  EXPECT_EQ(gpu::memory_pool::statistics(GetParam()).allocations, before);
  parts[1] = 9;
  parts[2] = parts[0] + 10;
  EXPECT_EQ(values(a), (std::vector{0, 1, 9, 9, 10, 11}));
  for (const auto& part : gpu::array_split(gpu::view(a, gpu::range(1, 4)), 2)) part(0) = -1;
  EXPECT_EQ(values(a), (std::vector{0, -1, 9, -1, 10, 11}));
  ndarray<int> m = matrix(2, 2);
  gpu::unstack(m, 1)[0] = gpu::unstack(m, 1)[1];
  EXPECT_EQ(values(m), (std::vector{1, 1, 3, 3}));
  const ndarray<int>& constant = a;
  const auto copies = gpu::split(constant, 2);
  a.fill(0);
  EXPECT_EQ(values(copies[1]), (std::vector{-1, 10, 11}));
  EXPECT_EQ(values(gpu::split(std::move(a), 2)[1]), (std::vector{0, 0, 0}));
}

TEST_P(splitting, gives_a_list_that_is_moved_about_without_writing) {
  ndarray<int> a = gpu::arange<int>(6);
  auto parts = gpu::split(a, 3);
  const auto others = parts;
  parts = gpu::split(a, 2);
  EXPECT_EQ(parts.size(), 2u);
  EXPECT_EQ(values(parts.back()), (std::vector{3, 4, 5}));
  auto& first = parts[0];
  EXPECT_EQ(values(first), values(gpu::split(a, 2).front()));
  EXPECT_EQ(values(others.at(1)), (std::vector{2, 3}));
  EXPECT_THROW((void)parts.at(2), std::out_of_range);
  std::vector<ndarray<int>> arrays(others.begin(), others.end());
  arrays.erase(arrays.begin());
  std::reverse(arrays.begin(), arrays.end());
  EXPECT_EQ(values(gpu::concatenate(arrays)), (std::vector{4, 5, 2, 3}));
  EXPECT_EQ(values(gpu::stack(parts)), (std::vector{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(values(a), (std::vector{0, 1, 2, 3, 4, 5}));
}

TEST_P(splitting, that_is_wrong) {
  const auto a = gpu::ones<int>(5);
  const auto said = [](const auto& act) { return message_of<gpu::value_error>(act); };
  EXPECT_EQ(said([&] { (void)gpu::split(a, 2); }),
            "array split does not result in an equal division");
  EXPECT_EQ(said([&] { (void)gpu::split(a, 0); }), "number sections must be larger than 0.");
  EXPECT_EQ(said([&] { (void)gpu::array_split(a, -3); }), "number sections must be larger than 0.");
  EXPECT_EQ(said([&] { (void)gpu::vsplit(a, 1); }),
            "vsplit only works on arrays of 2 or more dimensions");
  EXPECT_EQ(said([&] { (void)gpu::dsplit(a, 1); }),
            "dsplit only works on arrays of 3 or more dimensions");
  EXPECT_EQ(said([&] { (void)gpu::hsplit(ndarray<int>(1), 1); }),
            "hsplit only works on arrays of 1 or more dimensions");
  EXPECT_EQ(said([&] { (void)gpu::unstack(ndarray<int>(1)); }),
            "Input array must be at least 1-d.");
  EXPECT_EQ(message_of<gpu::axis_error>([&] { (void)gpu::split(a, 1, 1); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_THROW((void)gpu::unstack(a, -2), gpu::axis_error);
}

INSTANTIATE_TEST_SUITE_P(devices, splitting, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
