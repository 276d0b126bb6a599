// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/product_cost.hpp"

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

using linalg::detail::are_rows_cheapest;
using linalg::detail::cheapest_tiles;
using linalg::detail::cost_of_reduction;
using linalg::detail::cost_of_threads;
using linalg::detail::product_tile;
using linalg::detail::tiled_choice;
using linalg::detail::tiles_of;

TEST(product_cost, large_products_have_the_largest_tiles) {
  for (const dtype type : {dtype::bool_, dtype::int8, dtype::uint16, dtype::int32, dtype::int64}) {
    const tiled_choice choice = cheapest_tiles({4096, 4096, 4096, 1}, type);
    EXPECT_EQ(choice.tile.rows, tiles_of(type).front().rows) << traits(type).name;
    EXPECT_EQ(choice.splits, 1) << traits(type).name;
    EXPECT_LT(choice.cost, cost_of_threads({4096, 4096, 4096, 1}, type)) << traits(type).name;
  }
}

TEST(product_cost, stacks_of_matrices_as_large_as_a_tile_have_a_tile_each) {
  const tiled_choice choice = cheapest_tiles({32, 32, 32, 10000}, dtype::int32);
  EXPECT_EQ(choice.tile.rows, 32);
  EXPECT_EQ(choice.splits, 1);
  EXPECT_LT(choice.cost, cost_of_threads({32, 32, 32, 10000}, dtype::int32));
}

TEST(product_cost, tiles_of_small_matrices_would_be_mostly_empty) {
  EXPECT_GT(cheapest_tiles({4, 4, 4, 100000}, dtype::int32).cost,
            cost_of_threads({4, 4, 4, 100000}, dtype::int32));
  EXPECT_GT(cheapest_tiles({1 << 20, 1, 16, 1}, dtype::int32).cost,
            cost_of_threads({1 << 20, 1, 16, 1}, dtype::int32));
}

TEST(product_cost, long_sums_of_few_results_are_split) {
  const tiled_choice choice = cheapest_tiles({64, 64, 1 << 20, 1}, dtype::int32);
  EXPECT_GT(choice.splits, 16);
  EXPECT_LT(choice.cost, cost_of_threads({64, 64, 1 << 20, 1}, dtype::int32));
  EXPECT_LT(choice.cost, cost_of_reduction({64, 64, 1 << 20, 1}));
  EXPECT_EQ(cheapest_tiles({64, 64, 500, 1}, dtype::int32).splits, 1);
}

TEST(product_cost, rows_are_for_many_small_matrices_and_for_thin_ones) {
  for (const dtype type : {dtype::float16, dtype::float32, dtype::float64, dtype::complex64,
                           dtype::complex128, dtype::int8, dtype::int32}) {
    SCOPED_TRACE(traits(type).name);
    EXPECT_TRUE(are_rows_cheapest({4, 4, 4, 100000}, type));
    EXPECT_TRUE(are_rows_cheapest({1 << 20, 8, 16, 1}, type));
    EXPECT_TRUE(are_rows_cheapest({1 << 20, 2, 3, 1}, type));
  }
}

TEST(product_cost, rows_are_not_for_long_sums_nor_for_what_is_soon_done) {
  for (const dtype type : {dtype::float16, dtype::float32, dtype::float64, dtype::complex128}) {
    SCOPED_TRACE(traits(type).name);
    EXPECT_FALSE(are_rows_cheapest({1 << 20, 8, 1000, 1}, type));
    EXPECT_FALSE(are_rows_cheapest({4, 4, 4, 1}, type));
    EXPECT_FALSE(are_rows_cheapest({100, 8, 16, 1}, type));
  }
}

TEST(product_cost, a_single_result_is_a_reduction) {
  EXPECT_LT(cost_of_reduction({1, 1, 1 << 20, 1}),
            cheapest_tiles({1, 1, 1 << 20, 1}, dtype::int32).cost);
}

}  // namespace
}  // namespace gpu::test
