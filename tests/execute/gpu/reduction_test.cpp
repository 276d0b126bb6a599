// SPDX-License-Identifier: BSD-3-Clause
// Every skeleton of reductions on a GPU, against loops in double precision on the host.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/jit/history.hpp>

#include "execute/gpu/executor.hpp"
#include "execute/gpu/reduce/plan.hpp"
#include "execute/reduction_case.hpp"

namespace gpu::execute {
namespace {

using graph::value_id;
using testing::drawn_memory;
using testing::kernel_builder;
using testing::new_position_reduction;
using testing::new_record;
using testing::new_reduction;
using testing::row_values;
using testing::rows_of;
using testing::values_of;

constexpr dtype f32 = dtype::float32;
constexpr dtype i64 = dtype::int64;

class gpu_reduction : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (num_gpus() <= GetParam()) GTEST_SKIP() << "no GPU";
  }
  [[nodiscard]] device gpu() const { return get_device(GetParam()); }
  [[nodiscard]] ref_ptr<memory_block> room(std::ptrdiff_t count, dtype type) const {
    return memory_block::allocate(gpu(), static_cast<std::size_t>(count) * size_bytes(type));
  }
};

INSTANTIATE_TEST_SUITE_P(, gpu_reduction, ::testing::Values(0),
                         [](const auto& info) { return text_of("gpu", info.param); });

const graph::op_record& sum(dtype type) {
  static std::map<dtype, const graph::op_record*> all;
  const graph::op_record*& record = all[type];
  if (!record) record = &new_reduction("sum", {type}, testing::sum_type(type));
  return *record;
}

const graph::op_record& argmax(dtype type) {
  static std::map<dtype, const graph::op_record*> all;
  const graph::op_record*& record = all[type];
  if (!record) record = &new_position_reduction("argmax", type);
  return *record;
}

const graph::op_record& binary(const char* name) {
  static std::map<std::string, const graph::op_record*> all;
  const graph::op_record*& record = all[name];
  if (!record) record = &new_record(name, {f32, f32}, f32);
  return *record;
}

const graph::op_record& unary(const char* name) {
  static std::map<std::string, const graph::op_record*> all;
  const graph::op_record*& record = all[name];
  if (!record) record = &new_record(name, {f32}, f32);
  return *record;
}

double rounding_of(dtype type) {
  switch (type) {
    case dtype::float16:
      return 0x1p-11;
    case dtype::bfloat16:
      return 0x1p-8;
    case dtype::float32:
    case dtype::complex64:
      return 0x1p-24;
    default:
      return traits(type).kind == dtype_kind::integer || traits(type).kind == dtype_kind::boolean
                 ? 0
                 : 0x1p-53;
  }
}

/// How far a tree sum may be off: one rounding of the result, and a few of float32 or the dtype for
/// each level.
double tolerance(const row_values& row, dtype type) {
  double size = 0;
  for (const double x : row) size += std::abs(x);
  const double each = std::min(rounding_of(type), 0x1p-24);
  const double levels = 8 + std::log2(static_cast<double>(row.size()) + 1);
  return size * each * levels + std::abs(testing::sum_of(row)) * rounding_of(type);
}

struct summed {
  std::string_view kind;
  std::vector<unsigned char> bytes;
};

/// Sums `place` of fresh memory over `axes`.
summed expect_sums(device where, dtype type, const layout& place, std::uint64_t axes,
                   unsigned seed = 1) {
  const drawn_memory in(where, type, testing::span_of(place), seed);
  kernel_builder made(place.extents, where);
  made.reduce(axes);
  const dtype out = testing::sum_type(type);
  const shape kept = kernel_builder::kept_extents(made.work);
  const auto result = memory_block::allocate(
      where, static_cast<std::size_t>(element_count(kept)) * size_bytes(out));
  made.write_row(made.op(sum(type), {made.array(type, place, in.block)}), out, row_major(kept),
                 result);
  const std::string_view kind = plan_reduction(made.work).options.name();
  run_on_gpu(made.work);
  const std::vector<row_values> rows = rows_of(in.values, place, axes);
  const std::vector<double> got = values_of(*result, out);
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_NEAR(got[i], testing::sum_of(rows[i]), tolerance(rows[i], type))
        << kind << ' ' << type << " row " << i << " of " << place.extents << " strides "
        << place.strides << " axes " << axes;
  return {kind, testing::bytes_of(*result)};
}

constexpr std::ptrdiff_t extents_of_interest[] = {
    0,   1,   2,   3,   31,   32,   33,   63,   64,   65,   127,   128,
    129, 511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097, 65537, 1000003};

TEST_P(gpu_reduction, sums_of_every_extent_over_inner_outer_and_middle_axes) {
  for (const std::ptrdiff_t n : extents_of_interest) {
    expect_sums(gpu(), f32, row_major({n}), 1);
    expect_sums(gpu(), f32, row_major({5, n}), 2);
    expect_sums(gpu(), f32, row_major({n, 8}), 1);
    expect_sums(gpu(), f32, row_major({n, 7}), 1);
    if (n < 65537) {
      expect_sums(gpu(), f32, row_major({n, 140}), 1);
      expect_sums(gpu(), f32, row_major({3, n, 6}), 2);
      expect_sums(gpu(), f32, row_major({3, n, 6}), 5);
      expect_sums(gpu(), f32, row_major({n, 9}), 2);
      expect_sums(gpu(), f32, row_major({40, n}), 3);
    }
    if (HasFailure()) return;
  }
}

TEST_P(gpu_reduction, sums_and_positions_of_every_dtype) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    for (const std::uint64_t axes : {1, 2, 3})
      for (const std::ptrdiff_t offset : {0, 1}) {
        expect_sums(gpu(), type, {offset, {33, 96}, {96, 1}}, axes);
        expect_sums(gpu(), type, {offset, {200, 1001}, {1001, 1}}, axes);
      }
  }
}

TEST_P(gpu_reduction, argmax_is_the_first_of_equals) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    if (traits(type).kind == dtype_kind::complex) continue;
    for (const layout& place : {row_major({70, 600}), layout{0, {70, 600}, {1, 70}}})
      for (const std::uint64_t axes : {1, 2, 3}) {
        const drawn_memory in(gpu(), type, 42000, 7);
        kernel_builder made(place.extents, gpu());
        made.reduce(axes);
        const value_id x = made.array(type, place, in.block);
        const layout positions{0,
                               place.extents,
                               {axes == 2   ? 0
                                : axes == 1 ? 1
                                            : 600,
                                axes == 1 ? 0 : 1}};
        const shape kept = kernel_builder::kept_extents(made.work);
        const auto result = room(element_count(kept), i64);
        made.write_row(made.op(argmax(type), {x, made.index(positions)}), i64, row_major(kept),
                       result);
        run_on_gpu(made.work);
        const std::vector<row_values> rows = rows_of(in.values, place, axes);
        const std::vector<double> got = values_of(*result, i64);
        for (std::size_t i = 0; i < rows.size(); ++i)
          ASSERT_EQ(got[i], std::max_element(rows[i].begin(), rows[i].end()) - rows[i].begin())
              << type << ' ' << place.strides << ' ' << axes << " row " << i;
      }
  }
}

/// Axes in any order, some with gaps, some backwards, some broadcast.
layout random_layout(std::mt19937& random, const shape& extents) {
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), 0);
  if (random() % 2) std::shuffle(order.begin(), order.end(), random);
  layout place{static_cast<std::ptrdiff_t>(random() % 5), extents, shape(extents.size(), 0)};
  std::ptrdiff_t step = random() % 4 ? 1 : 3;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t axis = order[i];
    if (random() % 6 == 0) continue;
    place.strides[axis] = step;
    step *= extents[axis] + (random() % 4 ? 0 : 1);
    if (random() % 5 != 0) continue;
    place.offset += (extents[axis] - 1) * place.strides[axis];
    place.strides[axis] = -place.strides[axis];
  }
  return place;
}

TEST_P(gpu_reduction, sums_of_random_layouts_over_random_axes) {
  std::mt19937 random(1);
  std::map<std::string_view, int> seen;
  const std::ptrdiff_t choices[] = {1, 2, 3, 5, 8, 16, 17, 64, 67, 300};
  for (int round = 0; round < 200; ++round) {
    shape extents(random() % 6, 1);
    std::ptrdiff_t left = 60000;
    for (std::ptrdiff_t& extent : extents) {
      extent = std::min(choices[random() % 10], left);
      left = std::max<std::ptrdiff_t>(left / extent, 1);
    }
    const auto type = static_cast<dtype>(random() % dtype_count);
    const std::uint64_t axes = random() % (std::uint64_t{1} << extents.size());
    ++seen[expect_sums(gpu(), type, random_layout(random, extents), axes, random()).kind];
    if (HasFailure()) return;
  }
  EXPECT_EQ(seen.size(), 3u) << "reduce_inner, reduce_outer, and reduce_pairs of broadcast rows";
}

TEST_P(gpu_reduction, many_axes_that_do_not_merge) {
  const shape extents(13, 2);
  layout place{0, extents, shape(13, 0)};
  for (std::size_t axis = 0; axis < 13; ++axis) place.strides[axis] = std::ptrdiff_t{1} << axis;
  for (const std::uint64_t axes : {0x1555u, 0x0aaau, 0x1fffu, 1u, 0x1000u})
    expect_sums(gpu(), f32, place, axes);
}

TEST_P(gpu_reduction, arguments_that_do_not_fit_a_launch_are_read_from_memory) {
  const shape extents(21, 2);
  layout place{0, extents, shape(21, 0)};
  for (std::size_t axis = 0; axis < 21; ++axis)
    place.strides[axis] = axis % 2 == 0 ? std::ptrdiff_t{3} << (axis / 2) : 0;
  const drawn_memory in(gpu(), f32, testing::span_of(place), 3);
  kernel_builder made(extents, gpu());
  made.reduce(0x0cccc);
  const shape kept = kernel_builder::kept_extents(made.work);
  value_id x = made.array(f32, place, in.block);
  for (int i = 1; i < 40; ++i) {
    layout other = place;
    std::rotate(other.strides.begin(), other.strides.begin() + i % 20, other.strides.end());
    x = made.op(binary("add"), {x, made.array(f32, other, in.block)});
  }
  const auto result = room(element_count(kept), f32);
  made.write_row(made.op(sum(f32), {x}), f32, row_major(kept), result);
  EXPECT_TRUE(plan_reduction(made.work).options.arguments_in_memory);
  run_on_gpu(made.work);
  double total = 0;
  for (const double value : values_of(*result, f32)) total += value;
  double expected = 0;
  for (int i = 0; i < 40; ++i) {
    layout other = place;
    if (i > 0)
      std::rotate(other.strides.begin(), other.strides.begin() + i % 20, other.strides.end());
    testing::for_each_index(extents, [&](const shape& index) {
      expected += in.values[static_cast<std::size_t>(testing::offset_of(other, index))];
    });
  }
  EXPECT_NEAR(total, expected, 1e-5 * 40 * (1 << 21));
}

TEST_P(gpu_reduction, bits_are_the_same_again_and_for_unaligned_operands) {
  for (const auto& [extents, axes] : {std::tuple{shape{1000003}, 1},
                                      {shape{300, 4096}, 2},
                                      {shape{5000, 96}, 1},
                                      {shape{70000, 16}, 1},
                                      {shape{16, 40000}, 2},
                                      {shape{4000, 16}, 2}}) {
    layout place = row_major(extents);
    const drawn_memory in(gpu(), f32, element_count(extents) + 3, 5);
    std::vector<std::vector<unsigned char>> bits;
    for (const std::ptrdiff_t offset : {0, 0, 1, 2}) {
      const auto copy = room(element_count(extents) + 3, f32);
      copy_bytes(static_cast<float*>(copy->data()) + offset, gpu(), in.block->data(), gpu(),
                 static_cast<std::size_t>(element_count(extents)) * 4, current_stream(gpu()));
      kernel_builder made(extents, gpu());
      made.reduce(static_cast<std::uint64_t>(axes));
      place.offset = offset;
      const shape kept = kernel_builder::kept_extents(made.work);
      const auto result = room(element_count(kept), f32);
      made.write_row(made.op(sum(f32), {made.array(f32, place, copy)}), f32, row_major(kept),
                     result);
      run_on_gpu(made.work);
      bits.push_back(testing::bytes_of(*result));
    }
    for (const auto& other : bits) EXPECT_EQ(other, bits.front()) << extents;
  }
}

TEST_P(gpu_reduction, several_reductions_and_what_follows_are_one_kernel) {
  for (const std::uint64_t axes : {1, 2, 3})
    for (const shape& extents : {shape{50, 70}, shape{600, 1000}}) {
      const layout place = row_major(extents);
      const drawn_memory in(gpu(), f32, element_count(extents), 11);
      kernel_builder made(extents, gpu());
      made.reduce(axes);
      const shape kept = kernel_builder::kept_extents(made.work);
      const drawn_memory added(gpu(), f32, element_count(kept), 12);
      const value_id x = made.array(f32, place, in.block);
      made.work.arguments.push_back(
          {graph::operand_kind::array,
           *new graph::leaf_node(added.block, f32, row_major(kept), gpu()),
           apply(made.work.reduction()->row, row_major(kept))});
      const value_id shift{value_id::source::argument, 1};
      const value_id squares = made.op(sum(f32), {made.op(binary("multiply"), {x, x})});
      const value_id most = made.op(testing::largest(), {x});
      const value_id shifted = made.op(sum(f32), {made.op(binary("add"), {x, shift})});
      const value_id norm = made.op(unary("sqrt"), {squares});
      const value_id twice = made.op(binary("multiply"), {norm, made.scalar(f32, 2.0f)});
      const std::ptrdiff_t count = element_count(kept);
      std::vector<ref_ptr<memory_block>> out;
      for (const value_id value : {twice, most, shifted}) {
        out.push_back(room(count, f32));
        made.write_row(value, f32, row_major(kept), out.back());
      }
      const std::uint64_t before = launches();
      run_on_gpu(made.work);
      EXPECT_EQ(launches(), before + 1);
      const std::vector<row_values> rows = rows_of(in.values, place, axes);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        double square = 0;
        for (const double value : rows[i]) square += value * value;
        const double size = static_cast<double>(rows[i].size());
        EXPECT_NEAR(values_of(*out[0], f32)[i], 2 * std::sqrt(square), 1e-5 * std::sqrt(square));
        EXPECT_EQ(values_of(*out[1], f32)[i], *std::max_element(rows[i].begin(), rows[i].end()));
        EXPECT_NEAR(values_of(*out[2], f32)[i], testing::sum_of(rows[i]) + size * added.values[i],
                    2e-5 * 9 * size);
        if (HasFailure()) return;
      }
    }
}

TEST_P(gpu_reduction, many_reductions_at_once) {
  for (const std::uint64_t axes : {1, 2}) {
    const layout place = row_major({400, 300});
    const drawn_memory in(gpu(), f32, 120000, 31);
    kernel_builder made(place.extents, gpu());
    made.reduce(axes);
    const value_id x = made.array(f32, place, in.block);
    const shape kept = kernel_builder::kept_extents(made.work);
    std::vector<ref_ptr<memory_block>> out;
    for (int i = 0; i < 9; ++i) {
      const value_id factor = made.scalar(f32, static_cast<float>(i));
      out.push_back(room(element_count(kept), f32));
      made.write_row(made.op(sum(f32), {made.op(binary("multiply"), {x, factor})}), f32,
                     row_major(kept), out.back());
    }
    run_on_gpu(made.work);
    const std::vector<row_values> rows = rows_of(in.values, place, axes);
    for (int i = 0; i < 9; ++i)
      for (std::size_t k = 0; k < rows.size(); ++k)
        ASSERT_NEAR(values_of(*out[static_cast<std::size_t>(i)], f32)[k],
                    i * testing::sum_of(rows[k]), i * tolerance(rows[k], f32) + 1e-9);
  }
}

/// x = softmax(x) along `axes`, in place if there is no memory for the result.
void expect_softmax(device where, const layout& place, std::uint64_t axes, bool in_place) {
  const drawn_memory in(where, f32, testing::span_of(place), 21);
  kernel_builder made(place.extents, where);
  made.reduce(axes);
  const value_id x = made.array(f32, place, in.block);
  const value_id most = made.op(testing::largest(), {x});
  const value_id y = made.op(unary("exp"), {made.op(binary("subtract"), {x, most})});
  const value_id total = made.op(sum(f32), {y});
  const value_id result = made.op(binary("divide"), {y, total});
  const auto out = in_place ? in.block : memory_block::allocate(where, in.block->size_bytes());
  made.write(result, f32, place, out);
  const shape kept = kernel_builder::kept_extents(made.work);
  const auto totals =
      memory_block::allocate(where, static_cast<std::size_t>(element_count(kept)) * sizeof(float));
  made.write_row(total, f32, row_major(kept), totals);
  EXPECT_TRUE(plan_reduction(made.work).options.name().starts_with("persistent_"));
  run_on_gpu(made.work);
  const std::vector<row_values> rows = rows_of(in.values, place, axes);
  const std::vector<row_values> got = rows_of(values_of(*out, f32), place, axes);
  const std::vector<double> sums = values_of(*totals, f32);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double top = rows[i].empty() ? 0 : *std::max_element(rows[i].begin(), rows[i].end());
    double denominator = 0;
    for (const double value : rows[i]) denominator += std::exp(value - top);
    EXPECT_NEAR(sums[i], denominator, 1e-5 * denominator);
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      const double exact = std::exp(rows[i][k] - top) / denominator;
      ASSERT_NEAR(got[i][k], exact, 2e-5 * exact)
          << place.extents << " row " << i << " element " << k << " axes " << axes;
    }
  }
}

TEST_P(gpu_reduction, softmax_of_rows_of_every_length) {
  for (const std::ptrdiff_t n :
       {0,     1,     2,     3,     4,     5,     12,     16,     17,     31,     32,   33,
        64,    65,    128,   129,   512,   1023,  1024,   1025,   4096,   4097,   5000, 8200,
        16384, 16400, 32768, 32772, 65536, 65537, 100000, 262144, 262148, 1000003})
    for (const bool in_place : {false, true}) {
      expect_softmax(gpu(), row_major({n > 5000 ? 3 : 67, n}), 2, in_place);
      if (HasFailure()) return;
    }
}

TEST_P(gpu_reduction, softmax_along_any_axes_and_strides) {
  for (const std::uint64_t axes : {1, 2, 4, 3, 5, 6, 7})
    for (const bool in_place : {false, true}) {
      expect_softmax(gpu(), row_major({13, 20, 33}), axes, in_place);
      expect_softmax(gpu(), {1, {13, 20, 33}, {660, 33, 1}}, axes, in_place);
      expect_softmax(gpu(), {32 + 33 * 19, {13, 20, 33}, {660, -33, -1}}, axes, in_place);
      expect_softmax(gpu(), {0, {13, 20, 32}, {1, 13, 260}}, axes, in_place);
    }
}

TEST_P(gpu_reduction, one_launch_whatever_the_size_and_few_compilations) {
  const auto run = [&](const shape& extents) {
    const std::uint64_t before = launches();
    expect_sums(gpu(), dtype::float64, row_major(extents), 1);
    EXPECT_EQ(launches(), before + 1);
  };
  run({100});
  run({100000});
  const std::uint64_t compiled = compile_count();
  run({200});
  run({20000});
  run({1000000});
  EXPECT_EQ(compile_count(), compiled);
}

TEST_P(gpu_reduction, nothing_is_launched_for_no_rows) {
  const std::uint64_t before = launches();
  expect_sums(gpu(), f32, row_major({0, 5}), 2);
  expect_sums(gpu(), f32, row_major({5, 0}), 1);
  EXPECT_EQ(launches(), before);
}

TEST_P(gpu_reduction, works_on_streams_of_their_own) {
  for (int round = 0; round < 3; ++round) {
    const stream mine(gpu());
    const stream_guard scope(mine);
    expect_sums(gpu(), f32, row_major({1000003}), 1);
    expect_sums(gpu(), f32, row_major({1000, 300}), 1);
  }
}

TEST_P(gpu_reduction, large_arrays_of_more_than_2_to_the_31_elements) {
  constexpr dtype i8 = dtype::int8;
  const std::ptrdiff_t size = (std::ptrdiff_t{1} << 31) + 1;
  if (memory_info(gpu()).free_bytes < std::size_t{3} << 30) GTEST_SKIP() << "too little memory";
  const auto in = room(size, i8);
  fill_bytes(in->data(), gpu(), 1, static_cast<std::size_t>(size), current_stream(gpu()));
  for (const auto& [extents, axes, expected] :
       {std::tuple{shape{size}, 1, size},
        {shape{715827883, 3}, 1, std::ptrdiff_t{715827883}},
        {shape{715827883, 3}, 3, size},
        {shape{3, 715827883}, 2, std::ptrdiff_t{715827883}}}) {
    kernel_builder made(extents, gpu());
    made.reduce(static_cast<std::uint64_t>(axes));
    const shape kept = kernel_builder::kept_extents(made.work);
    const auto result = room(element_count(kept), i64);
    made.write_row(made.op(sum(i8), {made.array(i8, row_major(extents), in)}), i64, row_major(kept),
                   result);
    EXPECT_TRUE(plan_reduction(made.work).options.wide);
    run_on_gpu(made.work);
    for (const double value : values_of(*result, i64))
      EXPECT_EQ(value, static_cast<double>(expected)) << extents << axes;
  }
}

}  // namespace
}  // namespace gpu::execute
