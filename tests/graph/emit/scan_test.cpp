// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include <gpu/core/text_of.hpp>

#include "graph/emit/emit.hpp"
#include "jit/compiler.hpp"
#include "reviewed_text.hpp"

namespace gpu::graph {
namespace {

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
  variant how;
  how.rank = 1;
  how.vector = static_cast<std::uint8_t>(vector);
  how.unroll = 4;
  how.threads = along ? 256 : 512;
  const int width = along ? 1 : 32;
  how.skeleton = skeletons::scan{static_cast<std::uint16_t>(how.threads / width),
                                 static_cast<std::uint16_t>(width), along, carry};
  return how;
}

sample sums() {
  kernel_builder made({3, 4});
  made.write(made.array(f32));
  made.work.scan = {&new_reduction("sum", {f32}, f32), 0, 1};
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
  made.work.scan = {&new_reduction("sum", {f16}, f16), 0, 0};
  variant how = scanning(false, carried::in_memory, 8);
  how.unroll = 2;
  how.tail = true;
  return {"scan_products", std::move(made), how};
}

/// An op that is not associative, in turn.
sample differences() {
  kernel_builder made({3, 4});
  made.write(made.array(f32));
  made.work.scan = {&new_record("subtract", {f32, f32}, f32), 0, 1};
  variant how = scanning(true, carried::by_team, 4);
  how.as<skeletons::scan>().team = 1;
  return {"scan_differences", std::move(made), how};
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
        made.work.scan = {&new_reduction("max", {type}, type), 0, 1};
        const int most = along ? 16 : 8;
        variant how =
            scanning(along, carry, std::min(static_cast<int>(16 / size_bytes(type)), most));
        how.rank = 2;
        how.unroll = 1;
        how.wide = how.tail = along;
        how.operands = {access::unit, along ? access::strided : access::zero};
        EXPECT_NO_THROW((void)jit::compile(emit(made.work, how), {9, 0})) << type << ' ' << along;
      }
  }
}

TEST(emit_scan, takes_teams_of_every_size) {
  for (const int width : {1, 4, 32})
    for (int team = 1; team * width <= 512; team *= 2) {
      kernel_builder made({3, 4});
      made.write(made.array(f32));
      made.work.scan = {&new_reduction("sum", {f32}, f32), 0, 1};
      variant how = scanning(width == 1, carried::nothing, 4);
      how.as<skeletons::scan>().width = static_cast<std::uint16_t>(width);
      how.as<skeletons::scan>().team = static_cast<std::uint16_t>(team);
      how.threads = static_cast<std::uint16_t>(std::max(64, team * width));
      if (team * width > 32) how.threads = static_cast<std::uint16_t>(team * width);
      EXPECT_NO_THROW((void)jit::compile(emit(made.work, how), {9, 0})) << team << ' ' << width;
    }
}

TEST(emit_scan, signature_tells_scans_apart) {
  const op_record& sum = new_reduction("sum", {f32}, f32);
  std::vector<std::uint32_t> words[3];
  for (int i = 0; i < 3; ++i) {
    kernel_builder made({3, 4});
    made.write(made.array(f32));
    if (i > 0) made.work.scan = {&sum, 0, static_cast<std::size_t>(i - 1)};
    made.work.signature(words[i]);
  }
  EXPECT_NE(words[0], words[1]);
  EXPECT_EQ(words[1], words[2]);
}

}  // namespace
}  // namespace gpu::graph
