// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include <gpu/core/text_of.hpp>

#include "execute/gpu/map/contiguous.hpp"
#include "execute/gpu/scan/skeleton.hpp"
#include "graph/emit/emit.hpp"
#include "reviewed_text.hpp"
#include "support/compilation.hpp"

namespace gpu::execute {
namespace {

using namespace graph;
using kernels::access;
using kernels::carried;
using testing::expect_as_reviewed;
using testing::expect_to_compile;
using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;

using sample = testing::reviewed_text;

constexpr dtype f32 = dtype::float32;

variant scanning(bool along, carried carry, int vector) {
  variant options;
  options.rank = 1;
  options.vector = static_cast<std::uint8_t>(vector);
  options.unroll = 4;
  options.threads = along ? 256 : 512;
  const int width = along ? 1 : 32;
  options.skeleton = skeletons::scan{static_cast<std::uint16_t>(options.threads / width),
                                     static_cast<std::uint16_t>(width), along, carry};
  return options;
}

sample sums() {
  kernel_builder made({3, 4});
  made.write(made.array(f32));
  made.work.kind = kernel_kinds::scan{&new_reduction("sum", {f32}, f32), 0, 1};
  return {"scan_sum", std::move(made), scanning(true, carried::in_memory, 4)};
}

/// The sums of float16 products with a number and with positions, down the columns.
sample products_by_columns() {
  constexpr dtype f16 = dtype::float16;
  kernel_builder made({3, 4});
  const value_id x = made.array(f16);
  const value_id position = made.cast(made.index({0, {3, 4}, {0, 1}}), f16);
  const op_record& multiply = new_record("multiply", {f16, f16}, f16);
  const value_id product = made.op(multiply, {x, made.scalar(f16, float16(2.0f))});
  made.write(made.op(multiply, {product, position}));
  made.work.kind = kernel_kinds::scan{&new_reduction("sum", {f16}, f16), 0, 0};
  variant options = scanning(false, carried::in_memory, 8);
  options.unroll = 2;
  options.tail = true;
  return {"scan_products", std::move(made), options};
}

/// An op that is not associative, in turn.
sample differences() {
  kernel_builder made({3, 4});
  made.write(made.array(f32));
  made.work.kind = kernel_kinds::scan{&new_record("subtract", {f32, f32}, f32), 0, 1};
  variant options = scanning(true, carried::by_team, 4);
  options.as<skeletons::scan>().team = 1;
  return {"scan_differences", std::move(made), options};
}

std::vector<sample> samples() {
  std::vector<sample> all;
  for (auto make : {sums, products_by_columns, differences}) all.push_back(make());
  return all;
}

TEST(emit_scan, texts_are_as_reviewed) {
  expect_as_reviewed(samples());
}

TEST(emit_scan, every_text_compiles_for_every_architecture) {
  expect_to_compile(samples());
}

TEST(emit_scan, takes_every_dtype_along_and_across) {
  for (int number = 0; number < dtype_count; ++number) {
    const auto type = static_cast<dtype>(number);
    for (const bool along : {false, true})
      for (const carried carry : {carried::by_team, carried::in_memory}) {
        kernel_builder made({3, 4, 5});
        made.write(made.array(type));
        made.work.kind = kernel_kinds::scan{&new_reduction("max", {type}, type), 0, 1};
        const int most = along ? 16 : 8;
        variant options =
            scanning(along, carry, std::min(static_cast<int>(16 / size_bytes(type)), most));
        options.rank = 2;
        options.unroll = 1;
        options.wide = options.tail = along;
        options.operands = {access::unit, along ? access::strided : access::zero};
        EXPECT_NO_THROW(test::compile_for_dtype(type, emit(made.work, options), {9, 0}))
            << type << ' ' << along;
      }
  }
}

TEST(emit_scan, takes_teams_of_every_size) {
  for (const int width : {1, 4, 32})
    for (int team = 1; team * width <= 512; team *= 2) {
      kernel_builder made({3, 4});
      made.write(made.array(f32));
      made.work.kind = kernel_kinds::scan{&new_reduction("sum", {f32}, f32), 0, 1};
      variant options = scanning(width == 1, carried::nothing, 4);
      options.as<skeletons::scan>().width = static_cast<std::uint16_t>(width);
      options.as<skeletons::scan>().team = static_cast<std::uint16_t>(team);
      options.threads = static_cast<std::uint16_t>(std::max(64, team * width));
      if (team * width > 32) options.threads = static_cast<std::uint16_t>(team * width);
      EXPECT_NO_THROW((void)test::compile_fast(emit(made.work, options), {9, 0}))
          << team << ' ' << width;
    }
}

TEST(emit_scan, signature_tells_scans_apart) {
  const op_record& sum = new_reduction("sum", {f32}, f32);
  std::vector<std::uint32_t> words[3];
  for (int i = 0; i < 3; ++i) {
    kernel_builder made({3, 4});
    made.write(made.array(f32));
    if (i > 0) made.work.kind = kernel_kinds::scan{&sum, 0, static_cast<std::size_t>(i - 1)};
    made.work.signature(words[i]);
  }
  EXPECT_NE(words[0], words[1]);
  EXPECT_EQ(words[1], words[2]);
}

}  // namespace
}  // namespace gpu::execute
