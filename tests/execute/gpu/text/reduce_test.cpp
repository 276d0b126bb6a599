// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>

#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/reduce/persistent_columns.hpp"
#include "execute/gpu/reduce/persistent_rows.hpp"
#include "execute/gpu/reduce/reduce_inner.hpp"
#include "execute/gpu/reduce/reduce_outer.hpp"
#include "execute/gpu/reduce/reduce_pairs.hpp"
#include "graph/emit/emit.hpp"
#include "reviewed_text.hpp"
#include "support/compilation.hpp"

namespace gpu::execute {
namespace {

using namespace graph;
using kernels::access;
using testing::expect_as_reviewed;
using testing::expect_to_compile;
using testing::kernel_builder;
using testing::new_position_reduction;
using testing::new_record;
using testing::new_reduction;

using sample = testing::reviewed_text;

constexpr dtype f32 = dtype::float32;
constexpr dtype i64 = dtype::int64;

variant reducing(graph::skeleton skeleton, std::vector<access> operands) {
  variant options;
  options.skeleton = skeleton;
  options.rank = 1;
  options.vector = 4;
  options.unroll = 4;
  options.operands = std::move(operands);
  return options;
}

sample inner_sum() {
  kernel_builder made({3, 4});
  made.reduce(2);
  const value_id x = made.array(f32);
  made.write_row(made.op(new_reduction("sum", {f32}, f32), {x}));
  return {"sum_inner", std::move(made),
          reducing(skeletons::reduce_inner{}, {access::strided, access::unit})};
}

/// float16 in, float32 out: sum(x * weight, axis 0) + shift, with the weight of each column.
sample outer_weighted_sum() {
  constexpr dtype f16 = dtype::float16;
  kernel_builder made({3, 4});
  made.reduce(1);
  const value_id x = made.array(f16);
  const value_id weight = made.array(f16, row_major({4}));
  const value_id shift = made.scalar(f16, float16(2.0f));
  const value_id product = made.op(new_record("multiply", {f16, f16}, f16), {x, weight});
  const value_id total = made.op(new_reduction("sum", {f16}, f16), {product});
  const value_id shifted = made.op(new_record("add", {f16, f16}, f16), {total, shift});
  made.write_row(shifted, f32, row_major({4}));
  variant options =
      reducing(skeletons::reduce_outer{{1}}, {access::unit, access::unit, access::strided});
  options.wide = options.tail = true;
  return {"weighted_sum_outer", std::move(made), options};
}

/// Squared distances of points from others, with a weight for each of both.
sample squared_distances() {
  kernel_builder made({5, 6, 8});
  made.reduce(4);
  const value_id x = made.array(f32, {0, {5, 6, 8}, {8, 0, 1}});
  const value_id y = made.array(f32, {0, {5, 6, 8}, {0, 8, 1}});
  const value_id difference = made.op(new_record("subtract", {f32, f32}, f32), {x, y});
  const value_id square = made.op(new_record("square", {f32}, f32), {difference});
  const value_id total = made.op(new_reduction("sum", {f32}, f32), {square});
  const value_id weight = made.array(f32, {0, {5, 6, 8}, {0, 1, 0}});
  made.write_row(made.op(new_record("multiply", {f32, f32}, f32), {total, weight}));
  variant options = reducing(skeletons::reduce_pairs{{}, 8, 4, 1u << 2 | 1u << 3},
                             {access::strided, access::unit, access::unit, access::strided});
  options.rank = 2;
  return {"squared_distances", std::move(made), options};
}

/// Two reductions of one pass, one of them with positions.
sample sum_and_argmax() {
  kernel_builder made({3, 4});
  made.reduce(2);
  const value_id x = made.array(f32);
  const value_id i = made.index({0, {3, 4}, {0, 1}});
  made.write_row(made.op(new_reduction("sum", {f32}, f32), {x}));
  made.write_row(made.op(new_position_reduction("argmax", f32), {x, i}));
  variant options = reducing(skeletons::reduce_inner{{}, 4},
                             {access::strided, access::strided, access::zero, access::strided});
  options.unroll = 1;
  options.tail = true;
  return {"sum_argmax_inner", std::move(made), options};
}

/// (x - mean) / n of rows, and the mean; n is computed for each row from a scalar.
sample centred_rows() {
  kernel_builder made({3, 4});
  made.reduce(2);
  const value_id x = made.array(f32);
  const value_id n = made.cast(made.scalar(i64, std::int64_t{4}), f32);
  const value_id total = made.op(new_reduction("sum", {f32}, f32), {x});
  const op_record& divide = new_record("divide", {f32, f32}, f32);
  const value_id mean = made.op(divide, {total, n});
  const value_id centred = made.op(new_record("subtract", {f32, f32}, f32), {x, mean});
  const value_id squares = made.op(new_reduction("sum", {f32}, f32),
                                   {made.op(new_record("square", {f32}, f32), {centred})});
  made.write(made.op(divide, {centred, squares}));
  made.write_row(mean);
  variant options =
      reducing(skeletons::persistent_rows{{}, 2}, {access::unit, access::strided, access::unit});
  return {"centred_rows", std::move(made), options};
}

/// (x - mean) / sqrt(mean((x - mean)^2) + epsilon) * gain + bias of rows: the last two are late.
sample layer_norm() {
  kernel_builder made({3, 4});
  made.reduce(2);
  const value_id x = made.array(f32);
  const value_id gain = made.array(f32, row_major({4}));
  const value_id bias = made.array(f32, row_major({4}));
  const value_id n = made.scalar(f32, 4.0f);
  const op_record& divide = new_record("divide", {f32, f32}, f32);
  const op_record& add = new_record("add", {f32, f32}, f32);
  const op_record& sum = new_reduction("sum", {f32}, f32);
  const value_id mean = made.op(divide, {made.op(sum, {x}), n});
  const value_id centred = made.op(new_record("subtract", {f32, f32}, f32), {x, mean});
  const value_id squares = made.op(sum, {made.op(new_record("square", {f32}, f32), {centred})});
  const value_id variance = made.op(add, {made.op(divide, {squares, n}), made.scalar(f32, 1e-5f)});
  const value_id width = made.op(new_record("sqrt", {f32}, f32), {variance});
  const value_id scaled =
      made.op(new_record("multiply", {f32, f32}, f32), {made.op(divide, {centred, width}), gain});
  made.write(made.op(add, {scaled, bias}));
  variant options = reducing(skeletons::persistent_rows{{}, 2},
                             {access::unit, access::unit, access::unit, access::unit});
  return {"layer_norm", std::move(made), options};
}

/// The largest of exp(s / sum(x)) up to each element, where s is the cumulative sum of x, and the
/// sum of s.
sample scanned_rows() {
  kernel_builder made({3, 4});
  made.reduce(2);
  const op_record& sum = new_reduction("sum", {f32}, f32);
  const value_id x = made.array(f32);
  const value_id sums = made.scan(sum, x);
  const value_id total = made.op(sum, {x});
  const value_id share = made.op(new_record("divide", {f32, f32}, f32), {sums, total});
  const value_id grown = made.op(new_record("exp", {f32}, f32), {share});
  made.write(made.scan(new_reduction("max", {f32}, f32), grown));
  made.write_row(made.op(sum, {sums}));
  variant options =
      reducing(skeletons::persistent_rows{{}, 2}, {access::unit, access::strided, access::unit});
  return {"scanned_rows", std::move(made), options};
}

/// x / sum(x) along the first axis, and the sum of each column.
sample shares_of_columns() {
  kernel_builder made({30, 4});
  made.reduce(1);
  const value_id x = made.array(f32);
  const value_id total = made.op(new_reduction("sum", {f32}, f32), {x});
  made.write(made.op(new_record("divide", {f32, f32}, f32), {x, total}));
  made.write_row(total);
  variant options =
      reducing(skeletons::persistent_columns{{1}, 4}, {access::unit, access::unit, access::unit});
  return {"shares_of_columns", std::move(made), options};
}

/// A reduction that a user has written, after a function that a user has written.
sample users_reduction() {
  kernel_builder made({3, 4});
  made.reduce(3);
  const op_record& twice = new_record(
      "twice", {f32}, f32,
      "struct twice { __device__ float operator()(float x) const { return 2 * x; } };\n");
  const op_record& product =
      new_reduction("product", {f32}, f32,
                    "struct product {\n"
                    "  template <class T> __device__ static T identity() { return 1; }\n"
                    "#line 1 \"reduction_kernel product\"\n"
                    "  __device__ float operator()(float a, float b) const { return a * b; }\n"
                    "};\n");
  made.write_row(made.op(product, {made.op(twice, {made.array(f32)})}));
  variant options = reducing(skeletons::reduce_inner{{1}}, {access::strided, access::strided});
  options.arguments_in_memory = true;
  return {"users_reduction", std::move(made), options};
}

std::vector<sample> samples() {
  std::vector<sample> all;
  for (auto make : {inner_sum, outer_weighted_sum, squared_distances, sum_and_argmax, centred_rows,
                    layer_norm, scanned_rows, shares_of_columns, users_reduction})
    all.push_back(make());
  return all;
}

TEST(emit_reduction, texts_are_as_reviewed) {
  expect_as_reviewed(samples());
}

TEST(emit_reduction, every_text_compiles_for_every_architecture) {
  expect_to_compile(samples());
}

TEST(emit_reduction, every_skeleton_takes_every_dtype_and_width) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    const auto vector = static_cast<std::uint8_t>(16 / size_bytes(type));
    for (const bool wide : {false, true})
      for (const graph::skeleton& skeleton :
           {graph::skeleton(skeletons::reduce_inner{{2}}),
            graph::skeleton(skeletons::reduce_outer{{2}}),
            graph::skeleton(skeletons::reduce_pairs{{2}, 2, std::uint32_t(wide ? 1 : 3)}),
            graph::skeleton(skeletons::persistent_rows{{2}, std::uint8_t(wide ? 0 : 2)}),
            graph::skeleton(skeletons::persistent_columns{{2}, std::uint8_t(wide ? 3 : 8)})}) {
        kernel_builder made({3, 4, 5});
        made.reduce(4);
        const value_id x = made.array(type);
        const value_id total = made.op(new_reduction("sum", {type}, type), {x});
        made.write_row(total);
        variant options = reducing(skeleton, {access::strided, access::unit});
        if (options.is<skeletons::persistent_rows>() ||
            options.is<skeletons::persistent_columns>()) {
          made.write(x);
          options.operands = {access::strided, access::unit, access::unit};
        }
        options.rank = 2;
        options.wide = options.tail = wide;
        options.vector = vector;
        EXPECT_NO_THROW(test::compile_for_dtype(type, emit(made.work, options), {9, 0}))
            << options.name() << ' ' << type;
      }
  }
}

/// x + sum(x), and an array, an index and a broadcast array that no sum depends on.
kernel_builder sums_with_late_operands(dtype type) {
  kernel_builder made({3, 4, 5});
  made.reduce(4);
  const value_id x = made.array(type);
  const op_record& add = new_record("add", {type, type}, type);
  const value_id total = made.op(new_reduction("sum", {type}, type), {x});
  value_id y = made.op(add, {x, total});
  y = made.op(add, {y, made.array(type)});
  y = made.op(add, {y, made.cast(made.index({0, {3, 4, 5}, {0, 1, 2}}), type)});
  made.write(made.op(add, {y, made.array(type, {0, {5}, {3}})}));
  return made;
}

TEST(emit_reduction, late_operands_compile_for_every_skeleton_and_way_to_hold) {
  for (const dtype type : {dtype::int8, dtype::float16, f32, dtype::complex128}) {
    const kernel_builder made = sums_with_late_operands(type);
    for (const graph::skeleton& skeleton :
         {graph::skeleton(skeletons::persistent_rows{{2}, 7}),
          graph::skeleton(skeletons::persistent_rows{{2}, 0}),
          graph::skeleton(skeletons::persistent_rows{{2}, 3, 8}),
          graph::skeleton(skeletons::persistent_rows{{2}, 0, 8}),
          graph::skeleton(skeletons::persistent_columns{{2}, 5}),
          graph::skeleton(skeletons::persistent_columns{{2}, 5, 8}),
          graph::skeleton(skeletons::persistent_columns{{2}, 5, 4, 1}),
          graph::skeleton(skeletons::persistent_columns{{2}, 5, 8, 2}),
          graph::skeleton(skeletons::persistent_columns{{2}, 5, 16, 2})}) {
      variant options = reducing(
          skeleton, {access::unit, access::unit, access::unit, access::strided, access::strided});
      options.rank = 2;
      options.tail = !options.is<skeletons::persistent_columns>();
      options.vector = static_cast<std::uint8_t>(16 / size_bytes(type));
      if (options.is<skeletons::persistent_columns>()) options.threads = 512;
      EXPECT_NO_THROW((void)test::compile_fast(emit(made.work, options), {9, 0}))
          << options.name() << ' ' << type;
    }
  }
}

TEST(emit_reduction, scans_of_every_dtype_and_width_compile) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    for (const int items : {1, 3}) {
      kernel_builder made({3, 4, 5});
      made.reduce(4);
      const value_id x = made.array(type);
      const value_id products = made.scan(new_reduction("prod", {type}, type), x);
      made.write(made.scan(new_reduction("max", {type}, type), products));
      made.write_row(made.op(new_reduction("sum", {type}, type), {products}));
      variant options = reducing(skeletons::persistent_rows{{}, std::uint8_t(items)},
                                 {access::unit, access::strided, access::unit});
      options.rank = 2;
      options.wide = options.tail = items == 1;
      options.threads = items == 1 ? 256 : 1024;
      options.vector = static_cast<std::uint8_t>(16 / size_bytes(type));
      for (const architecture target : {architecture{7, 5}, {9, 0}})
        EXPECT_NO_THROW(test::compile_for_dtype(type, emit(made.work, options), target)) << type;
    }
  }
}

TEST(emit_reduction, depends_on_no_shape_value_or_address) {
  kernel_builder made({700, 20});
  made.reduce(2);
  const value_id x = made.array(f32, {17, {700, 20}, {-3, 5000}});
  const op_record& add = new_record("add", {f32, f32}, f32);
  const op_record& sum = new_reduction("sum", {f32}, f32);
  made.write_row(made.op(sum, {made.op(add, {x, made.scalar(f32, 42.0f)})}));
  kernel_builder other({3, 5});
  other.reduce(2);
  const value_id y = other.array(f32);
  other.write_row(other.op(sum, {other.op(add, {y, other.scalar(f32, -1.0f)})}));
  const variant options = reducing(skeletons::reduce_inner{}, {access::strided, access::strided});
  EXPECT_EQ(emit(made.work, options), emit(other.work, options));
}

TEST(emit_reduction, signature_says_what_varies_along_rows) {
  const auto signature = [](std::uint64_t axes) {
    static const op_record& sum = new_reduction("sum", {f32, f32}, f32);
    kernel_builder made({3, 4});
    made.reduce(axes);
    const value_id x = made.array(f32);
    made.write_row(made.op(sum, {x, made.array(f32, row_major({4}))}));
    std::vector<std::uint32_t> words;
    made.work.signature(words);
    return words;
  };
  EXPECT_NE(signature(1), signature(2));
}

TEST(emit_reduction, users_text_keeps_its_label) {
  const sample one = users_reduction();
  const program text = emit(one.made.work, one.options);
  ASSERT_EQ(text.user_texts.size(), 2u);
  EXPECT_EQ(text.user_texts[1].label, "reduction_kernel product");
}

}  // namespace
}  // namespace gpu::execute
