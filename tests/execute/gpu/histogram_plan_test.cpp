// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gtest/gtest.h>

#include "execute/gpu/h200.hpp"
#include "execute/gpu/histogram/plan.hpp"
#include "execute/gpu/histogram/skeleton.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using gpu::testing::kernel_builder;
using gpu::testing::new_record;
using kernels::access;
using kernels::binning;
using testing::h200;

constexpr dtype f32 = dtype::float32;

histogram_bins bins_of(std::ptrdiff_t count, binning method = binning::uniform) {
  histogram_bins bins;
  bins.method = method;
  bins.count = count;
  bins.span = 16;
  return bins;
}

kernel_builder copy_of(const layout& place, dtype type = f32) {
  kernel_builder made(place.extents);
  made.write(made.array(type, place));
  return made;
}

histogram_plan plan_of(const kernel_builder& made, std::ptrdiff_t bins = 256) {
  EXPECT_TRUE(accepts_histogram(made.work));
  return plan_histogram(made.work, bins_of(bins), h200());
}

int copies_of(std::ptrdiff_t bins) {
  return plan_of(copy_of(row_major({1 << 28})), bins)
      .options.as<execute::skeletons::histogram>()
      .copies;
}

TEST(histogram_plan, reads_whole_vectors_with_the_whole_device) {
  const histogram_plan plan = plan_of(copy_of(row_major({1 << 14, 1 << 14})));
  EXPECT_EQ(plan.options.rank, 1);
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.options.unroll, 4);
  EXPECT_FALSE(plan.options.tail);
  EXPECT_FALSE(plan.options.wide);
  EXPECT_TRUE(plan.options.operands.empty());
  EXPECT_EQ(plan.vectors, 1 << 26);
  EXPECT_EQ(plan.grid, 2 * 132u);
  EXPECT_EQ(plan.block[0], 512u);
}

TEST(histogram_plan, has_a_copy_for_each_lane_if_bins_are_few) {
  EXPECT_EQ(copies_of(1), 32);
  EXPECT_EQ(copies_of(256), 32);
  EXPECT_EQ(copies_of(767), 32);
  EXPECT_EQ(copies_of(1024), 16);
  EXPECT_EQ(copies_of(3000), 8);
  EXPECT_EQ(copies_of(4096), 1);
  EXPECT_EQ(copies_of(10000), 1);
  EXPECT_EQ(copies_of(50000), 1);
  EXPECT_EQ(copies_of(100000), 0);
}

TEST(histogram_plan, fits_shared_memory) {
  for (const binning method :
       {binning::number, binning::uniform, binning::spaced, binning::between})
    for (std::ptrdiff_t bins = 1; bins < 1 << 20; bins += bins / 7 + 1) {
      const kernel_builder made = copy_of(row_major({1 << 28}));
      const histogram_plan plan = plan_histogram(made.work, bins_of(bins, method), h200());
      const auto& form = plan.options.as<execute::skeletons::histogram>();
      const auto words =
          static_cast<unsigned>(kernels::histogram_words(static_cast<int>(bins), form.copies));
      const auto edges = static_cast<unsigned>(form.shared_edges ? bins + 1 : 0);
      const auto cells = static_cast<unsigned>(plan.cells);
      EXPECT_EQ(plan.shared_bytes, 4 * (words + cells + edges)) << bins;
      EXPECT_LE(plan.shared_bytes, 227u * 1024) << bins;
      EXPECT_LE(plan.grid / 132 * (plan.shared_bytes + 1024), 228u * 1024) << bins;
      EXPECT_EQ(plan.options.threads * (plan.grid / 132), 1024u) << bins;
    }
}

TEST(histogram_plan, has_cells_in_front_of_uneven_edges) {
  const kernel_builder made = copy_of(row_major({1 << 28}));
  const auto plan_between = [&](std::ptrdiff_t count, double span) {
    histogram_bins bins = bins_of(count, binning::between);
    bins.span = span;
    return plan_histogram(made.work, bins, h200());
  };
  const auto options = [](const histogram_plan& plan) {
    return plan.options.as<execute::skeletons::histogram>().bins;
  };
  EXPECT_EQ(plan_between(256, 16).cells, 4096);
  EXPECT_EQ(options(plan_between(256, 16)), binning::indexed);
  EXPECT_EQ(plan_between(10000, 16).cells, 16384);
  EXPECT_EQ(plan_between(20000, 16).cells, 0);  // more edges than cells
  for (const double span : {0.0, HUGE_VAL, -HUGE_VAL, static_cast<double>(NAN), 1e-40}) {
    EXPECT_EQ(plan_between(256, span).cells, 0) << span;
    EXPECT_EQ(options(plan_between(256, span)), binning::between) << span;
  }
}

histogram_plan plan_of_weights(std::ptrdiff_t size, dtype type, std::ptrdiff_t bins,
                               dtype elements = f32) {
  kernel_builder made(shape{size});
  made.write(made.array(elements));
  made.write(made.array(type));
  EXPECT_TRUE(accepts_histogram(made.work));
  return plan_histogram(made.work, bins_of(bins), h200());
}

TEST(histogram_plan, sums_of_weights_have_limbs) {
  const auto copies = [&](dtype type, int limbs, std::ptrdiff_t count) {
    const histogram_plan plan = plan_of_weights(1 << 28, type, count);
    const auto& form = plan.options.as<execute::skeletons::histogram>();
    EXPECT_EQ(form.limbs, limbs);
    EXPECT_EQ(plan.options.vector, 4);
    EXPECT_EQ(plan.options.unroll, 2);
    EXPECT_EQ(plan.shared_bytes,
              static_cast<unsigned>(4 * limbs) *
                  unsigned(kernels::histogram_words(static_cast<int>(count), form.copies)));
    return static_cast<int>(form.copies);
  };
  EXPECT_EQ(copies(f32, 3, 16), 32);
  EXPECT_EQ(copies(f32, 3, 256), 32);
  EXPECT_EQ(copies(f32, 3, 512), 16);
  EXPECT_EQ(copies(f32, 3, 1024), 8);
  EXPECT_EQ(copies(f32, 3, 1100), 1);
  EXPECT_EQ(copies(f32, 3, 19000), 1);
  EXPECT_EQ(copies(f32, 3, 20000), 0);
  EXPECT_EQ(copies(dtype::float64, 5, 16), 32);
  EXPECT_EQ(copies(dtype::float64, 5, 154), 32);
  EXPECT_EQ(copies(dtype::float64, 5, 256), 16);
  EXPECT_EQ(copies(dtype::float64, 5, 10000), 1);
  EXPECT_EQ(copies(dtype::float64, 4, 14000), 1);
  EXPECT_EQ(copies(dtype::float64, 4, 20000), 0);
}

TEST(histogram_plan, weights_and_elements_are_read_in_vectors_of_one_length) {
  const auto vector = [](dtype elements, dtype weights) {
    return int{plan_of_weights(1 << 20, weights, 256, elements).options.vector};
  };
  EXPECT_EQ(vector(f32, f32), 4);
  EXPECT_EQ(vector(f32, dtype::float64), 4);
  EXPECT_EQ(vector(dtype::float64, f32), 4);
  EXPECT_EQ(vector(dtype::float16, dtype::float64), 4);
  EXPECT_EQ(vector(dtype::float16, f32), 4);
  EXPECT_EQ(vector(dtype::float64, dtype::float64), 2);
}

TEST(histogram_plan, sums_of_weights_in_shared_memory_do_not_overflow) {
  for (const dtype type : {f32, dtype::float64})
    for (const std::ptrdiff_t bins : {1, 200, 500, 1000, 5000, 10000, 14000})
      for (std::ptrdiff_t size = 1; size <= std::ptrdiff_t{1} << 31; size += size / 2 + 1) {
        const histogram_plan plan = plan_of_weights(size, type, bins);
        const auto& form = plan.options.as<execute::skeletons::histogram>();
        const std::ptrdiff_t of_thread = std::ptrdiff_t{plan.options.unroll} * plan.options.vector;
        const std::ptrdiff_t of_grid = plan.grid * of_thread * plan.options.threads;
        const std::ptrdiff_t additions =
            (size + of_grid - 1) / of_grid * of_thread * plan.options.threads / form.copies;
        EXPECT_LT(additions, std::ptrdiff_t{1} << (32 - plan.limb_bits)) << size << ' ' << bins;
        EXPECT_GE(plan.limb_bits * form.limbs, type == f32 ? 36 : 64) << size << ' ' << bins;
        EXPECT_EQ(plan.options.wide, size + of_grid > 0x7fffffff || size + (1 << 24) > 0x7fffffff);
      }
  EXPECT_EQ(plan_of_weights(1 << 28, f32, 256).grid, 2 * 132u);
  EXPECT_EQ(plan_of_weights(1 << 28, f32, 256).limb_bits, 17);
  EXPECT_EQ(plan_of_weights(1 << 28, f32, 10000).grid, 2 * 132u);
  EXPECT_EQ(plan_of_weights(1 << 28, f32, 10000).limb_bits, 12);
}

TEST(histogram_plan, takes_axes_in_the_order_of_memory) {
  const layout transposed{0, {300, 500}, {1, 300}};
  EXPECT_EQ(plan_of(copy_of(transposed)).options.rank, 1);
  const layout reversed{149999, {300, 500}, {-500, -1}};
  const histogram_plan backwards = plan_of(copy_of(reversed));
  EXPECT_EQ(backwards.options.rank, 1);
  EXPECT_EQ(backwards.space.offsets[0], -149999);
  EXPECT_TRUE(backwards.options.operands.empty());
}

TEST(histogram_plan, reads_rows_in_vectors_as_wide_as_all_allow) {
  const histogram_plan inner = plan_of(copy_of({4, {300, 500}, {512, 1}}));
  EXPECT_EQ(inner.options.rank, 2);
  EXPECT_EQ(inner.options.vector, 4);
  EXPECT_EQ(inner.vectors, 300 * 125);
  const histogram_plan odd = plan_of(copy_of({2, {300, 499}, {514, 1}}));
  EXPECT_EQ(odd.options.vector, 2);
  EXPECT_TRUE(odd.options.tail);
  EXPECT_EQ(odd.vectors, 300 * 250);
  const histogram_plan second = plan_of(copy_of({0, {300, 500}, {1000, 2}}));
  EXPECT_EQ(second.options.vector, 1);
  EXPECT_EQ(second.options.operands[1], access::strided);
}

TEST(histogram_plan, leaves_scattered_accesses_to_others) {
  kernel_builder made({512, 512});
  const graph::value_id x = made.array(f32);
  const graph::value_id y = made.array(f32, {0, {512, 512}, {1, 512}});
  made.write(made.op(new_record("add", {f32, f32}, f32), {x, y}));
  EXPECT_FALSE(accepts_histogram(made.work));
  EXPECT_FALSE(accepts_histogram(kernel_builder(shape{4}).work));
}

TEST(histogram_plan, counts_of_a_block_fit_32_bits) {
  const std::ptrdiff_t size = std::ptrdiff_t{1} << 42;
  const histogram_plan plan = plan_of(copy_of(row_major({size}), dtype::int8), 16);
  EXPECT_TRUE(plan.options.wide);
  EXPECT_EQ(plan.grid, 2048u);
  EXPECT_TRUE(plan_of(copy_of(row_major({std::ptrdiff_t{1} << 31}))).options.wide);
  EXPECT_EQ(plan_of(copy_of(row_major({5}))).grid, 1u);
}

}  // namespace
}  // namespace gpu::execute
