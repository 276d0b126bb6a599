// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <gpu/kernels/functors/random.hpp>

#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/select/skeleton.hpp"
#include "graph/emit/emit.hpp"
#include "graph/functor_op.hpp"
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

variant selecting(int vector, int elements) {
  variant options;
  options.rank = 1;
  options.vector = static_cast<std::uint8_t>(vector);
  options.unroll = static_cast<std::uint8_t>(elements / vector);
  options.threads = 256;
  options.skeleton = skeletons::select{.ahead = true};
  return options;
}

/// The elements of an array that are greater than a number.
sample elements_of_one_array() {
  kernel_builder made({3, 4});
  const value_id x = made.array(f32);
  made.write(made.op(new_record("greater", {f32, f32}, dtype::bool_), {x, made.scalar(f32, 0.0f)}));
  made.write(x);
  return {"select", std::move(made), selecting(4, 32)};
}

/// Products with positions, where a mask holds that is read backwards.
sample products() {
  kernel_builder made({3, 4});
  made.write(made.array(dtype::bool_));
  const value_id position = made.cast(made.index({0, {3, 4}, {0, 1}}), f32);
  made.write(made.op(new_record("multiply", {f32, f32}, f32), {made.array(f32), position}));
  variant options = selecting(2, 16);
  options.skeleton = skeletons::select{};
  options.rank = 2;
  options.wide = true;
  options.operands = {access::unit, access::unit, access::reversed, access::strided, access::zero};
  return {"select_products", std::move(made), options};
}

sample positions() {
  kernel_builder made({3, 4});
  made.write(made.array(dtype::bool_));
  return {"select_positions", std::move(made), selecting(16, 32)};
}

/// A number that is drawn, after the mask of whether it is small.
value_id write_drawn_mask(kernel_builder& made) {
  const value_id index = made.index({0, {1000}, {1}});
  const value_id word = made.scalar(dtype::uint64, std::uint64_t{7});
  const value_id drawn = made.op(functor_record<kernels::random_half_word>(),
                                 {index, word, word, word, word, word, word});
  const value_id bound = made.scalar(dtype::uint32, std::uint32_t{1000});
  made.write(
      made.op(new_record("less", {dtype::uint32, dtype::uint32}, dtype::bool_), {drawn, bound}));
  return drawn;
}

/// The small ones of numbers that are drawn.
sample small_draws() {
  kernel_builder made(shape{1000});
  made.write(write_drawn_mask(made));
  variant options = selecting(8, 8);
  options.skeleton = skeletons::select{.runs = true, .beyond = true};
  return {"select_small_draws", std::move(made), options};
}

/// The elements of an array where a number that is drawn is small.
sample draws() {
  kernel_builder made(shape{1000});
  (void)write_drawn_mask(made);
  made.write(made.array(f32));
  variant options = selecting(8, 8);
  options.skeleton = skeletons::select{.runs = true, .ahead = true};
  options.operands = {access::unit, access::unit, access::strided, access::unit};
  return {"select_draws", std::move(made), options};
}

std::vector<sample> samples() {
  std::vector<sample> all;
  for (auto make : {elements_of_one_array, products, positions, draws, small_draws})
    all.push_back(make());
  return all;
}

TEST(emit_select, texts_are_as_reviewed) {
  expect_as_reviewed(samples());
}

TEST(emit_select, every_text_compiles_for_every_architecture) {
  expect_to_compile(samples());
}

TEST(emit_select, takes_every_dtype) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    for (const bool is_wide : {false, true}) {
      kernel_builder made({3, 4, 5});
      made.write(made.array(dtype::bool_));
      made.write(made.array(type));
      variant options = selecting(is_wide ? 1 : static_cast<int>(16 / size_bytes(type)),
                                  size_bytes(type) > 8 ? 4 : 16);
      options.rank = is_wide ? 3 : 1;
      options.wide = is_wide;
      EXPECT_NO_THROW(test::compile_for_dtype(type, emit(made.work, options), {9, 0})) << type;
    }
  }
}

TEST(emit_select, takes_every_number_of_elements) {
  for (int elements = 1; elements <= 32; elements *= 2)
    for (int vector = 1; vector <= 16 && vector <= elements; vector *= 2) {
      kernel_builder made({3, 4});
      made.write(made.array(dtype::bool_));
      EXPECT_NO_THROW(
          (void)test::compile_fast(emit(made.work, selecting(vector, elements)), {9, 0}))
          << vector << ' ' << elements;
    }
}

}  // namespace
}  // namespace gpu::execute
