// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "execute/gpu/reduce/splits.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

constexpr std::ptrdiff_t large = tuning::split_bytes * 1000;

TEST(row_splits, are_one_if_there_are_enough_blocks_or_few_bytes) {
  EXPECT_EQ(split_rows({1000, 1000, 1000, large, 8, 1 << 20}).count, 1);
  EXPECT_EQ(split_rows({1000, 1, 1000, tuning::split_bytes, 8, 1 << 20}).count, 1);
  EXPECT_EQ(split_rows({1000, 1, 1000, tuning::split_bytes, 8, 1 << 20}).steps, 1000);
}

TEST(row_splits, make_a_block_of_the_bytes_that_are_worth_one) {
  const row_splits splits = split_rows({100000, 10, 1000, large, 8, 1 << 20});
  EXPECT_EQ(splits.count, 100);
  EXPECT_EQ(splits.steps, 1000);
  EXPECT_EQ(split_rows({100000, 10, 50, large, 8, 1 << 20}).count, 5) << "up to so many blocks";
}

TEST(row_splits, have_whole_multiples_of_steps_and_not_too_many) {
  const row_splits splits = split_rows({100001, 10, 1000, large, 8, 1 << 20});
  EXPECT_EQ(splits.steps % 8, 0);
  EXPECT_GE(splits.steps * splits.count, 100001);
  EXPECT_EQ(split_rows({100000, 1000, 1, large, 8, 10000}).count, 10);
}

TEST(row_splits, need_counters) {
  EXPECT_EQ(split_rows({1 << 20, tuning::max_counters + 1, 1, large, 8, 1000}).count, 1);
  EXPECT_GT(split_rows({1 << 20, tuning::max_counters, 1, large, 8, 1000}).count, 1);
  EXPECT_EQ(split_rows({1 << 20, 0, 1, large, 8, 1000}).count, 1) << "there is no row";
}

TEST(row_splits, of_no_steps_are_one) {
  const row_splits splits = split_rows({0, 1, 1000, 0, 8, 1000});
  EXPECT_EQ(splits.count, 1);
  EXPECT_EQ(splits.steps, 1);
}

}  // namespace
}  // namespace gpu::execute
