// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/map/interleaved.hpp"
#include "execute/gpu/map/rows.hpp"
#include "execute/gpu/map/strided.hpp"
#include "execute/gpu/map/table.hpp"
#include "execute/gpu/map/tiled.hpp"
#include "graph/emit/emit.hpp"

#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>

#include "jit/compiler.hpp"
#include "reviewed_text.hpp"
#include "support/compilation.hpp"

namespace gpu::execute {
namespace {

using namespace graph;
using kernels::access;
using testing::expect_as_reviewed;
using testing::expect_to_compile;
using testing::kernel_builder;
using testing::new_record;

using sample = testing::reviewed_text;

constexpr dtype f32 = dtype::float32;

const op_record& add() {
  static const op_record& record = new_record("add", {f32, f32}, f32);
  return record;
}

variant contiguous(int vector) {
  variant options;
  options.skeleton = skeletons::contiguous();
  options.vector = static_cast<std::uint8_t>(vector);
  options.unroll = 2;
  return options;
}

sample softplus() {
  return {"softplus", testing::softplus_kernel(), contiguous(4)};
}

kernel_builder sum_of_two() {
  kernel_builder made({3, 4});
  const value_id a = made.array(f32);
  const value_id b = made.array(f32);
  made.write(made.op(add(), {a, b}));
  return made;
}

sample sum(const char* name, variant options) {
  return {name, sum_of_two(), std::move(options)};
}

sample wide_sum() {
  variant options = contiguous(4);
  options.wide = true;
  options.tail = true;
  return sum("add_wide", options);
}

sample rows_sum() {
  variant options = contiguous(4);
  options.skeleton = skeletons::rows{};
  options.rank = 1;
  options.operands = {access::unit, access::unit, access::zero};
  return sum("add_rows", options);
}

sample reversed_sum() {
  variant options = contiguous(4);
  options.skeleton = skeletons::rows{};
  options.rank = 1;
  options.operands = {access::unit, access::unit, access::reversed};
  return sum("add_reversed", options);
}

/// Of triples that lie side by side, and one number for each channel.
sample interleaved_sum() {
  variant options = contiguous(4);
  options.skeleton = skeletons::interleaved{
      .channels = 3,
      .operands = {{4, 3, 0, 1, 0, true}, {4, 3, 0, 1, 1, true}, {1, 0, 0, 0, 0, true}}};
  options.rank = 1;
  options.operands = {access::unit, access::unit, access::zero};
  return sum("add_interleaved", options);
}

/// Of elements 0 and 1 of each three that lie side by side; memory is among the operands.
sample packed_sum() {
  kernel_builder made(shape{64});
  made.memory(f32, {0, {1}, {1}});
  const value_id a = made.array(f32, {0, {64}, {3}});
  const value_id b = made.array(f32, {1, {64}, {3}});
  const value_id i = made.cast(made.index({7, {64}, {-2}}), f32);
  made.write(made.op(add(), {made.op(add(), {a, b}), i}));
  variant options = contiguous(4);
  options.skeleton = skeletons::interleaved{
      .channels = 1,
      .spare = true,
      .operands = {{4, 0, 0, 0, 0, false}, {}, {4, 3, 0, 0, 2, false}, {4, 3, 1, 0, 2, false}, {}}};
  options.rank = 1;
  options.tail = true;
  options.operands = {access::unit, access::zero, access::unit, access::unit, access::strided};
  return {"packed_sum", std::move(made), options};
}

sample tiled_sum() {
  variant options = contiguous(4);
  options.skeleton = skeletons::tiled{64, 64, 4};
  options.rank = 1;
  options.operands = {access::unit, access::unit, access::transposed};
  return sum("add_tiled", options);
}

sample strided_sum() {
  variant options = contiguous(1);
  options.skeleton = skeletons::strided{};
  options.rank = 3;
  options.operands = {access::strided, access::strided, access::zero};
  return sum("add_strided", options);
}

sample table_sum() {
  variant options;
  options.skeleton = skeletons::table{};
  options.operands.assign(3, access::strided);
  return sum("add_table", options);
}

sample mixed_dtypes() {
  kernel_builder made(shape{5});
  const value_id small = made.cast(made.array(dtype::int8), dtype::float64);
  const value_id large = made.array(dtype::float64);
  const value_id sum =
      made.op(new_record("add", {dtype::float64, dtype::float64}, dtype::float64), {small, large});
  made.write(sum, dtype::float16, row_major({5}));
  return {"mixed_dtypes", std::move(made), contiguous(2)};
}

sample complex_product() {
  kernel_builder made(shape{5});
  const value_id z = made.array(dtype::complex64);
  const value_id factor = made.scalar(dtype::complex64, complex<float>(1, 2));
  const op_record& multiply =
      new_record("multiply", {dtype::complex64, dtype::complex64}, dtype::complex64);
  made.write(made.op(multiply, {z, factor}));
  return {"complex_product", std::move(made), contiguous(2)};
}

sample comparison() {
  kernel_builder made(shape{5});
  const value_id a = made.array(dtype::int8);
  const value_id b = made.array(dtype::int8);
  made.write(made.op(new_record("greater", {dtype::int8, dtype::int8}, dtype::bool_), {a, b}));
  return {"comparison", std::move(made), contiguous(16)};
}

sample float16_with_scalars() {
  kernel_builder made(shape{5});
  const value_id x = made.array(dtype::float16);
  const value_id scale = made.scalar(dtype::float16, float16(2.0f));
  const value_id flag = made.scalar(dtype::bool_, true);
  const value_id shift = made.cast(flag, dtype::float16);
  const op_record& multiply =
      new_record("multiply", {dtype::float16, dtype::float16}, dtype::float16);
  const value_id product = made.op(multiply, {x, scale});
  made.write(made.op(new_record("add", {dtype::float16, dtype::float16}, dtype::float16),
                     {product, shift}));
  return {"float16_with_scalars", std::move(made), contiguous(8)};
}

sample two_outputs() {
  kernel_builder made(shape{5});
  const value_id x = made.array(f32);
  const value_id square = made.op(new_record("square", {f32}, f32), {x});
  made.write(square);
  made.write(made.op(add(), {square, x}));
  return {"two_outputs", std::move(made), contiguous(4)};
}

/// Two results of one call, and the sum of them.
sample call_of_two_results() {
  static const op_record& divmod = testing::new_pair_record("divmod", f32);
  kernel_builder made(shape{5});
  const value_id a = made.array(f32);
  const value_id b = made.array(f32);
  const value_id remainder = made.op(divmod, {a, b}, 1);
  const value_id other = made.op(divmod, {b, a}, 0);
  const value_id quotient = made.op(divmod, {a, b}, 0);
  made.write(remainder);
  made.write(made.op(add(), {quotient, other}));
  return {"call_of_two_results", std::move(made), contiguous(4)};
}

sample copy() {
  kernel_builder made(shape{5});
  made.write(made.array(dtype::complex128));
  return {"copy", std::move(made), contiguous(1)};
}

sample affine_index() {
  kernel_builder made(shape{5});
  const value_id i = made.index({7, {5}, {-2}});
  made.write(made.cast(i, f32));
  return {"affine_index", std::move(made), contiguous(4)};
}

/// Two texts that define the same name.
sample user_definitions() {
  kernel_builder made(shape{5});
  const value_id x = made.array(f32);
  const std::string text =
      "struct twice {\n"
      "  __device__ float operator()(float x) const {\n"
      "#line 1 \"elementwise_kernel twice\"\n"
      "    return x * factor;\n";
  const op_record& first = new_record(
      "twice", {f32}, f32, "constexpr float factor = 2;\n" + text + "#line 6\n  }\n};\n");
  const op_record& second = new_record(
      "twice", {f32}, f32, "constexpr float factor = 3;\n" + text + "#line 6\n  }\n};\n");
  const value_id y = made.op(first, {x});
  const value_id z = made.op(second, {y});
  made.write(made.op(first, {z}));
  variant options = contiguous(4);
  options.tail = true;
  return {"user_definitions", std::move(made), options};
}

std::vector<sample> samples() {
  std::vector<sample> all;
  for (auto make :
       {softplus, wide_sum, rows_sum, reversed_sum, interleaved_sum, packed_sum, tiled_sum,
        strided_sum, table_sum, mixed_dtypes, complex_product, comparison, float16_with_scalars,
        two_outputs, call_of_two_results, copy, affine_index, user_definitions})
    all.push_back(make());
  all.push_back(sum("add", contiguous(4)));
  return all;
}

TEST(emit, texts_are_as_reviewed) {
  expect_as_reviewed(samples());
}

TEST(emit, every_text_compiles_for_every_architecture) {
  expect_to_compile(samples());
}

TEST(emit, every_skeleton_takes_every_dtype) {
  for (int type = 0; type < dtype_count; ++type)
    for (const sample& like : {wide_sum(), rows_sum(), reversed_sum(), interleaved_sum(),
                               tiled_sum(), strided_sum(), table_sum()}) {
      kernel_builder made(shape{5});
      const value_id x = made.array(static_cast<dtype>(type));
      made.array(static_cast<dtype>(type));
      made.write(x);
      variant options = like.options;
      options.tail = true;
      const int bytes = static_cast<int>(size_bytes(static_cast<dtype>(type)));
      options.vector = static_cast<std::uint8_t>(16 / bytes);
      if (options.is<skeletons::interleaved>())
        for (skeletons::interleaved_operand& operand :
             options.as<skeletons::interleaved>().operands)
          operand.width = options.vector;
      if (options.is<skeletons::tiled>())
        options.skeleton = skeletons::tiled{static_cast<std::uint16_t>(bytes > 4 ? 32 : 64), 64,
                                            static_cast<std::uint16_t>(16 / bytes)};
      EXPECT_NO_THROW(
          test::compile_for_dtype(static_cast<dtype>(type), emit(made.work, options), {9, 0}))
          << options.name() << ' ' << static_cast<dtype>(type);
    }
}

TEST(emit, depends_on_no_shape_value_or_address) {
  kernel_builder made(shape{700});
  const value_id x = made.array(f32, {17, {700}, {-3}});
  const value_id zero = made.scalar(f32, 42.0f);
  made.write(made.op(add(), {x, zero}));
  kernel_builder other(shape{3});
  other.write(other.op(add(), {other.array(f32), other.scalar(f32, -1.0f)}));
  EXPECT_EQ(emit(made.work, contiguous(4)), emit(other.work, contiguous(4)));
}

TEST(emit, users_text_is_kept_with_its_label) {
  const sample one = user_definitions();
  const program text = emit(one.made.work, one.options);
  ASSERT_EQ(text.user_texts.size(), 2u);
  EXPECT_EQ(text.user_texts[0],
            (user_text{"elementwise_kernel twice", "    return x * factor;\n"}));
}

TEST(emit, users_text_without_a_mark_gets_one) {
  kernel_builder made(shape{5});
  const op_record& record = new_record(
      "half_of", {f32}, f32,
      "struct half_of { __device__ float operator()(float x) const { return x / 2; } };");
  made.write(made.op(record, {made.array(f32)}));
  const program text = emit(made.work, contiguous(4));
  EXPECT_NE(text.source.find("namespace user_0 {\n#line 1 \"half_of\"\nstruct half_of"),
            std::string::npos);
  EXPECT_EQ(text.user_texts.at(0).text, record.definition);
  EXPECT_FALSE(jit::compile(text, {9, 0}).bytes.empty());
}

TEST(kernel_name, joins_the_ops) {
  EXPECT_EQ(kernel_name(softplus().made.work), "absolute_negative_exp_log1p_maximum_add");
}

TEST(kernel_name, is_bounded_and_valid) {
  kernel_builder made(shape{5});
  value_id x = made.array(f32);
  for (int i = 0; i < 100; ++i) x = made.op(new_record("2 odd-name", {f32}, f32, "x"), {x});
  const std::string name = kernel_name(made.work);
  EXPECT_EQ(name.substr(0, 18), "kernel_2_odd_name_");
  EXPECT_LE(name.size(), 110u);
  EXPECT_EQ(name.find_first_not_of("_abcdefghijklmnopqrstuvwxyz0123456789"), std::string::npos);
}

TEST(kernel_name, of_one_op_is_not_that_of_a_c_function) {
  kernel_builder made(shape{5});
  made.write(made.op(new_record("exp", {f32}, f32), {made.array(f32)}));
  EXPECT_EQ(kernel_name(made.work), "exp_kernel");
  EXPECT_EQ(kernel_name(copy().made.work), "copy_kernel");
}

TEST(emit, contiguous_kernels_alone_have_a_baseline) {
  const kernel_builder made = sum_of_two();
  const variant rows = rows_sum().options;
  EXPECT_EQ(rows.skeleton.baseline_text(made.work, rows, false), "");
  const variant plain = contiguous(4);
  EXPECT_EQ(plain.skeleton.baseline_text(made.work, plain, false),
            emit_ptx(made.work, plain, false));
}

}  // namespace
}  // namespace gpu::execute
