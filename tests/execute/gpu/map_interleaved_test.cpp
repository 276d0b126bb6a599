// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <gpu/cuda/memory_block.hpp>

#include "execute/gpu/launch_key.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/map/interleaved.hpp"
#include "execute/gpu/map/plan.hpp"
#include "graph/emit/emit.hpp"
#include "graph/kernel_builder.hpp"
#include "support/compilation.hpp"

namespace gpu::execute {
namespace {

using execute::skeletons::interleaved;
using execute::skeletons::interleaved_operand;
using graph::op_record;
using graph::value_id;
using kernels::access;
using testing::kernel_builder;
using testing::new_record;

constexpr dtype f32 = dtype::float32;
constexpr std::ptrdiff_t n = 10000;

const op_record& add() {
  static const op_record& record = new_record("add", {f32, f32}, f32);
  return record;
}

/// A block whose address is aligned, and is not accessed.
ref_ptr<memory_block> block() {
  return memory_block::adopt(cpu(), reinterpret_cast<void*>(std::uintptr_t{1} << 20), n * 64,
                             current_stream(cpu()), [] {});
}

/// The sum of operands of one array, each with its layout, in C order.
kernel_builder sum_of(const shape& extents, const std::vector<layout>& places, dtype type = f32) {
  kernel_builder made(extents);
  const ref_ptr<memory_block> memory = block();
  const op_record& plus = new_record("add", {type, type}, type);
  value_id total = made.array(type, places[0], memory);
  for (std::size_t i = 1; i < places.size(); ++i)
    total = made.op(plus, {total, made.array(type, places[i], memory)});
  made.write(total);
  return made;
}

std::vector<layout> columns(std::ptrdiff_t count, std::ptrdiff_t period) {
  std::vector<layout> places;
  for (std::ptrdiff_t i = 0; i < count; ++i) places.push_back({i, {n}, {period}});
  return places;
}

const interleaved_operand& operand(const map_plan& plan, std::size_t i) {
  return plan.options.as<interleaved>().operands[i];
}

TEST(plan_interleaved, loads_columns_of_one_array_together) {
  const kernel_builder made = sum_of({n}, columns(3, 3), dtype::uint8);
  const map_plan plan = plan_map(made.work);
  ASSERT_EQ(plan.options.name(), "interleaved");
  EXPECT_EQ(plan.options.vector, 16);
  EXPECT_FALSE(plan.options.tail);
  EXPECT_EQ(plan.options.as<interleaved>().channels, 1);
  EXPECT_EQ(operand(plan, 0), (interleaved_operand{.width = 16}));
  for (std::uint8_t i = 0; i < 3; ++i)
    EXPECT_EQ(operand(plan, i + 1u), (interleaved_operand{16, 3, i, 0, 1, false})) << int{i};
  EXPECT_EQ(plan.grid, (n / 16 + plan.block[0] - 1) / plan.block[0]);
}

TEST(plan_interleaved, spares_what_may_lie_behind_the_array) {
  const kernel_builder made = sum_of({n}, columns(2, 3));
  const map_plan plan = plan_map(made.work);
  ASSERT_EQ(plan.options.name(), "interleaved");
  EXPECT_TRUE(plan.options.as<interleaved>().spare);
  EXPECT_TRUE(plan.options.tail);
}

TEST(plan_interleaved, takes_a_short_last_axis_out_of_the_space) {
  const kernel_builder made =
      sum_of({n, 3}, {row_major({n, 3}), {0, {n, 3}, {3, 0}}, {2, {n, 3}, {3, 0}}});
  const map_plan plan = plan_map(made.work);
  ASSERT_EQ(plan.options.name(), "interleaved");
  EXPECT_EQ(plan.space.extents, (shape{1, 3, n}));
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.options.as<interleaved>().channels, 3);
  EXPECT_EQ(operand(plan, 0), (interleaved_operand{4, 3, 0, 1, 0, true})) << "is written whole";
  EXPECT_EQ(operand(plan, 1), (interleaved_operand{4, 3, 0, 1, 1, true}));
  EXPECT_EQ(operand(plan, 2), (interleaved_operand{4, 3, 0, 0, 1, false}));
  EXPECT_EQ(operand(plan, 3), (interleaved_operand{4, 3, 2, 0, 1, false}));
}

TEST(plan_interleaved, takes_channels_that_are_written_in_planes) {
  kernel_builder made({5, 3, n});
  const value_id pixels = made.array(f32, {0, {5, 3, n}, {3 * n, 1, 3}});
  const value_id means = made.array(f32, {0, {5, 3, n}, {0, 1, 0}});
  made.write(made.op(add(), {pixels, means}));
  const map_plan plan = plan_map(made.work);
  ASSERT_EQ(plan.options.name(), "interleaved");
  EXPECT_EQ(plan.space.extents, (shape{5, 3, n}));
  EXPECT_EQ(operand(plan, 0), (interleaved_operand{.width = 4, .varies = true}));
  EXPECT_EQ(operand(plan, 1), (interleaved_operand{4, 3, 0, 1, 1, true}));
  EXPECT_EQ(operand(plan, 2), (interleaved_operand{.width = 1, .varies = true}));
  EXPECT_EQ(plan.options.access_of(2), access::zero);
}

TEST(plan_interleaved, goes_backwards_along_channels) {
  const kernel_builder made = sum_of({n, 3}, {{2, {n, 3}, {3, -1}}});
  const map_plan plan = plan_map(made.work);
  ASSERT_EQ(plan.options.name(), "interleaved");
  EXPECT_EQ(operand(plan, 1), (interleaved_operand{4, 3, 2, -1, 1, true}));
}

TEST(plan_interleaved, takes_narrower_accesses_where_memory_is_not_aligned) {
  const kernel_builder made = sum_of({n, 3}, {{3, {n, 3}, {3, 1}}, {0, {n, 3}, {0, 1}}});
  const map_plan plan = plan_map(made.work);
  ASSERT_EQ(plan.options.name(), "interleaved");
  EXPECT_EQ(operand(plan, 1).width, 1);
}

TEST(plan_interleaved, leaves_to_others_what_suits_them) {
  const auto name = [](const kernel_builder& made) {
    return std::string(plan_map(made.work).options.name());
  };
  EXPECT_EQ(name(sum_of({100, 3}, {row_major({100, 3}), {0, {100, 3}, {0, 1}}})), "strided")
      << "few elements";
  EXPECT_EQ(name(sum_of({n, 4}, {row_major({n, 4}), {0, {n, 4}, {0, 1}}})), "rows");
  EXPECT_EQ(name(sum_of({n, 3}, {{0, {n, 3}, {1, n}}, {0, {n, 3}, {100, 1}}})), "strided")
      << "far apart";
  EXPECT_EQ(name(sum_of({n}, {{0, {n}, {3}}})), "strided") << "one of three";
}

TEST(plan_interleaved, of_any_extents_and_dtypes_compiles) {
  for (std::ptrdiff_t few = 2; few <= 8; ++few)
    for (int type = 0; type < dtype_count; ++type) {
      kernel_builder made({n, few});
      const ref_ptr<memory_block> memory = block();
      const dtype of = static_cast<dtype>(type);
      made.array(of, {few, {n, few}, {few, 0}}, memory);
      made.write(made.array(of, {few, {n, few}, {few, 1}}, memory));
      const map_plan plan = plan_map(made.work);
      ASSERT_EQ(plan.options.name(), "interleaved") << few << ' ' << of;
      EXPECT_NO_THROW(test::compile_for_dtype(of, emit(made.work, plan.options), {9, 0}));
    }
}

/// Plans are remembered by these words.
TEST(write_key, tells_whether_operands_share_an_array) {
  const auto key_of = [](bool is_shared) {
    kernel_builder made(shape{n});
    const ref_ptr<memory_block> memory = block();
    const value_id a = made.array(f32, {0, {n}, {3}}, memory);
    const value_id b = made.array(f32, {1, {n}, {3}}, is_shared ? memory : block());
    made.write(made.op(add(), {a, b}));
    std::vector<std::uint32_t> words;
    write_key(words, made.work);
    return words;
  };
  EXPECT_EQ(key_of(true), key_of(true));
  EXPECT_NE(key_of(true), key_of(false));
}

}  // namespace
}  // namespace gpu::execute
