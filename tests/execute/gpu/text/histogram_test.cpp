// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <gpu/core/text_of.hpp>

#include "execute/gpu/histogram/skeleton.hpp"
#include "execute/gpu/map/contiguous.hpp"
#include "graph/emit/emit.hpp"
#include "reviewed_text.hpp"
#include "support/compilation.hpp"

namespace gpu::execute {
namespace {

using namespace graph;
using kernels::access;
using kernels::binning;
using testing::expect_as_reviewed;
using testing::expect_to_compile;
using testing::kernel_builder;
using testing::new_record;

using sample = testing::reviewed_text;

constexpr dtype f32 = dtype::float32;

variant counting(const skeletons::histogram& form, int vector) {
  variant options;
  options.rank = 1;
  options.vector = static_cast<std::uint8_t>(vector);
  options.unroll = static_cast<std::uint8_t>(vector > 4 ? 1 : 4);
  options.threads = 512;
  options.skeleton = form;
  return options;
}

sample elements_of_one_array() {
  kernel_builder made({3, 4});
  made.write(made.array(f32));
  return {"histogram", std::move(made), counting({binning::spaced, false, false, 32}, 4)};
}

/// Of products with a number and with positions, between edges in shared memory.
sample products() {
  kernel_builder made({3, 4});
  const op_record& multiply = new_record("multiply", {f32, f32}, f32);
  const value_id position = made.cast(made.index({0, {3, 4}, {0, 1}}), f32);
  const value_id product = made.op(multiply, {made.array(f32), made.scalar(f32, 2.0f)});
  made.write(made.op(multiply, {product, position}));
  variant options = counting({binning::between, false, true, 4}, 2);
  options.rank = 2;
  options.tail = true;
  options.operands = {access::unit, access::strided, access::reversed};
  return {"histogram_products", std::move(made), options};
}

/// Between uneven edges, with a table of cells, in one copy of the counts.
sample rows_between_edges() {
  kernel_builder made({3, 4});
  made.write(made.array(f32, {0, {3, 4}, {8, 1}}));
  variant options = counting({binning::indexed, false, true, 1}, 4);
  options.rank = 2;
  options.threads = 1024;
  return {"histogram_rows", std::move(made), options};
}

sample weights_of_elements() {
  kernel_builder made({3, 4});
  made.write(made.array(f32));
  made.write(made.array(f32));
  skeletons::histogram form{binning::spaced, false, true, 8};
  form.limbs = 3;
  variant options = counting(form, 4);
  options.unroll = 2;
  return {"histogram_weights", std::move(made), options};
}

std::vector<sample> samples() {
  std::vector<sample> all;
  for (auto make : {elements_of_one_array, products, rows_between_edges, weights_of_elements})
    all.push_back(make());
  return all;
}

TEST(emit_histogram, texts_are_as_reviewed) {
  expect_as_reviewed(samples());
}

TEST(emit_histogram, every_text_compiles_for_every_architecture) {
  expect_to_compile(samples());
}

TEST(emit_histogram, takes_every_real_dtype) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    if (traits(type).kind == dtype_kind::complex) continue;
    const bool is_float = traits(type).kind == dtype_kind::floating;
    for (const binning bins :
         {binning::number, binning::uniform, binning::spaced, binning::between, binning::indexed}) {
      if (is_float ? bins == binning::number : bins == binning::uniform) continue;
      kernel_builder made({3, 4, 5});
      made.write(made.array(type));
      const bool is_wide = bins == binning::uniform;
      variant options =
          counting({bins, is_wide, !is_wide, 8}, static_cast<int>(16 / size_bytes(type)));
      options.rank = 2;
      options.wide = options.tail = is_wide;
      options.operands = {access::unit, is_wide ? access::strided : access::zero};
      EXPECT_NO_THROW(test::compile_for_dtype(type, emit(made.work, options), {9, 0})) << type;
    }
  }
}

TEST(emit_histogram, adds_up_weights_of_both_sizes) {
  for (const dtype type : {f32, dtype::float64})
    for (const int copies : {0, 1, 32}) {
      kernel_builder made({3, 4});
      made.write(made.array(dtype::int32));
      made.write(made.array(type));
      skeletons::histogram form{binning::number, false, false, static_cast<std::uint8_t>(copies)};
      form.limbs = type == f32 ? 3 : 5;
      for (const architecture target : {architecture{7, 5}, {9, 0}})
        EXPECT_NO_THROW((void)test::compile_fast(emit(made.work, counting(form, 2)), target))
            << copies;
    }
}

TEST(emit_histogram, takes_every_number_of_copies) {
  for (const int copies : {0, 1, 2, 4, 8, 16, 32}) {
    kernel_builder made({3, 4});
    made.write(made.array(f32));
    variant options =
        counting({binning::spaced, false, false, static_cast<std::uint8_t>(copies)}, 4);
    options.threads = static_cast<std::uint16_t>(copies < 2 ? 1024 : 512);
    for (const architecture target : {architecture{7, 5}, {9, 0}})
      EXPECT_NO_THROW((void)test::compile_fast(emit(made.work, options), target)) << copies;
  }
}

}  // namespace
}  // namespace gpu::execute
