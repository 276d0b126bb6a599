// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_description.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/tiled.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/emit.hpp"
#include "graph/gather.hpp"
#include "graph/kernel_builder.hpp"
#include "jit/compiler.hpp"

namespace gpu::execute {
namespace {

using graph::op_record;
namespace skeletons = execute::skeletons;
using graph::value_id;
using kernels::access;
using testing::kernel_builder;
using testing::new_record;

constexpr dtype f32 = dtype::float32;

const op_record& add() {
  static const op_record& record = new_record("add", {f32, f32}, f32);
  return record;
}

/// out = a + b, out in C order.
kernel_builder sum(const shape& extents, const layout& a, const layout& b) {
  kernel_builder made(extents);
  const value_id first = made.array(f32, a);
  made.write(made.op(add(), {first, made.array(f32, b)}));
  return made;
}

layout transposed(std::ptrdiff_t rows, std::ptrdiff_t columns) {
  return {0, {rows, columns}, {1, rows}};
}

TEST(plan, of_c_order_is_contiguous_with_16_bytes) {
  const kernel_builder made = sum({60, 70}, row_major({60, 70}), row_major({60, 70}));
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "contiguous");
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_TRUE(plan.options.operands.empty());
  EXPECT_FALSE(plan.options.wide);
  EXPECT_EQ(plan.grid, (4200u + 1023) / 1024);
}

TEST(plan, gives_a_thread_one_element_if_an_op_is_long) {
  op_record& search = new_record("search", {f32}, f32);
  search.weight = kernels::unbounded_weight;
  for (const dtype type : {f32, dtype::int8}) {
    kernel_builder made(shape{4096});
    made.write(made.cast(made.op(search, {made.cast(made.array(type), f32)}), type));
    const map_plan plan = plan_map(made.work);
    EXPECT_EQ(plan.options.vector, 1);
    EXPECT_EQ(plan.options.unroll, 1);
    EXPECT_EQ(plan.grid, 4096U / tuning::threads);
  }
}

/// Whether `out[0:size] = in[0:size]`, from element `offset` of each block, must end exactly.
bool has_tail(const ref_ptr<memory_block>& out, const ref_ptr<memory_block>& in,
              std::ptrdiff_t size, std::ptrdiff_t offset = 0) {
  const layout place{offset, {size}, {1}};
  kernel_builder made(shape{size});
  made.write(made.array(f32, place, in), f32, place, out);
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.vector, 4);
  return plan.options.tail;
}

ref_ptr<memory_block> floats(std::size_t count) {
  return memory_block::allocate(cpu(), count * sizeof(float));
}

/// Memory that ends with its last element.
ref_ptr<memory_block> exact_floats(std::size_t count) {
  const auto memory = floats(count);
  return memory_block::adopt(cpu(), memory->data(), count * sizeof(float), current_stream(cpu()),
                             [memory] {});
}

TEST(plan, of_whole_blocks_computes_whole_accesses) {
  for (const std::ptrdiff_t size : {4, 5, 7, 61, 62, 63, 64, 1001, (1 << 17) - 1, 1 << 20}) {
    const auto count = static_cast<std::size_t>(size);
    EXPECT_FALSE(has_tail(floats(count), floats(count), size)) << size;
    EXPECT_FALSE(has_tail({}, {}, size)) << size;
    EXPECT_FALSE(has_tail(floats(count + 8), floats(count + 8), size, 8)) << size;
  }
}

TEST(plan, ends_exactly_where_other_elements_or_other_memory_begin) {
  EXPECT_TRUE(has_tail(floats(1002), floats(1002), 1001));
  EXPECT_FALSE(has_tail(floats(1002), floats(1002), 1000));
  EXPECT_FALSE(has_tail(floats(1001), floats(2000), 1001));
  EXPECT_TRUE(has_tail(exact_floats(1001), floats(1001), 1001));
  EXPECT_TRUE(has_tail(floats(1001), exact_floats(1001), 1001));
  EXPECT_FALSE(has_tail(exact_floats(1000), exact_floats(1000), 1000));
}

TEST(plan, reads_nothing_beyond_the_elements_of_large_blocks) {
  const std::ptrdiff_t size = (1 << 20) + 1;
  EXPECT_TRUE(has_tail(floats(size), floats(size), size));
  EXPECT_FALSE(has_tail(floats(size), floats(size + 3), size));  // those are elements
  kernel_builder filled(shape{size});
  filled.write(filled.scalar(f32, 1.0F), f32, {0, {size}, {1}}, floats(size));
  EXPECT_FALSE(plan_map(filled.work).options.tail);
}

TEST(plan, of_users_text_ends_exactly_whatever_the_size) {
  const op_record& twice = new_record("twice", {f32}, f32, "struct twice {};");
  for (const std::ptrdiff_t size : {1000, 1001}) {
    kernel_builder made(shape{size});
    made.write(made.op(twice, {made.array(f32)}));
    EXPECT_TRUE(plan_map(made.work).options.tail);
  }
}

/// An op that shares work between neighbours, of indices that lie as `place` says.
map_plan plan_of_runs(dtype type, const layout& place) {
  op_record& draw = new_record("draw", {dtype::int64}, type);
  draw.runs = true;
  kernel_builder made(shape{1000});
  made.write(made.op(draw, {made.index(place)}));
  return plan_map(made.work);
}
bool has_runs(const map_plan& plan) {
  return plan.options.is<skeletons::contiguous>() && plan.options.as<skeletons::contiguous>().runs;
}

TEST(plan, gives_a_thread_neighbours_that_share_work) {
  const auto run_of = [](dtype type) {
    const map_plan plan = plan_of_runs(type, {0, {1000}, {1}});
    EXPECT_TRUE(has_runs(plan));
    return plan.options.vector * plan.options.unroll;
  };
  EXPECT_EQ(run_of(dtype::int8), 16);
  EXPECT_EQ(run_of(dtype::float16), 8);
  EXPECT_EQ(run_of(f32), 8);
  EXPECT_EQ(run_of(dtype::float64), 4);
  EXPECT_EQ(run_of(dtype::int64), 4);
  EXPECT_EQ(run_of(dtype::complex128), 4);
  EXPECT_FALSE(has_runs(plan_of_runs(f32, {1, {1000}, {1}})));
  EXPECT_FALSE(has_runs(plan_of_runs(f32, {0, {1000}, {2}})));
}

TEST(plan, of_runs_of_several_types_has_the_longest_one) {
  op_record& narrow = new_record("narrow", {dtype::int64}, f32);
  op_record& wide = new_record("wide", {dtype::int64}, dtype::float64);
  op_record& widen = new_record("widen", {f32, dtype::float64}, dtype::float64);
  narrow.runs = wide.runs = true;
  kernel_builder made(shape{1000});
  const auto index = made.index({0, {1000}, {1}});
  made.write(made.op(widen, {made.op(narrow, {index}), made.op(wide, {index})}));
  const map_plan plan = plan_map(made.work);
  EXPECT_TRUE(has_runs(plan));
  EXPECT_EQ(plan.options.vector * plan.options.unroll, 8);
}

TEST(plan, of_checks_of_indices_ends_exactly) {
  const shape extents{7};
  kernel_builder made(extents);
  const value_id number = made.scalar(dtype::int64, std::int64_t{0});
  const value_id index = made.array(dtype::int64);
  made.write(
      made.op(graph::checked_offset_record(), {number, index, number, number, number, number}));
  EXPECT_EQ(plan_map(made.work).options.vector, 2);
  EXPECT_TRUE(plan_map(made.work).options.tail);
}

TEST(plan, of_rows_of_whole_accesses_has_no_ends) {
  const layout apart{0, {60, 70}, {72, 1}};
  kernel_builder made({60, 70});
  made.write(made.array(f32, apart), f32, apart);
  EXPECT_EQ(plan_map(made.work).options.name(), "rows");
  EXPECT_EQ(plan_map(made.work).options.vector, 4);
  EXPECT_TRUE(plan_map(made.work).options.tail);
  made = sum({60, 72}, {0, {60, 72}, {80, 1}}, {0, {72}, {1}});
  EXPECT_FALSE(plan_map(made.work).options.tail);
}

TEST(plan, is_contiguous_for_one_common_order) {
  kernel_builder made({60, 70});
  made.write(made.array(f32, transposed(60, 70)), f32, transposed(60, 70));
  EXPECT_EQ(plan_map(made.work).options.name(), "contiguous");
}

TEST(plan, takes_narrower_accesses_for_unaligned_operands) {
  for (const auto& [offset, vector] : {std::pair{0, 4}, {1, 1}, {2, 2}, {3, 1}, {4, 4}}) {
    const kernel_builder made = sum({1000}, {offset, {1000}, {1}}, row_major({1000}));
    EXPECT_EQ(plan_map(made.work).options.vector, vector) << offset;
  }
}

TEST(plan, chooses_the_access_by_the_widest_element) {
  for (const auto& [narrow, wide, vector] : {std::tuple{dtype::int8, dtype::float64, 2},
                                             {dtype::int8, dtype::int8, 16},
                                             {dtype::float16, f32, 4},
                                             {dtype::bool_, dtype::complex128, 1}}) {
    kernel_builder made(shape{1000});
    made.write(made.cast(made.array(narrow), wide));
    EXPECT_EQ(plan_map(made.work).options.vector, vector);
  }
}

TEST(plan, reads_an_element_for_all_once) {
  const kernel_builder made = sum({60, 70}, row_major({60, 70}), {3, {}, {}});
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "contiguous");
  EXPECT_EQ(plan.options.operands, (std::vector{access::unit, access::unit, access::zero}));
}

TEST(plan, of_0_d_is_one_element) {
  const kernel_builder made = sum({}, row_major({}), row_major({}));
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "contiguous");
  EXPECT_EQ(plan.grid, 1u);
  EXPECT_EQ(plan.size, 1);
}

TEST(plan, of_rows_and_columns_goes_by_rows) {
  kernel_builder made = sum({600, 700}, row_major({600, 700}), {0, {700}, {1}});
  map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "rows");
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.options.operands, (std::vector(3, access::unit)));
  made = sum({600, 700}, row_major({600, 700}), {0, {600, 1}, {1, 0}});
  plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "rows");
  EXPECT_EQ(plan.options.operands, (std::vector{access::unit, access::unit, access::zero}));
}

/// A copy of `a`, broadcast to `extents`.
map_plan copy_plan(const shape& extents, const layout& a) {
  kernel_builder made(extents);
  made.write(made.array(f32, a));
  return plan_map(made.work);
}

TEST(plan, of_a_large_array_that_is_read_again_goes_over_its_parts) {
  constexpr std::ptrdiff_t size = 1 << 22;
  const map_plan plan = copy_plan({16, size}, row_major({size}));
  EXPECT_EQ(plan.options.name(), "rows");
  EXPECT_EQ(plan.options.unroll, 4);
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.space.extents, (shape{256, 16, 16384}));
  EXPECT_EQ(plan.space.strides[0], (shape{16384, size, 1}));
  EXPECT_EQ(plan.space.strides[1], (shape{16384, 0, 1}));
  const map_plan of_matrix = copy_plan({5, 1500, 4000}, row_major({1500, 4000}));
  EXPECT_EQ(of_matrix.space.extents, (shape{375, 5, 16000}));
  EXPECT_EQ(of_matrix.space.strides[0], (shape{16000, 6000000, 1}));
  const map_plan of_two = copy_plan({3, 1501, 2, 4001}, {0, {1501, 1, 4001}, {4001, 0, 1}});
  EXPECT_EQ(of_two.space.extents, (shape{1501, 3, 2, 4001}));
  EXPECT_EQ(of_two.space.strides[0], (shape{8002, 12011002, 4001, 1}));
  EXPECT_EQ(of_two.space.strides[1], (shape{4001, 0, 0, 1}));
}

TEST(plan, of_rows_says_what_affine_functions_are_along_them) {
  kernel_builder made({30, 40});
  const op_record& sum = new_record("add", {dtype::int64, dtype::int64}, dtype::int64);
  value_id total = made.index({0, {30, 40}, {5, 0}});
  for (const std::ptrdiff_t step : {1, -1, 2})
    total = made.op(sum, {total, made.index({3, {30, 40}, {7, step}})});
  made.write(total);
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "rows");
  EXPECT_EQ(plan.options.operands, (std::vector<access>{access::unit, access::zero, access::unit,
                                                        access::strided, access::strided}));
  const std::string text = graph::emit(made.work, plan.options).source;
  EXPECT_NE(text.find("    affine_row,\n    affine_column,\n    affine,\n    affine>;"),
            std::string::npos)
      << text;
  EXPECT_FALSE(jit::compile(graph::emit(made.work, plan.options), {9, 0}).bytes.empty());
}

TEST(plan, of_rows_is_as_wide_as_what_varies_along_them) {
  constexpr dtype f64 = dtype::float64;
  kernel_builder made({600, 700});
  made.write(made.op(new_record("add", {f32, f64}, f32),
                     {made.array(f32), made.array(f64, {0, {600, 700}, {1, 0}})}));
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "rows");
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.options.operands, (std::vector{access::unit, access::unit, access::zero}));
}

TEST(plan, of_a_small_array_that_is_read_again_goes_in_order) {
  const map_plan plan = copy_plan({16, 1 << 20}, row_major({1 << 20}));
  EXPECT_EQ(plan.options.unroll, 1);
  EXPECT_EQ(plan.space.extents, (shape{16, 1 << 20}));
}

TEST(plan, of_rows_whose_beginnings_are_not_aligned_narrows) {
  const kernel_builder made = sum({600, 702}, row_major({600, 702}), {0, {702}, {1}});
  EXPECT_EQ(plan_map(made.work).options.vector, 2);
  const kernel_builder odd = sum({600, 701}, row_major({600, 701}), {0, {701}, {1}});
  EXPECT_EQ(plan_map(odd.work).options.vector, 1);
}

TEST(plan, covers_every_row_and_column) {
  for (const std::ptrdiff_t columns : {4, 9, 64, 1023, 1024, 1028, 5000, 16384})
    for (const std::ptrdiff_t rows : {2, 3, 255, 1000}) {
      const kernel_builder made =
          sum({rows, columns}, row_major({rows, columns}), {0, {columns}, {1}});
      const map_plan plan = plan_map(made.work);
      ASSERT_EQ(plan.options.name(), "rows");
      EXPECT_LE(plan.block[0] * plan.block[1], 256u);
      const std::ptrdiff_t across = plan.block[0] * plan.options.vector;
      const std::ptrdiff_t tiles = (columns + across - 1) / across;
      EXPECT_EQ(plan.grid % tiles, 0);
      EXPECT_GE(plan.grid / tiles * plan.block[1] * plan.options.unroll, rows);
    }
}

TEST(plan, of_transposed_operands_is_tiled) {
  const kernel_builder made = sum({600, 700}, row_major({600, 700}), transposed(600, 700));
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "tiled");
  EXPECT_EQ(plan.options.operands, (std::vector{access::unit, access::unit, access::transposed}));
  EXPECT_EQ(plan.options.as<skeletons::tiled>().tile_rows, 64);
  EXPECT_EQ(plan.options.as<skeletons::tiled>().tile_columns, 64);
  EXPECT_EQ(plan.options.as<skeletons::tiled>().column, 4);
  EXPECT_EQ(plan.options.rank, 1);
  EXPECT_EQ(plan.grid, 10u * 11);
}

TEST(plan, of_many_narrow_elements_has_large_tiles) {
  const shape extents{8192, 16384};
  const auto planned = [&](dtype type, int operands) {
    kernel_builder made(extents);
    for (int i = 0; i < operands; ++i)
      made.write(made.array(type, transposed(8192, 16384)), type, row_major(extents));
    return plan_map(made.work);
  };
  const auto expect = [&](const map_plan& plan, int rows, int columns, unsigned threads) {
    EXPECT_EQ(plan.options.as<skeletons::tiled>().tile_rows, rows);
    EXPECT_EQ(plan.options.as<skeletons::tiled>().tile_columns, columns);
    EXPECT_EQ(plan.block[0], threads);
    EXPECT_EQ(plan.options.threads, threads);
    EXPECT_EQ(plan.grid, static_cast<unsigned>(8192 / rows * (16384 / columns)));
    EXPECT_EQ(plan.options.operands.back(), access::transposed);
  };
  expect(planned(dtype::int8, 1), 256, 256, 512);
  expect(planned(dtype::int8, 2), 128, 128, 256);  // for which there is room
  expect(planned(dtype::float16, 1), 128, 128, 256);
  expect(planned(dtype::float16, 2), 128, 128, 256);
  expect(planned(dtype::float16, 3), 64, 64, 256);
  expect(planned(dtype::float32, 1), 64, 64, 256);
  expect(planned(dtype::complex128, 1), 16, 32, 256);
}

TEST(plan, of_tiles_goes_in_the_order_of_what_is_written) {
  const shape extents{100, 3, 5, 200};
  kernel_builder made(extents);
  made.write(made.array(f32, {0, extents, {1, 500, 100, 1500}}));
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "tiled");
  EXPECT_EQ(plan.nearer, 15);
  EXPECT_EQ(plan.space.extents, (shape{15, 100, 200}));
  EXPECT_EQ(plan.grid, 15u * 2 * 4);
  const kernel_builder plain = sum({600, 700}, row_major({600, 700}), transposed(600, 700));
  EXPECT_EQ(plan_map(plain.work).nearer, 1);
}

TEST(plan, tiles_as_many_operands_as_shared_memory_holds) {
  kernel_builder made({600, 700});
  value_id x = made.array(f32, transposed(600, 700));
  for (int i = 0; i < 4; ++i) x = made.op(add(), {x, made.array(f32, transposed(600, 700))});
  made.write(x);
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.operands,
            (std::vector{access::unit, access::transposed, access::transposed, access::transposed,
                         access::transposed, access::strided}));
  EXPECT_EQ(plan.shared_bytes, 4u * 64 * 64 * sizeof(float));
}

TEST(plan, of_a_step_along_one_axis_is_strided) {
  const kernel_builder made = sum({700}, {0, {700}, {2}}, {699, {700}, {-1}});
  const map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "strided");
  EXPECT_EQ(plan.options.rank, 1);
}

TEST(plan, of_a_run_backwards_takes_wide_accesses) {
  kernel_builder made = sum({1000}, row_major({1000}), {999, {1000}, {-1}});
  map_plan plan = plan_map(made.work);
  EXPECT_EQ(plan.options.name(), "rows");
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.options.operands, (std::vector{access::unit, access::unit, access::reversed}));
  EXPECT_EQ(plan.space.extents, (shape{1, 1000}));
  EXPECT_EQ(plan.grid, 1u);
  made = sum({60, 72}, row_major({60, 72}), {71, {60, 72}, {72, -1}});
  plan = plan_map(made.work);
  EXPECT_EQ(plan.options.vector, 4);
  EXPECT_EQ(plan.options.operands, (std::vector{access::unit, access::unit, access::reversed}));
}

TEST(plan, of_a_run_backwards_goes_by_where_it_ends) {
  for (const auto& [last, vector] : {std::pair{1001, 2}, {1003, 4}, {1007, 4}}) {
    const kernel_builder made = sum({1000}, row_major({1000}), {last, {1000}, {-1}});
    EXPECT_EQ(plan_map(made.work).options.vector, vector) << last;
  }
  const kernel_builder odd = sum({1000}, row_major({1000}), {1000, {1000}, {-1}});
  EXPECT_EQ(plan_map(odd.work).options.name(), "strided");
  const kernel_builder few = sum({3}, row_major({3}), {2, {3}, {-1}});
  EXPECT_EQ(plan_map(few.work).options.name(), "strided");
}

TEST(plan, above_32_bits_is_wide) {
  const std::ptrdiff_t huge = (std::ptrdiff_t{1} << 31) - 1024;
  const kernel_builder made = sum({huge}, row_major({huge}), row_major({huge}));
  EXPECT_TRUE(plan_map(made.work).options.wide);
  const kernel_builder far = sum({2, 5}, {0, {2, 5}, {std::ptrdiff_t{1} << 32, 1}}, row_major({5}));
  EXPECT_TRUE(plan_map(far.work).options.wide);
  const kernel_builder least = sum({1 << 30}, row_major({1 << 30}), row_major({1 << 30}));
  EXPECT_FALSE(plan_map(least.work).options.wide);
}

/// A space of `rank` axes that cannot be merged.
kernel_builder scattered(std::size_t rank, int arguments) {
  shape extents(rank, 2);
  kernel_builder made(extents);
  layout place{0, extents, shape(rank, 0)};
  for (std::size_t axis = 0; axis < rank; ++axis)
    place.strides[axis] = std::ptrdiff_t{3} << (2 * (axis % 30));
  value_id x = made.array(f32, place);
  for (int i = 1; i < arguments; ++i) x = made.op(add(), {x, made.array(f32, place)});
  made.write(x);
  return made;
}

TEST(plan, of_many_axes_or_arguments_reads_them_from_memory) {
  EXPECT_EQ(plan_map(scattered(8, 1).work).options.name(), "strided");
  EXPECT_EQ(plan_map(scattered(9, 1).work).options.name(), "table");
  EXPECT_EQ(plan_map(scattered(60, 2).work).options.name(), "table");
  EXPECT_EQ(plan_map(scattered(2, 48).work).options.name(), "strided");
  EXPECT_LE(argument_bytes(scattered(6, 48).work, plan_map(scattered(6, 48).work)), 4096u);
  EXPECT_EQ(plan_map(scattered(8, 120).work).options.name(), "table");
}

/// Kernels of every skeleton, with and without scalars and memory.
std::vector<kernel_builder> every_skeleton() {
  std::vector<kernel_builder> all;
  const layout plain = row_major({60, 70});
  for (const layout& second : {plain, transposed(60, 70), layout{0, {70}, {1}}, layout{0, {}, {}},
                               layout{0, {60, 70}, {140, 2}}, layout{69, {60, 70}, {70, -1}}}) {
    all.push_back(sum({60, 70}, plain, second));
    kernel_builder& made = all.emplace_back(sum({60, 70}, plain, second));
    made.scalar(dtype::int8, std::int8_t{1});
    made.scalar(dtype::complex128, complex<double>(1, 2));
    made.scalar(dtype::float16, float16(1.0f));
    made.index({4, {60, 70}, {1, 3}});
    made.memory(f32, row_major({9}));
    all.emplace_back(sum({60, 70}, plain, second)).memory(f32, row_major({9}));
  }
  all.push_back(sum({700}, {0, {700}, {2}}, {0, {}, {}}));
  all.push_back(scattered(5, 3));
  all.push_back(scattered(9, 3));
  all.push_back(sum({3, 5, 7}, {0, {3, 5, 7}, {std::ptrdiff_t{1} << 32, 7, 1}}, row_major({7})));
  return all;
}

TEST(arguments, are_as_long_as_the_struct_of_the_device) {
  for (const kernel_builder& made : every_skeleton()) {
    const map_plan plan = plan_map(made.work);
    program text = graph::emit(made.work, plan.options);
    const char* arguments =
        plan.options.is<skeletons::contiguous>() ? "arguments" : "work::arguments";
    text.source += text_of("static_assert(sizeof(", arguments,
                           ") == ", argument_bytes(made.work, plan), ");\n");
    EXPECT_NO_THROW((void)jit::compile(text, {9, 0})) << text.source;
  }
}

TEST(arguments, of_rows_are_those_of_the_struct) {
  kernel_builder made = sum({600, 700}, row_major({600, 700}), {5, {600, 1}, {1, 0}});
  made.scalar(dtype::int8, std::int8_t{-3});
  made.scalar(f32, 2.5f);
  const map_plan plan = plan_map(made.work);
  alignas(16) std::byte buffer[4096];
  argument_writer out(buffer);
  write_arguments(out, made.work, plan);
  struct body {
    std::int8_t s0;
    float s1;
  };
  struct {
    kernels::rows_head<1, int> head;
    kernels::place<1, int> places[3];
    body scalars;
  } expected;
  ASSERT_EQ(out.size(), sizeof expected);
  std::memcpy(&expected, buffer, sizeof expected);
  EXPECT_EQ(expected.head.rows, 600);
  EXPECT_EQ(expected.head.columns, 700);
  EXPECT_EQ(expected.head.axis[0].value, 600u);
  EXPECT_EQ(expected.places[0].stride[0], 700);
  EXPECT_EQ(expected.places[2].stride[0], 1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(expected.places[2].data), 5 * sizeof(float));
  EXPECT_EQ(expected.scalars.s0, -3);
  EXPECT_EQ(expected.scalars.s1, 2.5f);
}

TEST(plan, is_the_same_if_the_body_reads_memory_too) {
  for (const layout& second : {row_major({60, 70}), transposed(60, 70), layout{0, {70}, {1}}}) {
    const kernel_builder plain = sum({60, 70}, row_major({60, 70}), second);
    kernel_builder gathers({60, 70});
    gathers.memory(dtype::complex128, row_major({9}));
    const value_id a = gathers.array(f32);
    gathers.write(gathers.op(add(), {a, gathers.array(f32, second)}));
    const map_plan expected = plan_map(plain.work);
    const map_plan plan = plan_map(gathers.work);
    EXPECT_EQ(plan.options.name(), expected.options.name());
    EXPECT_EQ(plan.options.vector, expected.options.vector);
    EXPECT_EQ(plan.grid, expected.grid);
    EXPECT_EQ(argument_bytes(gathers.work, plan), argument_bytes(plain.work, expected));
  }
}

TEST(arguments, of_a_gather_have_the_address_in_the_body) {
  kernel_builder made(shape{700});
  made.scalar(dtype::int8, std::int8_t{-3});
  made.memory(f32, {5, {9}, {1}});
  made.write(made.array(f32));
  alignas(16) std::byte buffer[4096];
  argument_writer out(buffer);
  write_arguments(out, made.work, plan_map(made.work));
  struct {
    int size;
    const void* operands[2];
    std::uintptr_t a0;
    std::int8_t s0;
  } expected;
  ASSERT_EQ(out.size(), sizeof expected);
  std::memcpy(&expected, buffer, sizeof expected);
  EXPECT_EQ(expected.size, 700);
  EXPECT_EQ(expected.a0, 5 * sizeof(float));
  EXPECT_EQ(expected.s0, -3);
}

TEST(describe, counts_each_distinct_element_once) {
  const kernel_builder made = sum({600, 700}, row_major({600, 700}), {0, {700}, {1}});
  const launch_description plan = describe(made.work);
  EXPECT_EQ(plan.skeleton, "rows");
  EXPECT_EQ(plan.bytes_read, (600 * 700 + 700) * 4);
  EXPECT_EQ(plan.bytes_written, 600 * 700 * 4);
  EXPECT_EQ(plan.index_bits, 32);
}

TEST(describe, of_an_empty_kernel_launches_nothing) {
  const kernel_builder made = sum({0, 7}, row_major({0, 7}), row_major({7}));
  EXPECT_EQ(describe(made.work).grid, 0u);
  EXPECT_EQ(describe(made.work).bytes_written, 0);
}

}  // namespace
}  // namespace gpu::execute
