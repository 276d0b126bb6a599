// SPDX-License-Identifier: BSD-3-Clause
// What xtensor's documentation shows of indices (docs/source/indices.rst), with `gpu::` for `xt::`.
// Lists of indices are the rows of a matrix here.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/gpu.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::missing;
using gpu::shape;
using gpu::test::message_of;
using gpu::test::values;
using indices = std::vector<std::int64_t>;

class xtensor_indices : public gpu::test::on_device {
 protected:
  void SetUp() override {
    on_device::SetUp();
    a = gpu::arange<std::size_t>(3 * 4);
    a.reshape({3, 4});
  }
  gpu::xarray<std::size_t> a;
  const indices large = {1, 2, 1, 3, 2, 0, 2, 1, 2, 2, 2, 3};  ///< of the elements from 6 on
};

TEST_P(xtensor_indices, between_parentheses) {
  EXPECT_EQ(a(1, 2), 6u);
  EXPECT_EQ(a(2), a(0, 2));
  EXPECT_EQ(a(2), 2u);
  EXPECT_EQ(a(7, 1, 2), 6u);
}

TEST_P(xtensor_indices, that_are_missing_behind_are_zero) {
  EXPECT_EQ(a(2, missing), a(2, 0));
  EXPECT_EQ(a(2, missing), 8u);
  EXPECT_EQ(a(missing), 0u);
  EXPECT_EQ(a(1, 2, missing), 6u);
  EXPECT_EQ(a(5, 1, 2, missing), 6u);
  EXPECT_EQ(a.at(1, missing), 4u);
  EXPECT_EQ((a + 1)(2, missing), 9u);
  a(1, missing) = 40;
  gpu::view(a, gpu::range(1, 3))(1, missing) = 80;
  EXPECT_EQ(a(1, 0), 40u);
  EXPECT_EQ(a(2, 0), 80u);
  EXPECT_EQ(message_of<gpu::index_error>([&] { static_cast<void>(a(3, missing)); }),
            "index 3 is out of bounds for axis 0 with size 3");
  EXPECT_THROW(static_cast<void>(a(missing, 1)), gpu::index_error);
  EXPECT_EQ(message_of<gpu::index_error>([&] { static_cast<void>(a.at(0, 1, 2, missing)); }),
            "too many indices for array: array is 2-dimensional, but 3 were indexed");
}

TEST_P(xtensor_indices, by_name) {
  const auto& constant = a;
  EXPECT_EQ(a.at(1, 2), 6u);
  EXPECT_EQ(a.unchecked(1, 2), 6u);
  EXPECT_EQ(a.unchecked(1), a(1, 0));
  EXPECT_EQ(constant.unchecked(2), 8u);
  EXPECT_EQ((a * 2).unchecked(1, 1), 10u);
  a.unchecked(1) = 44;
  EXPECT_EQ(a(1, 0), 44u);
  EXPECT_EQ(a.periodic(-1, -2), 10u);
  EXPECT_EQ(a.periodic(3, 4), 0u);
  EXPECT_TRUE(a.in_bounds(1, 2));
  EXPECT_FALSE(a.in_bounds(3, 0));
  EXPECT_EQ((a[{1, 2}]), 6u);
  EXPECT_EQ(a.flat(6), 6u);
}

TEST_P(xtensor_indices, of_elements_that_a_condition_selects) {
  auto idx = gpu::from_indices(gpu::argwhere(a >= 6));
  EXPECT_EQ(idx.shape(), (shape{6, 2}));
  EXPECT_EQ(values(idx), large);
}

TEST_P(xtensor_indices, become_positions) {
  auto idx = gpu::ravel_indices(gpu::argwhere(a >= 6), a.shape());
  EXPECT_EQ(values(idx), (indices{6, 7, 8, 9, 10, 11}));
  auto vector = gpu::ravel_indices<gpu::ravel_vector_tag>(gpu::argwhere(a >= 6), a.shape());
  EXPECT_EQ(vector, (indices{6, 7, 8, 9, 10, 11}));
  const std::vector<std::array<std::size_t, 2>> list = {{1, 2}, {2, 0}};
  EXPECT_EQ(values(gpu::ravel_indices(list, a.shape())), (indices{6, 8}));
  EXPECT_EQ(values(gpu::ravel_indices(list, a.shape(), gpu::layout_type::column_major)),
            (indices{7, 2}));
  EXPECT_EQ(
      message_of<gpu::shape_error>([&] { static_cast<void>(gpu::ravel_indices(list, {12})); }),
      "indices of shape (2,2) for an array with 1 axis");
}

TEST_P(xtensor_indices, of_one_axis_are_positions) {
  gpu::xtensor<std::size_t, 1> line = gpu::arange<std::size_t>(16);
  auto idx = gpu::flatten_indices(gpu::argwhere(line >= 6));
  const std::vector<std::size_t> kept = {6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  EXPECT_EQ(values(idx), indices(kept.begin(), kept.end()));
  EXPECT_EQ(values(gpu::view(line, gpu::keep(idx))), kept);
  EXPECT_EQ(values(gpu::view(line, gpu::keep(kept))), kept);
  EXPECT_EQ(values(gpu::view(line, gpu::drop(idx))), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
  gpu::view(line, gpu::drop(std::array{0, 1, -1})) = 0;
  EXPECT_EQ(gpu::sum(line)(), 16u);
  EXPECT_THROW(static_cast<void>(gpu::view(line, gpu::keep(idx + 1))), gpu::index_error);
}

TEST_P(xtensor_indices, of_positions) {
  auto flat_indices = gpu::ravel_indices(gpu::argwhere(a >= 6), a.shape());
  auto array_indices = gpu::from_indices(gpu::unravel_indices(flat_indices, a.shape()));
  EXPECT_EQ(array_indices.shape(), (shape{6, 2}));
  EXPECT_EQ(values(array_indices), large);
  EXPECT_EQ(values(gpu::unravel_indices(std::vector<std::size_t>{11}, a.shape())), (indices{2, 3}));
  EXPECT_EQ(gpu::unravel_index(6, a.shape()), (shape{1, 2}));
  EXPECT_EQ(message_of<gpu::value_error>([&] {
              static_cast<void>(gpu::unravel_indices({3, 12}, a.shape()));
            }),
            "index 12 is out of bounds for array with size 12");
}

TEST_P(xtensor_indices, for_each_axis_are_rows) {
  const auto rows = gpu::from_indices(gpu::nonzero(a >= 6));
  EXPECT_EQ(rows.shape(), (shape{2, 6}));
  EXPECT_EQ(values(rows), (indices{1, 1, 2, 2, 2, 2, 2, 3, 0, 1, 2, 3}));
}

TEST_P(xtensor_indices, of_one_list_are_of_one_length) {
  const std::vector<std::vector<int>> list = {{0, 1}, {2, 0}};
  EXPECT_EQ(values(gpu::from_indices(list)), (indices{0, 1, 2, 0}));
  EXPECT_EQ(values(gpu::flatten_indices(list)), (indices{0, 1, 2, 0}));
  EXPECT_EQ(message_of<gpu::shape_error>([] {
              static_cast<void>(gpu::from_indices({{0, 1}, {2}}));
            }),
            "an index of 1 numbers beside one of 2 numbers");
}

INSTANTIATE_TEST_SUITE_P(devices, xtensor_indices, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
