// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/launch_cache.hpp"

#include <gtest/gtest.h>

namespace gpu::execute {
namespace {

using words = std::vector<std::uint32_t>;

known_launch launch_of_blocks(unsigned blocks) {
  launch_plan plan;
  plan.grid = blocks;
  return {std::make_shared<const launch_plan>(plan)};
}

TEST(launch_cache, finds_what_was_inserted) {
  launch_cache known;
  EXPECT_EQ(known.find(words{1, 2, 3}), nullptr);
  known.insert({1, 2, 3}, launch_of_blocks(7));
  ASSERT_NE(known.find(words{1, 2, 3}), nullptr);
  EXPECT_EQ(known.find(words{1, 2, 3})->plan->grid, 7U);
  EXPECT_EQ(known.find(words{1, 2}), nullptr);
  EXPECT_EQ(known.find(words{1, 2, 4}), nullptr);
  EXPECT_EQ(known.find(words{1, 2, 3, 0}), nullptr);
}

TEST(launch_cache, never_takes_one_launch_for_another) {
  launch_cache known;
  constexpr unsigned count = 2000;
  for (unsigned i = 1; i <= count; ++i)
    EXPECT_EQ(known.insert({i, i / 2}, launch_of_blocks(i)).plan->grid, i);
  unsigned found = 0;
  for (unsigned i = 1; i <= count; ++i)
    if (const known_launch* launch = known.find(words{i, i / 2})) {
      EXPECT_EQ(launch->plan->grid, i);
      ++found;
    }
  EXPECT_GT(found, 256U);
}

TEST(launch_cache, keeps_the_last_launch_of_equal_words) {
  launch_cache known;
  known.insert({5}, launch_of_blocks(1));
  known.insert({5}, launch_of_blocks(2));
  EXPECT_EQ(known.find(words{5})->plan->grid, 2U);
}

}  // namespace
}  // namespace gpu::execute
