// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>

#include <gpu/core/text_of.hpp>

#include "execute/gpu/launch_description.hpp"
#include "execute/gpu/reduce/persistent_columns.hpp"
#include "execute/gpu/reduce/persistent_rows.hpp"
#include "execute/gpu/reduce/plan.hpp"
#include "execute/gpu/reduce/reduce_inner.hpp"
#include "execute/gpu/reduce/reduce_outer.hpp"
#include "execute/gpu/reduce/reduce_pairs.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "graph/schedule/scanned_rows.hpp"
#include "jit/compiler.hpp"
#include "support/compilation.hpp"

namespace gpu::execute {
namespace {

namespace skeletons = execute::skeletons;
using graph::value_id;
using kernels::access;
using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

const graph::op_record& sum() {
  static const graph::op_record& record = new_reduction("sum", {f32}, f32);
  return record;
}

kernel_builder sum_over(std::uint64_t axes, const layout& place) {
  kernel_builder made(place.extents);
  made.reduce(axes);
  made.write_row(made.op(sum(), {made.array(f32, place)}));
  return made;
}

reduction_plan plan_sum(std::uint64_t axes, const shape& extents) {
  return plan_reduction(sum_over(axes, row_major(extents)).work);
}

/// (x - sum(x)) along `axes`.
kernel_builder rows_over(std::uint64_t axes, const shape& extents) {
  kernel_builder made(extents);
  made.reduce(axes);
  const value_id x = made.array(f32);
  const value_id total = made.op(sum(), {x});
  made.write(made.op(new_record("subtract", {f32, f32}, f32), {x, total}));
  return made;
}

TEST(reduction_plan, of_the_last_axis_is_inner_else_outer) {
  EXPECT_EQ(plan_sum(1, {1000}).options.name(), "reduce_inner");
  EXPECT_EQ(plan_sum(2, {1000, 1000}).options.name(), "reduce_inner");
  EXPECT_EQ(plan_sum(1, {1000, 1000}).options.name(), "reduce_outer");
  EXPECT_EQ(plan_sum(5, {10, 20, 30}).options.name(), "reduce_inner");
  EXPECT_EQ(plan_sum(2, {10, 20, 30}).options.name(), "reduce_outer");
  const layout transposed{0, {1000, 500}, {1, 1000}};
  EXPECT_EQ(plan_reduction(sum_over(1, transposed).work).options.name(), "reduce_inner");
  EXPECT_EQ(plan_reduction(sum_over(2, transposed).work).options.name(), "reduce_outer");
}

TEST(reduction_plan, merges_kept_axes_with_kept_and_reduced_with_reduced) {
  EXPECT_EQ(plan_sum(7, {10, 20, 30}).space.extents, (shape{1, 6000}));
  EXPECT_EQ(plan_sum(6, {10, 20, 30}).space.extents, (shape{10, 600}));
  EXPECT_EQ(plan_sum(5, {10, 20, 30}).space.extents, (shape{20, 10, 30}));
  EXPECT_EQ(plan_sum(2, {10, 20, 30}).space.extents, (shape{10, 20, 30}));
  EXPECT_EQ(plan_sum(1, {10, 20, 30}).space.extents, (shape{1, 10, 600}));
}

TEST(reduction_plan, visits_forwards_in_the_order_of_memory) {
  const layout place{5999, {10, 20, 30}, {-1, -10, -200}};
  const reduction_plan plan = plan_reduction(sum_over(7, place).work);
  EXPECT_EQ(plan.space.extents, (shape{1, 6000}));
  EXPECT_EQ(plan.space.offsets, (std::vector<std::ptrdiff_t>{0, -5999}));
  EXPECT_EQ(plan.options.operands[1], access::unit);
}

TEST(reduction_plan, alignment_decides_accesses_and_nothing_else) {
  for (const std::uint64_t axes : {1, 2, 3}) {
    const auto plan = [&](std::ptrdiff_t offset) {
      return plan_reduction(sum_over(axes, {offset, {900, 1200}, {1200, 1}}).work);
    };
    reduction_plan aligned = plan(0);
    reduction_plan shifted = plan(1);
    EXPECT_EQ(aligned.options.operands[1], access::unit);
    EXPECT_EQ(shifted.options.operands[1], access::strided);
    shifted.options.operands = aligned.options.operands;
    EXPECT_EQ(shifted.options, aligned.options);
    EXPECT_EQ(shifted.team, aligned.team);
    EXPECT_EQ(shifted.height, aligned.height);
    EXPECT_EQ(shifted.split_steps, aligned.split_steps);
    EXPECT_EQ(shifted.grid, aligned.grid);
  }
}

TEST(reduction_plan, small_rows_share_warps_and_need_no_parts) {
  const reduction_plan plan = plan_sum(2, {1 << 20, 16});
  EXPECT_EQ(plan.team, 2);
  EXPECT_EQ(plan.options.as<skeletons::reduce_inner>().rows, 4);
  EXPECT_EQ(plan.splits, 1);
  EXPECT_EQ(plan.grid, (1u << 20) / 256);
  EXPECT_EQ(plan_sum(1, {1000}).splits, 1);
  EXPECT_EQ(plan_sum(1, {1000}).memory.scratch_bytes, 0u);
}

TEST(reduction_plan, loads_more_of_rows_that_are_in_parts) {
  EXPECT_EQ(plan_sum(1, {1 << 28}).options.unroll, 8);
  EXPECT_EQ(plan_sum(1, {1 << 28}).grid, 1024u);
  EXPECT_EQ(plan_sum(2, {16384, 16384}).options.unroll, 4);
}

TEST(reduction_plan, has_small_blocks_where_narrow_elements_have_many_accumulators) {
  const auto plan_narrow = [](const shape& extents) {
    kernel_builder made(extents);
    made.reduce(1);
    static const graph::host_reduction on_host = [] {
      graph::host_reduction one;
      one.accumulator_bytes = sizeof(std::int64_t);
      return one;
    }();
    graph::op_record& widening = new_reduction("sum", {dtype::int8}, dtype::int64);
    widening.loops.front().reduces_on_host = &on_host;
    made.write_row(made.op(widening, {made.array(dtype::int8, row_major(extents))}));
    return plan_reduction(made.work);
  };
  const reduction_plan plan = plan_narrow({16384, 16384});
  EXPECT_EQ(plan.options.vector, 8);
  EXPECT_EQ(plan.options.threads, 128);
  EXPECT_TRUE(plan.options.as<skeletons::reduce_outer>().fits_registers);
  EXPECT_FALSE(plan_sum(1, {16384, 16384}).options.as<skeletons::reduce_outer>().fits_registers);
  EXPECT_EQ(plan.options.unroll, 8);
  EXPECT_EQ(plan.grid, 1024u);
  EXPECT_EQ(plan_narrow({1 << 27, 2}).options.threads, 256);
  EXPECT_EQ(plan_sum(1, {16384, 16384}).options.threads, 256);
}

/// cumsum(x) - sum(x) of rows.
kernel_builder scanned_rows(const shape& extents) {
  kernel_builder made(extents);
  made.reduce(2);
  const value_id x = made.array(f32);
  const value_id sums = made.scan(sum(), x);
  const graph::op_record& subtract = new_record("subtract", {f32, f32}, f32);
  made.write(made.op(subtract, {sums, made.op(sum(), {x})}));
  return made;
}

TEST(reduction_plan, of_scanned_rows_keeps_each_in_one_block) {
  for (const std::ptrdiff_t rows : {1, 2, 5000})
    for (const std::ptrdiff_t columns : {1, 2, 31, 255, 256, 999, 1000, 4096, 4100}) {
      const reduction_plan plan = plan_reduction(scanned_rows({rows, columns}).work);
      const auto& form = plan.options.as<skeletons::persistent_rows>();
      EXPECT_EQ(form.cluster, 1);
      EXPECT_LE(form.items_per_thread * plan.options.vector, 8) << rows << ' ' << columns;
      EXPECT_GE((std::ptrdiff_t{form.items_per_thread} << plan.team) * plan.options.vector,
                columns);
      EXPECT_LT((std::ptrdiff_t{form.items_per_thread - 1} << plan.team), plan.steps);
      EXPECT_EQ(plan.options.threads, std::max(256, 1 << plan.team));
    }
}

/// cumsum(x0 + x1 + ...) - sum(x0 + x1 + ...) of rows.
kernel_builder scanned_rows_of(int arrays, dtype type, const shape& extents) {
  kernel_builder made(extents);
  made.reduce(2);
  const graph::op_record& add = new_record("add", {type, type}, type);
  const graph::op_record& total = new_reduction("sum", {type}, type);
  value_id x = made.array(type);
  for (int i = 1; i < arrays; ++i) x = made.op(add, {x, made.array(type)});
  const value_id sums = made.scan(total, x);
  const graph::op_record& subtract = new_record("subtract", {type, type}, type);
  made.write(made.op(subtract, {sums, made.op(total, {x})}));
  return made;
}

TEST(reduction_plan, of_scanned_rows_of_many_arrays_keeps_each_in_one_block) {
  for (const dtype type : {dtype::uint8, f32, dtype::float64})
    for (int arrays = 1; arrays <= 40; ++arrays)
      for (const std::ptrdiff_t columns : {0, 1, 2, 3, 7, 210, 255, 1000, 2048}) {
        const kernel_builder made = scanned_rows_of(arrays, type, {3, columns});
        if (!graph::keeps_scanned_rows(made.work)) continue;
        const reduction_plan plan = plan_reduction(made.work);
        const auto& form = plan.options.as<skeletons::persistent_rows>();
        EXPECT_EQ(form.cluster, 1);
        EXPECT_GE((std::ptrdiff_t{form.items_per_thread} << plan.team) * plan.options.vector,
                  columns)
            << arrays << " arrays of " << columns;
      }
}

/// Vectors of a tile of reduce_outer.
int columns_of_block(const reduction_plan& plan) {
  return plan.options.threads / (plan.team * plan.height) * plan.team;
}

TEST(reduction_plan, tiles_of_large_arrays_are_equal_parts_of_rows) {
  for (const auto& [columns, width, tiles] : {std::tuple{4, 1, 1},
                                              {36, 9, 1},
                                              {100, 25, 1},
                                              {128, 32, 1},
                                              {132, 17, 2},
                                              {1000, 32, 8},
                                              {4096, 32, 32}}) {
    const reduction_plan plan = plan_sum(1, {100000000 / columns, columns});
    EXPECT_EQ(plan.team, width) << columns;
    EXPECT_EQ(plan.height, 512 / width) << columns;
    EXPECT_EQ(plan.grid, tiles * plan.splits) << columns;
    EXPECT_LE(plan.grid, 264u) << columns;
    EXPECT_GE(plan.grid, 224u) << columns;
  }
  EXPECT_EQ(plan_sum(1, {16384, 4096}).options.threads, 512) << "256 MiB";
  EXPECT_EQ(plan_sum(1, {16383, 4096}).options.threads, 256) << "less";
  EXPECT_EQ(plan_sum(1, {24000, 4100}).options.threads, 256) << "too many tiles";
}

TEST(reduction_plan, covers_every_step_of_every_row) {
  for (const std::ptrdiff_t n : {0, 1, 5, 100, 1000, 4096, 65537, 1000003, 1 << 28})
    for (const std::ptrdiff_t other : {1, 3, 64, 1000}) {
      for (const std::uint64_t axes : {1, 2}) {
        const reduction_plan plan = plan_sum(axes, axes == 1 ? shape{n, other} : shape{other, n});
        EXPECT_GE(plan.split_steps * plan.splits, plan.steps) << n << ' ' << other << ' ' << axes;
        EXPECT_LE(plan.split_steps * (plan.splits - 1), plan.steps);
        EXPECT_LE(plan.splits, tuning::max_splits);
        if (plan.splits > 1) {
          EXPECT_LE(plan.grid / plan.splits, tuning::max_counters);
        }
        const std::ptrdiff_t each =
            plan.options.is<skeletons::reduce_outer>()
                ? columns_of_block(plan)
                : (256 >> plan.team) * plan.options.as<skeletons::reduce_inner>().rows;
        EXPECT_GE(plan.grid / plan.splits * each, plan.rows);
      }
    }
}

TEST(reduction_plan, rows_are_held_if_they_fit) {
  for (const auto& [columns, items] : {std::pair{3, 1},
                                       {10, 2},
                                       {11, 2},
                                       {16, 1},
                                       {32, 2},
                                       {64, 4},
                                       {1000, 8},
                                       {1024, 8},
                                       {4096, 4},
                                       {5000, 5},
                                       {32768, 8},
                                       {32772, 0}}) {
    const reduction_plan plan = plan_reduction(rows_over(2, {100, columns}).work);
    EXPECT_EQ(plan.options.name(), "persistent_rows");
    if (plan.options.as<skeletons::persistent_rows>().cluster ==
        1) {  // which GPUs there are decides about more
      EXPECT_EQ(plan.options.as<skeletons::persistent_rows>().items_per_thread, items) << columns;
    }
    if (plan.options.as<skeletons::persistent_rows>().items_per_thread > 0) {
      const int at_once = (plan.options.as<skeletons::persistent_rows>().cluster << plan.team) *
                          plan.options.vector;
      EXPECT_GE(plan.options.as<skeletons::persistent_rows>().items_per_thread * at_once, columns);
      EXPECT_LE((plan.options.as<skeletons::persistent_rows>().items_per_thread - 1) * at_once,
                columns);
    }
  }
}

/// x - sum(x) along `axes`, times `count` operands that no reduction depends on.
kernel_builder scaled_rows_over(std::uint64_t axes, const shape& extents, int count) {
  kernel_builder made = rows_over(axes, extents);
  value_id y = made.work.outputs.front().value;
  made.work.outputs.clear();
  for (int i = 0; i < count; ++i)
    y = made.op(new_record("multiply", {f32, f32}, f32), {y, made.array(f32)});
  made.write(y);
  return made;
}

TEST(reduction_plan, late_operands_take_nothing_from_what_is_held) {
  for (const auto& [extents, axes] : {std::tuple{shape{65536, 1024}, 2},
                                      {shape{100, 5000}, 2},
                                      {shape{100, 100000}, 2},
                                      {shape{3, 1001}, 2},
                                      {shape{2048, 4096}, 1},
                                      {shape{512, 64, 4096}, 2}})
    for (const int count : {1, 2, 9}) {
      const auto over = static_cast<std::uint64_t>(axes);
      const reduction_plan alone = plan_reduction(rows_over(over, extents).work);
      const reduction_plan plan = plan_reduction(scaled_rows_over(over, extents, count).work);
      EXPECT_EQ(plan.options.skeleton, alone.options.skeleton) << extents << ' ' << count;
      EXPECT_EQ(plan.options.vector, alone.options.vector);
      EXPECT_EQ(plan.options.threads, alone.options.threads);
      EXPECT_EQ(plan.team, alone.team);
      EXPECT_EQ(plan.height, alone.height);
      EXPECT_EQ(plan.grid, alone.grid);
    }
}

TEST(reduction_plan, columns_are_held_if_they_fit) {
  for (const auto& [extents, axes, fits] : {std::tuple{shape{1, 33}, 1, false},
                                            {shape{2, 5}, 1, true},
                                            {shape{64, 4096}, 1, true},
                                            {shape{1000, 1000000}, 1, true},
                                            {shape{300, 1000000}, 1, true},
                                            {shape{2048, 100}, 1, true},
                                            {shape{2049, 100}, 1, false},
                                            {shape{512, 64, 4096}, 2, true},
                                            {shape{512, 64, 4096}, 3, false},
                                            {shape{30, 40, 50}, 3, true},
                                            {shape{100000, 64, 3}, 2, true},
                                            {shape{1000, 31}, 1, true},
                                            {shape{0, 31}, 1, true}}) {
    const reduction_plan plan =
        plan_reduction(rows_over(static_cast<unsigned>(axes), extents).work);
    ASSERT_EQ(plan.options.name(), fits ? "persistent_columns" : "persistent_rows") << extents;
    if (!fits) continue;
    const auto& form = plan.options.as<skeletons::persistent_columns>();
    const int items = form.items_per_thread;
    const std::ptrdiff_t height = std::ptrdiff_t{1} << plan.height;
    EXPECT_GE(items * height, plan.steps) << extents;
    EXPECT_LE((items - 1) * height, plan.steps) << "only the last vector may be missing";
    EXPECT_LE(items * plan.options.vector * 4, 256);
    EXPECT_EQ(plan.options.threads, 1 << (plan.height + plan.team));
    EXPECT_EQ(extents.back() % plan.options.vector, 0);
    EXPECT_GE((plan.options.vector << plan.team) * 4, 64) << "neighbours are read together";
    EXPECT_EQ(form.warp_vectors, plan.options.threads == 512 && plan.team <= tuning::max_warp_team
                                     ? 1 << plan.team
                                     : 0);
    if (form.ahead == 0) {
      EXPECT_GE(static_cast<std::ptrdiff_t>(plan.grid) << plan.team, plan.rows);
    } else {
      EXPECT_GT(form.warp_vectors, 0);
      EXPECT_EQ(plan.grid % form.ahead, 0);
      EXPECT_EQ(plan.shared_bytes, items * plan.options.vector * 4 * plan.options.threads);
    }
  }
}

/// sum(x - y) over the last axis, for x of shape (rows, 1, length) and y of (columns, length).
kernel_builder sums_of_pairs(std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t length) {
  kernel_builder made({rows, columns, length});
  made.reduce(4);
  const value_id x = made.array(f32, {0, {rows, columns, length}, {length, 0, 1}});
  const value_id y = made.array(f32, {0, {rows, columns, length}, {0, length, 1}});
  made.write_row(made.op(sum(), {made.op(new_record("subtract", {f32, f32}, f32), {x, y})}));
  return made;
}

TEST(reduction_plan, of_pairs_shares_what_is_read) {
  for (const auto& [rows, columns, length] : {std::array<std::ptrdiff_t, 3>{1 << 20, 16, 16},
                                              {16, 1 << 20, 16},
                                              {4096, 4096, 64},
                                              {1000, 3, 1000003},
                                              {5, 7, 100000},
                                              {16, 16, 1 << 20},
                                              {1500, 1500, 100000},
                                              {3000, 3000, 260000},
                                              {100, 100, 2}}) {
    const reduction_plan plan = plan_reduction(sums_of_pairs(rows, columns, length).work);
    ASSERT_EQ(plan.options.name(), "reduce_pairs") << rows << ' ' << columns << ' ' << length;
    const auto& pairs = plan.options.as<skeletons::reduce_pairs>();
    const std::size_t last = plan.space.rank() - 1;
    const std::ptrdiff_t width = std::ptrdiff_t{1} << plan.height;
    const std::ptrdiff_t height = plan.options.threads >> (plan.height + plan.team);
    EXPECT_GE(height, 1);
    EXPECT_EQ(plan.space.extents[last - 2] * plan.space.extents[last - 1], rows * columns);
    const auto tiles = [](std::ptrdiff_t extent, std::ptrdiff_t size) {
      return (extent + size - 1) / size;
    };
    EXPECT_EQ(plan.grid / plan.splits,
              static_cast<unsigned>(tiles(plan.space.extents[last - 2], pairs.rows * height) *
                                    tiles(plan.space.extents[last - 1], pairs.columns * width)));
    EXPECT_GE(plan.split_steps * plan.splits, plan.steps);
    EXPECT_LE(plan.split_steps >> plan.team, tuning::max_steps)
        << "a thread adds too many, one after the other";
    // Outputs, x, y: which of both depends on the column follows from the order of the axes.
    EXPECT_NE((pairs.by_column >> 1 & 1), (pairs.by_column >> 2 & 1));
    EXPECT_EQ(pairs.by_pair, 1u);
  }
}

TEST(reduction_plan, of_rows_that_read_the_same_shares_it_as_well) {
  kernel_builder made({100, 1000});
  made.reduce(2);
  const value_id x = made.array(f32, {0, {100, 1000}, {0, 1}});
  const value_id row = made.array(f32, {0, {100, 1000}, {1, 0}});
  made.write_row(made.op(sum(), {made.op(new_record("subtract", {f32, f32}, f32), {x, row})}));
  const reduction_plan plan = plan_reduction(made.work);
  ASSERT_EQ(plan.options.name(), "reduce_pairs");
  const auto& pairs = plan.options.as<skeletons::reduce_pairs>();
  EXPECT_EQ(pairs.columns, 1u);
  EXPECT_EQ(plan.options.rank, 2) << "rows, and one column";
  EXPECT_EQ(pairs.by_none >> 1, 1u) << "what all rows read is loaded once";
}

TEST(reduction_plan, of_elements_of_each_pair_shares_nothing) {
  kernel_builder made({100, 50, 1000});
  made.reduce(4);
  const value_id x = made.array(f32);
  const value_id y = made.array(f32, {0, {100, 50, 1000}, {0, 1000, 1}});
  made.write_row(made.op(sum(), {made.op(new_record("subtract", {f32, f32}, f32), {x, y})}));
  EXPECT_EQ(plan_reduction(made.work).options.name(), "reduce_inner");
}

TEST(reduction_plan, above_32_bits_is_wide) {
  EXPECT_TRUE(plan_sum(1, {std::ptrdiff_t{1} << 31}).options.wide);
  EXPECT_FALSE(plan_sum(1, {std::ptrdiff_t{1} << 30}).options.wide);
  EXPECT_TRUE(plan_sum(2, {std::ptrdiff_t{1} << 29, 4}).options.wide);
}

TEST(reduction_plan, of_no_rows_launches_nothing) {
  EXPECT_EQ(plan_sum(2, {0, 5}).grid, 0u);
  EXPECT_EQ(plan_sum(1, {5, 0}).grid, 0u);
  EXPECT_EQ(plan_sum(2, {5, 0}).grid, 1u);
  EXPECT_EQ(plan_sum(1, {0, 5}).grid, 1u);
}

int cluster_of(const reduction_plan& plan) {
  const bool is_of_rows = plan.options.is<skeletons::persistent_rows>();
  return is_of_rows ? plan.options.as<skeletons::persistent_rows>().cluster : 1;
}

/// Kernels of every skeleton, with scalars, indices and arguments of rows.
std::vector<kernel_builder> every_skeleton() {
  std::vector<kernel_builder> all;
  for (const std::uint64_t axes : {1, 2, 5, 7})
    for (const bool writes_elements : {false, true}) {
      kernel_builder& made = all.emplace_back(shape{30, 40, 50});
      made.reduce(axes);
      const value_id x = made.array(f32);
      const value_id i = made.cast(made.index({7, {30, 40, 50}, {2000, 0, -1}}), f32);
      const value_id column = made.array(f32, {0, {40, 1}, {1, 0}});
      const graph::op_record& add = new_record("add", {f32, f32}, f32);
      made.scalar(dtype::int8, std::int8_t{1});
      made.scalar(dtype::complex128, complex<double>(1, 2));
      const value_id address = made.cast(made.memory(f32, row_major({9})), f32);
      const value_id y = made.op(add, {made.op(add, {made.op(add, {address, x}), i}), column});
      const value_id total = made.op(sum(), {y});
      made.write_row(total);
      if (writes_elements)
        made.write(made.op(add, {y, total}), dtype::float16, row_major({30, 40, 50}));
    }
  all.push_back(sums_of_pairs(30, 40, 50));
  return all;
}

TEST(reduction_arguments, are_as_long_as_the_struct_of_the_device) {
  for (const kernel_builder& made : every_skeleton()) {
    const reduction_plan plan = plan_reduction(made.work);
    argument_writer counter(nullptr);
    write_arguments(counter, made.work, plan, nullptr, nullptr);
    program text = graph::emit(made.work, plan.options);
    text.source += text_of("static_assert(sizeof(work::arguments) == ", counter.size(), ");\n");
    EXPECT_NO_THROW((void)jit::compile(text, {9, 0})) << text.source;
    for (const architecture target : {architecture{8, 0}, {10, 0}})
      if (cluster_of(plan) == 1 || target.major >= 9) {
        EXPECT_NO_THROW(test::compile_to_ptx(text, target)) << text.source;
      }
  }
}

TEST(reduction_arguments, clusters_compile) {
  for (const int late : {0, 2}) {
    const kernel_builder made = scaled_rows_over(2, {10, 100000}, late);
    reduction_plan plan = plan_reduction(made.work);
    plan.options.as<skeletons::persistent_rows>().cluster = 8;
    for (const int items : {0, 7}) {
      plan.options.as<skeletons::persistent_rows>().items_per_thread =
          static_cast<std::uint8_t>(items);
      for (const architecture target : {architecture{9, 0}, {10, 0}, {12, 0}})
        EXPECT_NO_THROW((void)jit::compile(graph::emit(made.work, plan.options), target));
    }
  }
}

/// Reductions of users, with the largest accumulators that they may have.
kernel_builder users_reductions(std::uint64_t axes, int count,
                                const shape& extents = {4096, 4096}) {
  kernel_builder made(extents);
  made.reduce(axes);
  const value_id x = made.array(f32);
  for (int k = 0; k < count; ++k) {
    const std::string name = text_of("own", k);
    made.write_row(
        made.op(new_reduction(
                    name, {f32}, f32,
                    text_of("struct ", name,
                            " {\n"
                            "  struct sums { double at[8]; };\n"
                            "  template <class, class...> using accumulator = sums;\n"
                            "  template <class> __device__ static sums identity() { return {}; }\n"
                            "  template <class> __device__ static sums lift(float x) {\n"
                            "    return {x, x * x};\n  }\n"
                            "  __device__ sums operator()(sums a, sums b) const {\n"
                            "    for (int i = 0; i < 8; ++i) a.at[i] += b.at[i];\n"
                            "    return a;\n  }\n"
                            "  template <class> __device__ static float finish(sums s) {\n"
                            "    return s.at[0] / s.at[1];\n  }\n};\n")),
                {x}));
  }
  return made;
}

TEST(reduction_arguments, have_room_for_large_accumulators_of_users) {
  for (const std::uint64_t axes : {1, 2})
    for (const int count : {1, 4, 16}) {
      const kernel_builder made = users_reductions(axes, count);
      const reduction_plan plan = plan_reduction(made.work);
      if (plan.splits > 1) {
        const auto columns = axes == 1 ? columns_of_block(plan) : 1;
        const auto accumulators =
            plan.grid * static_cast<unsigned>(columns * (axes == 1 ? plan.options.vector : 1));
        EXPECT_GE(plan.memory.scratch_bytes,
                  std::size_t{accumulators} * static_cast<unsigned>(count) * 64);
      }
      try {
        (void)jit::compile(graph::emit(made.work, plan.options), {9, 0});
      } catch (const compile_error& error) {
        ADD_FAILURE() << axes << ' ' << count << ": " << std::string(error.what()).substr(0, 2000);
      }
    }
}

TEST(reduction_arguments, have_room_for_large_accumulators_of_users_beside_elements) {
  for (const auto& [count, rows] : {std::pair{1, 2048}, {4, 512}, {16, 128}, {16, 129}}) {
    kernel_builder made = users_reductions(1, count, {rows, 4096});
    made.write({value_id::source::argument, 0});
    const reduction_plan plan = plan_reduction(made.work);
    ASSERT_EQ(plan.options.name(), rows == 129 ? "persistent_rows" : "persistent_columns");
    EXPECT_NO_THROW((void)jit::compile(graph::emit(made.work, plan.options), {9, 0})) << count;
  }
}

TEST(describe, of_reductions_names_the_skeleton) {
  const launch_description plan = describe(sum_over(2, row_major({600, 700})).work);
  EXPECT_EQ(plan.skeleton, "reduce_inner");
  EXPECT_EQ(plan.bytes_read, 600 * 700 * 4);
  EXPECT_EQ(plan.bytes_written, 600 * 4);
  EXPECT_EQ(plan.block[0], 256u);
  EXPECT_GT(plan.grid, 0u);
}

}  // namespace
}  // namespace gpu::execute
