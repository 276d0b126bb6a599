// SPDX-License-Identifier: BSD-3-Clause
#include "vendor/cufft/cufft_layout.hpp"

#include <gtest/gtest.h>

namespace gpu::test {
namespace {

using vendor::cufft_layout;
using vendor::cufft_layout_at;

TEST(cufft_layout, of_c_order) {
  EXPECT_EQ(cufft_layout_at({{8, 1}}, {}), (cufft_layout{1, 1, {8}}));
  EXPECT_EQ(cufft_layout_at({{8, 1}}, {{5, 8}}), (cufft_layout{1, 8, {8}}));
  EXPECT_EQ(cufft_layout_at({{8, 1}}, {{3, 40}, {5, 8}}), (cufft_layout{1, 8, {8}}));
  EXPECT_EQ(cufft_layout_at({{4, 6}, {6, 1}}, {{3, 24}}), (cufft_layout{1, 24, {4, 6}}));
  EXPECT_EQ(cufft_layout_at({{2, 24}, {4, 6}, {6, 1}}, {}), (cufft_layout{1, 1, {2, 4, 6}}));
}

TEST(cufft_layout, of_an_axis_that_is_not_the_last) {
  EXPECT_EQ(cufft_layout_at({{5, 7}}, {{7, 1}}), (cufft_layout{7, 1, {5}}));
  EXPECT_EQ(cufft_layout_at({{3, 24}, {4, 6}}, {{6, 1}}), (cufft_layout{6, 1, {3, 4}}));
}

TEST(cufft_layout, of_every_other_element_and_of_parts_of_rows) {
  EXPECT_EQ(cufft_layout_at({{4, 2}}, {{3, 8}}), (cufft_layout{2, 8, {4}}));
  EXPECT_EQ(cufft_layout_at({{4, 10}, {6, 1}}, {{3, 50}}), (cufft_layout{1, 50, {4, 10}}));
  EXPECT_EQ(cufft_layout_at({{4, 10}, {5, 2}}, {}), (cufft_layout{2, 1, {4, 5}}));
}

TEST(cufft_layout, strides_of_one_element_mean_nothing) {
  EXPECT_EQ(cufft_layout_at({{1, 0}}, {{5, 1}}), (cufft_layout{1, 1, {1}}));
  EXPECT_EQ(cufft_layout_at({{1, -7}, {6, 1}}, {{1, 0}}), (cufft_layout{1, 1, {1, 6}}));
  EXPECT_EQ(cufft_layout_at({{4, 3}, {1, 99}}, {}), (cufft_layout{1, 1, {4, 3}}));
}

TEST(cufft_layout, there_is_none_of_what_must_be_copied) {
  EXPECT_FALSE(cufft_layout_at({{8, -1}}, {}));                         // reversed
  EXPECT_FALSE(cufft_layout_at({{8, 0}}, {}));                          // repeated
  EXPECT_FALSE(cufft_layout_at({{8, 1}}, {{5, 0}}));                    // a repeated batch
  EXPECT_FALSE(cufft_layout_at({{8, 1}}, {{5, -8}}));                   // a reversed batch
  EXPECT_FALSE(cufft_layout_at({{8, 1}}, {{3, 100}, {5, 8}}));          // two axes in memory
  EXPECT_FALSE(cufft_layout_at({{8, 5}}, {{3, 40}, {5, 1}}));           // an axis in the middle
  EXPECT_FALSE(cufft_layout_at({{6, 1}, {4, 6}}, {}));                  // transposed
  EXPECT_FALSE(cufft_layout_at({{4, 7}, {3, 2}}, {}));                  // 7 is no multiple of 2
  EXPECT_FALSE(cufft_layout_at({{2, 8}, {2, 4}, {2, 2}, {2, 1}}, {}));  // four axes
}

}  // namespace
}  // namespace gpu::test
