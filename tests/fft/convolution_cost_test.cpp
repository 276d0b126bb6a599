// SPDX-License-Identifier: BSD-3-Clause
#include "fft/convolution_cost.hpp"

#include <gtest/gtest.h>

namespace gpu::fft::detail {
namespace {

using gpu::detail::slide;
using mode = convolution_mode::kind;

TEST(convolution_cost, points_are_products_of_small_primes) {
  EXPECT_EQ(fast_points(1), 1);
  EXPECT_EQ(fast_points(7), 8);
  EXPECT_EQ(fast_points(19), 20);
  EXPECT_EQ(fast_points(1000), 1024);
  EXPECT_EQ(fast_points(1025), 1152);
  EXPECT_EQ(fast_points(3000), 3072);
  for (std::ptrdiff_t n = 1; n < 5000; ++n) {
    std::ptrdiff_t points = fast_points(n);
    ASSERT_GE(points, n);
    for (const int prime : {2, 3, 5})
      while (points % prime == 0) points /= prime;
    ASSERT_EQ(points, 1) << n;
  }
}

TEST(convolution_cost, blocks_give_all_sums) {
  for (const mode m : {mode::full, mode::same, mode::valid})
    for (const std::ptrdiff_t count : {1, 10, 999, 100000})
      for (const std::ptrdiff_t length : {1, 2, 10, 777}) {
        if (length > count) continue;
        const slide s(count, length, m);
        const convolution_blocks blocks = best_blocks(s);
        EXPECT_GE(blocks.count * blocks.step, s.sums);
        EXPECT_GE(blocks.points, length);
        if (blocks.count == 1) {
          EXPECT_GE(blocks.points, count);
        } else {
          EXPECT_EQ(blocks.step, blocks.points - length + 1);
        }
      }
}

TEST(convolution_cost, a_short_sequence_has_many_blocks) {
  EXPECT_GT(best_blocks(slide(1 << 22, 100, mode::full)).count, 1000);
  EXPECT_EQ(best_blocks(slide(5000, 5000, mode::full)).count, 1);
  // Fewer operations than with blocks half or twice as long.
  const slide s(1 << 22, 100, mode::full);
  const convolution_blocks best = best_blocks(s);
  for (const std::ptrdiff_t points : {best.points / 2, best.points * 2}) {
    const std::ptrdiff_t step = points - s.length + 1;
    EXPECT_GT((convolution_blocks{points, s.sums / step + 1, step}).operations(),
              best.operations());
  }
}

TEST(convolution_cost, long_sequences_are_transformed) {
  for (const bool on_gpu : {false, true}) {
    EXPECT_TRUE(are_transforms_faster(slide(1 << 20, 1 << 16, mode::full), dtype::float32, on_gpu));
    EXPECT_TRUE(
        are_transforms_faster(slide(1 << 20, 1 << 16, mode::same), dtype::complex128, on_gpu));
    EXPECT_FALSE(are_transforms_faster(slide(1 << 20, 3, mode::full), dtype::float64, on_gpu));
    EXPECT_FALSE(are_transforms_faster(slide(100, 100, mode::full), dtype::float64, on_gpu));
    EXPECT_FALSE(are_transforms_faster(slide(1 << 20, 1 << 16, mode::full), dtype::int32, on_gpu));
  }
}

}  // namespace
}  // namespace gpu::fft::detail
