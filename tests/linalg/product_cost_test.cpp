// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/product_cost.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

using linalg::detail::are_rows_cheapest;
using linalg::detail::cheapest_tiles;
using linalg::detail::cost_of_reduction;
using linalg::detail::cost_of_threads;
using linalg::detail::product_size;
using linalg::detail::product_tile;
using linalg::detail::tiled_choice;
using linalg::detail::tiles_cheaper_than_cublas;
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
    EXPECT_TRUE(are_rows_cheapest({1 << 20, 8, type == dtype::float16 ? 8 : 16, 1}, type));
    EXPECT_TRUE(are_rows_cheapest({1 << 20, 2, 3, 1}, type));
  }
}

TEST(product_cost, rows_are_not_for_long_sums) {
  for (const dtype type : {dtype::float16, dtype::float32, dtype::float64, dtype::complex128}) {
    SCOPED_TRACE(traits(type).name);
    EXPECT_FALSE(are_rows_cheapest({1 << 20, 8, 1000, 1}, type));
    EXPECT_FALSE(are_rows_cheapest({100, 8, 33, 1}, type));
  }
}

/// Microseconds of products on an H100.
struct measured_product {
  dtype type;
  product_size size;
  double cublas;
  double tiles;
};

TEST(product_cost, tiles_of_floats_are_chosen_where_they_were_measured_to_be_faster) {
  constexpr double lost = 1.15;  // what a choice may cost
  for (const measured_product& one : {
           measured_product{dtype::float32, {16, 16, 16, 1}, 11.5, 5.0},
           {dtype::float32, {100, 100, 100, 1}, 18.1, 5.0},
           {dtype::float32, {256, 256, 256, 1}, 20.6, 7.7},
           {dtype::float32, {384, 384, 384, 1}, 20.5, 12.0},
           {dtype::float32, {768, 768, 768, 1}, 35.8, 66.9},
           {dtype::float32, {1024, 1024, 1024, 1}, 56.1, 67.8},
           {dtype::float32, {16384, 64, 64, 1}, 14.8, 7.1},
           {dtype::float32, {64, 64, 1024, 1}, 17.1, 12.4},
           {dtype::float32, {16384, 64, 1024, 1}, 60.0, 81.7},
           {dtype::float32, {32, 32, 32, 100}, 16.6, 4.3},
           {dtype::float32, {32, 32, 32, 10000}, 57.9, 48.3},
           {dtype::float32, {16, 16, 16, 10000}, 28.1, 42.0},
           {dtype::float32, {64, 64, 64, 1000}, 27.6, 25.7},
           {dtype::float32, {100, 100, 100, 1000}, 102.3, 124.2},
           {dtype::float64, {100, 100, 100, 1}, 11.4, 6.1},
           {dtype::float64, {256, 256, 256, 1}, 11.5, 11.1},
           {dtype::float64, {512, 512, 512, 1}, 11.4, 23.1},
           {dtype::float64, {16384, 64, 256, 1}, 17.5, 42.0},
           {dtype::float64, {16, 16, 16, 10000}, 40.7, 34.4},
           {dtype::float64, {100, 100, 100, 1000}, 104.3, 263.2},
           {dtype::float16, {32, 32, 32, 1}, 9.7, 3.7},
           {dtype::float16, {512, 512, 512, 1}, 10.4, 39.3},
           {dtype::float16, {32, 32, 32, 10000}, 37.8, 65.2},
           {dtype::complex64, {64, 64, 64, 1}, 15.1, 6.4},
           {dtype::complex64, {512, 512, 512, 1}, 27.4, 37.1},
           {dtype::complex64, {100, 100, 100, 1000}, 295.9, 408.2},
           {dtype::complex128, {64, 64, 64, 1}, 12.9, 6.3},
           {dtype::complex128, {384, 384, 384, 1}, 18.5, 51.8},
           {dtype::complex128, {16, 16, 16, 10000}, 50.0, 118.0},
           {dtype::complex128, {32, 32, 32, 10000}, 165.2, 209.0},
       }) {
    const double chosen = tiles_cheaper_than_cublas(one.size, one.type) ? one.tiles : one.cublas;
    EXPECT_LE(chosen, lost * std::min(one.cublas, one.tiles))
        << traits(one.type).name << " (" << one.size.m << ", " << one.size.k << "), (" << one.size.k
        << ", " << one.size.n << "), " << one.size.count << " of them";
  }
}

TEST(product_cost, sums_of_halves_have_one_part) {
  EXPECT_EQ(cheapest_tiles({64, 64, 1 << 20, 1}, dtype::float16).splits, 1);
  EXPECT_GT(cheapest_tiles({64, 64, 1 << 20, 1}, dtype::float32).splits, 1);
}

TEST(product_cost, a_single_result_is_a_reduction) {
  EXPECT_LT(cost_of_reduction({1, 1, 1 << 20, 1}),
            cheapest_tiles({1, 1, 1 << 20, 1}, dtype::int32).cost);
}

}  // namespace
}  // namespace gpu::test
