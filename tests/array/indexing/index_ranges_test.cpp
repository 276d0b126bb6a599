// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/index_ranges.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <gpu/array/creation.hpp>
#include <gpu/array/evaluation.hpp>
#include <gpu/array/indexing/mask_indices.hpp>
#include <gpu/array/size.hpp>
#include <gpu/array/triangular.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/reductions.hpp>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::ndarray;
using gpu::ndenumerate;
using gpu::ndindex;
using gpu::shape;
using gpu::test::values;

using indices = std::vector<shape>;

indices all_of(const gpu::index_range& range) {
  indices result;
  for (const shape& index : range) result.push_back(index);
  return result;
}

class index_ranges : public gpu::test::on_device {};

TEST(ndindex, gives_the_indices_in_c_order) {
  EXPECT_EQ(all_of(ndindex({2, 3})), (indices{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
  EXPECT_EQ(all_of(ndindex(1, 2, 1)), (indices{{0, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(all_of(ndindex(3)), (indices{{0}, {1}, {2}}));
  EXPECT_EQ(ndindex(4, 5).size(), 20u);
}

TEST(ndindex, of_no_axes_and_of_no_elements) {
  EXPECT_EQ(all_of(ndindex(shape())), indices{shape()});
  EXPECT_EQ(all_of(ndindex(2, 0)), indices());
  EXPECT_THROW(static_cast<void>(ndindex(2, -1)), gpu::value_error);
}

TEST(size, counts_elements_and_axes) {
  const ndarray<int> a = gpu::zeros<int>({2, 3, 4}, gpu::cpu());
  EXPECT_EQ(gpu::ndim(a), 3u);
  EXPECT_EQ(gpu::ndim(gpu::sum(a + 1)), 0u);
  EXPECT_EQ(gpu::ndim(2.5), 0u);
  EXPECT_EQ(gpu::size(a), 24u);
  EXPECT_EQ(gpu::size(a + 1, 1), 3u);
  EXPECT_EQ(gpu::size(a, -1), 4u);
  EXPECT_EQ(gpu::size(a, {0, 2}), 8u);
  EXPECT_EQ(gpu::size(7), 1u);
  EXPECT_THROW(static_cast<void>(gpu::size(a, 3)), gpu::axis_error);
}

TEST_P(index_ranges, enumerates_elements) {
  ndarray<int> a = {{5, 6, 7}, {8, 9, 10}};
  indices where;
  std::vector<int> what;
  for (const auto& [index, value] : ndenumerate(a)) {
    where.push_back(index);
    what.push_back(value);
    a(0, 0) = 99;  // not seen
  }
  EXPECT_EQ(where, all_of(ndindex(2, 3)));
  EXPECT_EQ(what, (std::vector{5, 6, 7, 8, 9, 10}));
  std::vector<int> transposed;
  for (const auto& [index, value] : ndenumerate(gpu::transpose(a) * 2)) transposed.push_back(value);
  EXPECT_EQ(transposed, (std::vector{198, 16, 12, 18, 14, 20}));
  for (const auto& [index, value] : ndenumerate(ndarray<bool>(true))) {
    EXPECT_EQ(index, shape());
    EXPECT_TRUE(value);
  }
  EXPECT_EQ(ndenumerate(gpu::zeros<float>({3, 0})).size(), 0u);
  for (const auto& entry : ndenumerate(gpu::zeros<float>({3, 0}))) ADD_FAILURE() << entry.first;
}

TEST_P(index_ranges, of_masks) {
  using numbers = std::vector<std::int64_t>;
  const auto upper = [](const auto& m, auto k) { return gpu::triu(m, k); };
  const auto [i, j] = gpu::mask_indices(3, upper);
  EXPECT_EQ(values(i), (numbers{0, 0, 0, 1, 1, 2}));
  EXPECT_EQ(values(j), (numbers{0, 1, 2, 1, 2, 2}));
  const auto [rows, columns] = gpu::mask_indices(3, upper, 1);
  EXPECT_EQ(values(rows), (numbers{0, 0, 1}));
  EXPECT_EQ(values(columns), (numbers{1, 2, 2}));
  EXPECT_EQ(rows.device(), GetParam());
  EXPECT_THROW(static_cast<void>(gpu::mask_indices(-1, upper)), gpu::value_error);
}

INSTANTIATE_TEST_SUITE_P(devices, index_ranges, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
