// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/passes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "graph/kernel_builder.hpp"

namespace gpu::graph {
namespace {

using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

constexpr dtype f32 = dtype::float32;

const op_record& add() {
  static const op_record& record = new_record("add", {f32, f32}, f32);
  return record;
}
const op_record& sum() {
  static const op_record& record = new_reduction("sum", {f32}, f32);
  return record;
}

std::vector<bool> late_arguments(const kernel_builder& made) {
  const passes levels(made.work);
  std::vector<bool> late;
  for (std::size_t i = 0; i < made.work.arguments.size(); ++i) late.push_back(levels.is_late(i));
  return late;
}

TEST(passes, late_arguments_are_those_that_no_reduction_depends_on) {
  kernel_builder made({30, 40});
  made.reduce(2);
  const value_id x = made.array(f32);
  const value_id weight = made.array(f32, row_major({40}));
  const value_id late = made.array(f32, row_major({40}));
  const value_id index = made.cast(made.index({0, {30, 40}, {0, 1}}), f32);
  const value_id of_row = made.array(f32, {0, {30, 1}, {1, 0}});
  const value_id weighted = made.op(add(), {x, weight});
  const value_id centred = made.op(add(), {weighted, made.op(sum(), {weighted})});
  const value_id again = made.op(add(), {centred, made.op(sum(), {centred})});
  made.write(made.op(add(), {made.op(add(), {made.op(add(), {again, late}), index}), of_row}));
  EXPECT_EQ(late_arguments(made), (std::vector<bool>{false, false, true, true, false}));
}

TEST(passes, arguments_that_the_last_reduction_needs_are_not_late) {
  kernel_builder made({30, 40});
  made.reduce(2);
  const value_id x = made.array(f32);
  const value_id shift = made.array(f32);
  const value_id shifted = made.op(add(), {made.op(add(), {x, made.op(sum(), {x})}), shift});
  made.write(made.op(add(), {shifted, made.op(sum(), {shifted})}));
  EXPECT_EQ(late_arguments(made), (std::vector<bool>{false, false}));
}

TEST(passes, nothing_is_late_where_no_elements_are_written) {
  kernel_builder made({30, 40});
  made.reduce(2);
  made.write_row(made.op(sum(), {made.op(add(), {made.array(f32), made.array(f32)})}));
  EXPECT_EQ(late_arguments(made), (std::vector<bool>{false, false}));
}

TEST(passes, have_scans_or_reductions_each) {
  kernel_builder made({30, 40});
  made.reduce(2);
  const value_id x = made.array(f32);
  const value_id sums = made.scan(sum(), x);
  const value_id total = made.op(sum(), {x});
  const value_id of_sums = made.op(sum(), {sums});
  const value_id scaled = made.op(add(), {sums, total});
  const value_id again = made.scan(sum(), made.op(add(), {scaled, of_sums}));
  const value_id late = made.array(f32);
  made.write(made.op(add(), {again, late}));
  const passes all(made.work);
  const auto pass = [&](value_id value) { return int{all.of(value).pass}; };
  EXPECT_EQ(all.reducing_passes(), 3);
  EXPECT_EQ((std::vector<bool>{all.scans(0), all.scans(1), all.scans(2)}),
            (std::vector<bool>{true, false, true}));
  EXPECT_EQ(pass(sums), 1);
  EXPECT_EQ(pass(total), 2);
  EXPECT_EQ(pass(of_sums), 2);
  EXPECT_EQ(pass(again), 3);
  EXPECT_FALSE(all.of(again).per_row);
  EXPECT_EQ(late_arguments(made), (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace gpu::graph
