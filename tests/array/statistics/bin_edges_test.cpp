// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/bin_edges.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/device.hpp"
#include "support/values.hpp"

namespace {

using gpu::histogram_algorithm;
using gpu::ndarray;
using gpu::test::values;

class bin_edges : public gpu::test::on_device {};

TEST_P(bin_edges, of_one_width_are_those_of_numpy) {
  const ndarray<double> a = {0, 3, 1, 4};
  const std::vector<double> expected = {0, 1, 2, 3, 4};
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, 4, histogram_algorithm::linspace)), expected);
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, 0, 4, 4)), expected);
}

TEST_P(bin_edges, of_logspace_grow_by_a_factor) {
  const ndarray<double> a = {1, 10, 1000};
  const std::vector<double> edges =
      values(gpu::histogram_bin_edges(a, 3, histogram_algorithm::logspace));
  ASSERT_EQ(edges.size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(edges[i], std::pow(10, i), 1e-9);
}

/// As xtensor 0.24.
TEST_P(bin_edges, of_uniform_bins_have_the_same_weight_in_each) {
  const ndarray<float> a = {9, 1, 8, 2, 7, 3, 100, 4, 6, 5};
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, 4, histogram_algorithm::uniform)),
            (std::vector<float>{1, 4, 6, 9, 100}));
  const ndarray<int> weights = {1, 10, 1, 1, 1, 1, 1, 1, 1, 2};
  EXPECT_EQ(values(gpu::histogram_bin_edges(a, weights, 2, histogram_algorithm::uniform)),
            (std::vector<float>{1, 2, 100}));
}

TEST_P(bin_edges, bin_items_sum_up_to_all_items) {
  EXPECT_EQ(values(gpu::sum(gpu::bin_items(10, 3))), (std::vector<std::int64_t>{10}));
  EXPECT_EQ(values(gpu::bin_items(7, ndarray<double>{1, 2, 4})),
            (std::vector<std::int64_t>{1, 2, 4}));
  EXPECT_EQ(values(gpu::bin_items(10, ndarray<double>{1, 2, 4})),
            (std::vector<std::int64_t>{2, 3, 5}));
}

INSTANTIATE_TEST_SUITE_P(devices, bin_edges, testing::ValuesIn(gpu::test::cpu_and_gpu()),
                         gpu::test::device_name);

}  // namespace
