// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include <gtest/gtest.h>

#include "execute/gpu/h200.hpp"
#include "execute/gpu/select/plan.hpp"
#include "execute/gpu/select/skeleton.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

using gpu::testing::kernel_builder;
using gpu::testing::new_record;
using kernels::access;
using testing::h200;

constexpr dtype f32 = dtype::float32;

/// x[x > 0]
kernel_builder positive_elements(const layout& place, dtype type = f32) {
  kernel_builder made(place.extents);
  const graph::value_id x = made.array(type, place);
  const graph::value_id zero = made.cast(made.scalar(f32, 0.0f), type);
  made.write(made.op(new_record("greater", {type, type}, dtype::bool_), {x, zero}));
  made.write(x);
  return made;
}

kernel_builder positions(const layout& place) {
  kernel_builder made(place.extents);
  made.write(made.array(dtype::bool_, place));
  return made;
}

select_plan plan_of(const kernel_builder& made, const device_properties& properties = h200()) {
  EXPECT_TRUE(accepts_select(made.work));
  return plan_select(made.work, properties);
}

std::ptrdiff_t tile_of(const select_plan& plan) {
  return std::ptrdiff_t{plan.options.threads} * plan.options.unroll * plan.options.vector;
}

TEST(select_plan, reads_whole_vectors) {
  const select_plan plan = plan_of(positive_elements(row_major({1 << 14, 1 << 14})));
  EXPECT_EQ(plan.options.rank, 1);
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.options.unroll, 8);
  EXPECT_FALSE(plan.options.wide);
  EXPECT_TRUE(plan.options.operands.empty());
  EXPECT_EQ(plan.size, 1 << 28);
  EXPECT_EQ(plan.tiles, 1 << 15);
  EXPECT_EQ(plan.grid, 132u * 8);
  EXPECT_EQ(plan.memory.zeroed_bytes, 64u + 8 * ((1u << 15) + (1u << 8)));
  EXPECT_EQ(plan.shared_bytes, 2u * 8192 * 4);
}

TEST(select_plan, loads_tiles_ahead_where_a_block_has_room_for_two) {
  const auto is_ahead = [](const select_plan& plan) {
    return plan.options.as<skeletons::select>().ahead;
  };
  const kernel_builder large = positive_elements(row_major({1 << 20}));
  EXPECT_TRUE(is_ahead(plan_of(large)));
  EXPECT_EQ(plan_of(large).grid, 128u);
  device_properties older = h200();
  older.shared_bytes_per_block = 64 * 1024;
  const select_plan single = plan_of(large, older);
  EXPECT_FALSE(is_ahead(single)) << "the kernel itself needs some";
  EXPECT_EQ(single.shared_bytes, 8192u * 4);
  EXPECT_TRUE(is_ahead(plan_of(positions(row_major({1 << 20})), older)));
  EXPECT_EQ(plan_of(positions(row_major({1 << 20}))).shared_bytes, 2u * 8192 * 2);
  older.multiprocessors = 2;
  older.shared_bytes_per_block = 99 * 1024;
  EXPECT_EQ(plan_of(large, older).grid, 16u);
}

TEST(select_plan, fits_shared_memory_whatever_is_selected) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    kernel_builder made(shape{1 << 20});
    const graph::value_id narrow = made.array(dtype::int8);
    made.write(narrow, dtype::bool_, row_major({1 << 20}));
    made.write(made.cast(narrow, type));
    const select_plan plan = plan_of(made);
    EXPECT_LE(tile_of(plan) * static_cast<std::ptrdiff_t>(size_bytes(type)), 32 * 1024) << type;
    EXPECT_LE(plan.options.unroll * plan.options.vector, 32) << type;
  }
}

TEST(select_plan, holds_fewer_elements_of_many_arrays) {
  kernel_builder made(shape{1 << 20});
  made.write(made.array(dtype::bool_));
  graph::value_id sum = made.array(dtype::float64);
  const auto& add = new_record("add", {dtype::float64, dtype::float64}, dtype::float64);
  for (int i = 0; i < 7; ++i) sum = made.op(add, {sum, made.array(dtype::float64)});
  made.write(sum);
  EXPECT_EQ(tile_of(plan_of(made)), 256);
}

TEST(select_plan, keeps_the_order_of_the_elements) {
  kernel_builder made = positions({0, {5, 300}, {1, 5}});  // small steps are not the last ones
  const select_plan plan = plan_of(made);
  EXPECT_EQ(plan.space.extents, (shape{5, 300}));
  const select_plan backwards = plan_of(positions({149999, {300, 500}, {-500, -1}}));
  EXPECT_EQ(backwards.options.rank, 1);
  EXPECT_EQ(backwards.space.offsets[0], 0);
  EXPECT_EQ(backwards.options.operands, (std::vector<access>{access::unit, access::reversed}));
}

TEST(select_plan, has_whole_vectors_in_every_row) {
  EXPECT_EQ(plan_of(positive_elements({0, {300, 500}, {512, 1}})).options.vector, 4);
  EXPECT_EQ(plan_of(positive_elements({0, {300, 498}, {512, 1}})).options.vector, 2);
  EXPECT_EQ(plan_of(positive_elements({0, {300, 499}, {512, 1}})).options.vector, 1);
  EXPECT_EQ(plan_of(positive_elements(row_major({499}))).options.vector, 4);
  for (const std::ptrdiff_t columns : {498, 499, 500, 512}) {
    const select_plan plan = plan_of(positive_elements({0, {300, columns}, {512, 1}}));
    EXPECT_EQ(tile_of(plan), 8192);
    EXPECT_EQ(plan.tiles, (300 * columns + 8191) / 8192);
  }
  EXPECT_EQ(plan_of(positive_elements({0, {300, 500}, {1000, 2}})).options.vector, 1);
}

TEST(select_plan, leaves_scattered_accesses_to_others) {
  EXPECT_FALSE(accepts_select(positions({0, {512, 512}, {1, 512}}).work));
  EXPECT_FALSE(accepts_select(kernel_builder(shape{4}).work));
}

TEST(select_plan, counts_with_64_bits_where_32_are_few) {
  const std::ptrdiff_t size = std::ptrdiff_t{1} << 31;
  const select_plan plan = plan_of(positions(row_major({size})));
  EXPECT_TRUE(plan.options.wide);
  EXPECT_EQ(plan.tiles, size / 8192);
  EXPECT_EQ(plan.memory.zeroed_bytes, 64 + 16 * (plan.tiles + plan.tiles / 128));
  EXPECT_TRUE(plan_of(positions(row_major({size - 8192}))).options.wide);
  EXPECT_FALSE(plan_of(positions(row_major({size / 2}))).options.wide);
  EXPECT_EQ(plan_of(positions(row_major({5}))).grid, 1u);
  EXPECT_EQ(plan_of(positions(layout{0, {}, {}})).options.rank, 1);
}

/// What is drawn where it is large, or the elements of an array there.
select_plan plan_of_draws(dtype type, const layout& indices, const layout* array = nullptr) {
  graph::op_record& draw = new_record("draw", {dtype::int64}, type);
  draw.runs = true;
  kernel_builder made(shape{1000});
  const graph::value_id drawn = made.op(draw, {made.index(indices)});
  made.write(made.op(new_record("greater", {type, type}, dtype::bool_), {drawn, drawn}));
  made.write(array == nullptr ? drawn : made.array(f32, *array));
  return plan_of(made);
}

TEST(select_plan, gives_a_thread_neighbours_that_share_work) {
  const auto has_runs = [](const select_plan& plan) {
    return plan.options.as<skeletons::select>().runs;
  };
  const layout index{0, {1000}, {1}};
  const layout apart{0, {1000}, {2}};
  const layout shifted{1, {1000}, {1}};
  EXPECT_TRUE(has_runs(plan_of_draws(f32, index)));
  EXPECT_EQ(plan_of_draws(f32, index).options.vector % 8, 0);
  EXPECT_EQ(tile_of(plan_of_draws(f32, index)), 8192);
  EXPECT_FALSE(plan_of_draws(f32, index).options.as<skeletons::select>().ahead);
  EXPECT_TRUE(plan_of_draws(f32, index, &index).options.as<skeletons::select>().ahead);
  EXPECT_TRUE(plan_of_draws(f32, index).options.as<skeletons::select>().beyond);
  EXPECT_FALSE(plan_of_draws(f32, index, &index).options.as<skeletons::select>().beyond);
  EXPECT_TRUE(has_runs(plan_of_draws(dtype::float64, index)));
  EXPECT_EQ(plan_of_draws(dtype::float64, index).options.vector % 4, 0);
  EXPECT_TRUE(has_runs(plan_of_draws(f32, index, &index))) << "two accesses of 16 bytes";
  EXPECT_FALSE(has_runs(plan_of_draws(f32, shifted)));
  EXPECT_FALSE(has_runs(plan_of_draws(f32, apart)));
  EXPECT_FALSE(has_runs(plan_of_draws(f32, index, &shifted)));
  EXPECT_FALSE(has_runs(plan_of_draws(f32, index, &apart)));
}

TEST(select_plan, writes_what_the_kernel_reads) {
  const kernel_builder made = positive_elements(row_major({3, 4}));
  const select_plan plan = plan_of(made);
  std::int64_t count = 0;
  std::byte zeroed[256];
  const std::vector<std::byte> bytes = written([&](argument_writer& out) {
    write_arguments(out, made.work, plan, {&count, &count}, zeroed);
  });
  // The head has four addresses, two numbers and a divisor; then the array, its step, and a number.
  EXPECT_EQ(bytes.size(), 4 * 8 + 2 * 4 + 12 + 4 + 16 + 8u);
  kernels::select_head<1, int> head;
  std::memcpy(static_cast<void*>(&head), bytes.data(), sizeof(head));
  EXPECT_EQ(head.count, reinterpret_cast<long long*>(&count));
  EXPECT_EQ(head.statuses, zeroed + 64);
  EXPECT_EQ(static_cast<void*>(head.tile_id), zeroed);
  EXPECT_EQ(head.size, 12);
  EXPECT_EQ(head.tiles, 1);
  EXPECT_EQ(head.axis[0].value, 3u);
}

}  // namespace
}  // namespace gpu::execute
