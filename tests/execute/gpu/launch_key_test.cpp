// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/launch_key.hpp"
#include "execute/gpu/map/contiguous.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

#include <gpu/cuda/memory_block.hpp>
#include <gpu/graph/build.hpp>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/reduce/plan.hpp"
#include "execute/gpu/skeleton_families.hpp"
#include "graph/kernel_builder.hpp"
#include "graph/schedule/linearizer.hpp"

namespace gpu::execute {
namespace {

using testing::kernel_builder;
using testing::new_record;
using testing::new_reduction;
using words = std::vector<std::uint32_t>;
using block_ptr = ref_ptr<memory_block>;

constexpr dtype f32 = dtype::float32;

const graph::op_record& sum() {
  static const graph::op_record& record = new_reduction("sum", {f32}, f32);
  return record;
}

words key_of(const graph::kernel& work) {
  words result;
  write_key(result, work);
  return result;
}

words key_of(const contiguous_expression& read) {
  const expression_key key(read);
  return {key.words().begin(), key.words().end()};
}

/// Memory of so many bytes, which begins `shift` bytes behind a multiple of 64 and ends with them.
block_ptr exact_memory(std::size_t bytes, std::size_t shift = 0) {
  const block_ptr memory = memory_block::allocate(cpu(), bytes + shift);
  return memory_block::adopt(cpu(), static_cast<char*>(memory->data()) + shift, bytes,
                             current_stream(cpu()), [memory] {});
}

block_ptr random_memory(std::mt19937& random, const layout& place, dtype type) {
  const auto count = static_cast<std::size_t>(bounds(place)->last + 1);
  const std::size_t bytes = count * size_bytes(type);
  switch (random() % 5) {
    case 0:
      return exact_memory(bytes, random() % 2 == 0 ? 0 : 8);
    case 1:
      return memory_block::allocate(cpu(), bytes + size_bytes(type));
    case 2:
      return exact_memory(bytes, 1);
    default:
      return memory_block::allocate(cpu(), bytes);
  }
}

/// In C order from some element on; else permuted, backwards, and repeated if `repeats`.
layout random_layout(std::mt19937& random, const shape& extents, bool repeats) {
  layout place = row_major(extents);
  place.offset = static_cast<std::ptrdiff_t>(random() % 3) * 4;
  if (random() % 3 > 0 || extents.empty()) return place;
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  std::ptrdiff_t step = 1;
  for (const std::size_t axis : order) {
    place.strides[axis] = repeats && random() % 3 == 0 ? 0 : step;
    if (place.strides[axis] != 0) step *= extents[axis];
    if (random() % 4 > 0) continue;
    place.offset += (extents[axis] - 1) * place.strides[axis];
    place.strides[axis] = -place.strides[axis];
  }
  return place;
}

shape random_extents(std::mt19937& random) {
  static const std::vector<shape> choices{{},      {1},     {61},    {64},      {8, 8},
                                          {4, 16}, {16, 4}, {1, 64}, {2, 4, 8}, {3, 5}};
  return choices[random() % choices.size()];
}

dtype random_type(std::mt19937& random) {
  constexpr dtype choices[] = {dtype::int8, f32, dtype::complex128};
  return choices[random() % 3];
}

graph::value_id random_array(std::mt19937& random, kernel_builder& made, dtype type) {
  const layout place = random_layout(random, made.work.extents, true);
  return made.array(type, place, random_memory(random, place, type));
}

void write(std::mt19937& random, kernel_builder& made, graph::value_id value) {
  const dtype type = made.work.type_of(value);
  const layout place = random_layout(random, made.work.extents, false);
  made.write(value, type, place, random_memory(random, place, type));
}

/// Copies one or two arrays, or affine indices; may read at computed places.
kernel_builder random_map(std::mt19937& random) {
  kernel_builder made(random_extents(random));
  for (unsigned i = random() % 2; i < 2; ++i) {
    if (random() % 8 == 0) {
      const std::ptrdiff_t first = random() % 2;
      write(random, made, made.index({first, {}, {}}));
    } else {
      write(random, made, random_array(random, made, random_type(random)));
    }
  }
  if (random() % 8 == 0) made.memory(f32, row_major({7}), exact_memory(28));
  return made;
}

/// Copies parts of one array, near each other, to parts of another.
kernel_builder random_parts(std::mt19937& random) {
  static const block_ptr source = memory_block::allocate(cpu(), 4096);
  static const block_ptr target = memory_block::allocate(cpu(), 4096);
  const std::ptrdiff_t step = 1 + random() % 3;
  const std::ptrdiff_t first = random() % 32;
  kernel_builder made({4, 16});
  const auto part = [&] {
    return layout{first + static_cast<std::ptrdiff_t>(random() % 5), {4, 16}, {16 * step, step}};
  };
  for (unsigned i = random() % 2; i < 3; ++i)
    made.write(made.array(f32, part(), source), f32, part(), target);
  return made;
}

kernel_builder random_reduction(std::mt19937& random) {
  kernel_builder made(random_extents(random));
  made.reduce(random() % (std::uint64_t{1} << made.work.extents.size()));
  const shape kept = kernel_builder::kept_extents(made.work);
  const layout place = random_layout(random, kept, false);
  made.write_row(made.op(sum(), {random_array(random, made, f32)}), f32, place,
                 random_memory(random, place, f32));
  return made;
}

kernel_builder random_scan(std::mt19937& random) {
  const shape extents = random_extents(random);
  kernel_builder made(extents.empty() ? shape{64} : extents);
  write(random, made, random_array(random, made, f32));
  made.work.kind = graph::kernel_kinds::scan{&sum(), 0, random() % made.work.extents.size()};
  return made;
}

std::vector<std::byte> arguments_of(const graph::kernel& work, const launch_plan& plan) {
  return written(
      [&](argument_writer& out) { family_of(work).write_arguments(out, work, plan, workspace()); });
}

void expect_same_launch(const launch_plan& a, const launch_plan& b) {
  EXPECT_EQ(a.options, b.options);
  EXPECT_EQ(a.grid, b.grid);
  EXPECT_EQ(a.block[0], b.block[0]);
  EXPECT_EQ(a.block[1], b.block[1]);
  EXPECT_EQ(a.shared_bytes, b.shared_bytes);
  EXPECT_EQ(a.memory.zeroed_bytes, b.memory.zeroed_bytes);
  EXPECT_EQ(a.memory.scratch_bytes, b.memory.scratch_bytes);
  EXPECT_EQ(a.memory.has_counters, b.memory.has_counters);
}

/// Each kernel is launched as the first one of its words was planned.
void expect_own_plans(kernel_builder (*draw)(std::mt19937&)) {
  std::mt19937 random(3);
  std::map<words, std::shared_ptr<const launch_plan>> known;
  int repeated = 0;
  for (int i = 0; i < 20'000 && !::testing::Test::HasFailure(); ++i) {
    const kernel_builder made = draw(random);
    std::shared_ptr<const launch_plan> own = family_of(made.work).plan(made.work);
    const auto [at, is_new] = known.try_emplace(key_of(made.work), own);
    if (is_new) continue;
    ++repeated;
    expect_same_launch(*at->second, *own);
    EXPECT_EQ(arguments_of(made.work, *at->second), arguments_of(made.work, *own));
  }
  EXPECT_GT(known.size(), 100U);
  EXPECT_GT(repeated, 1000);
}

TEST(launch_key, of_maps_stands_for_the_plan) {
  expect_own_plans(random_map);
}

TEST(launch_key, of_parts_stands_for_the_plan) {
  expect_own_plans(random_parts);
}

TEST(launch_key, of_reductions_stands_for_the_plan) {
  expect_own_plans(random_reduction);
}

TEST(launch_key, of_scans_stands_for_the_plan) {
  expect_own_plans(random_scan);
}

TEST(launch_key, of_large_reductions_stands_for_the_plan) {
  std::map<words, reduction_plan> known;
  const auto add = [&](std::uint64_t axes, const layout& place) {
    kernel_builder made(place.extents);
    made.reduce(axes);
    made.write_row(made.op(sum(), {made.array(f32, place)}));
    const reduction_plan own = plan_reduction(made.work);
    const auto [at, is_new] = known.try_emplace(key_of(made.work), own);
    EXPECT_TRUE(is_new || arguments_of(made.work, at->second) == arguments_of(made.work, own));
  };
  for (const std::uint64_t axes : {1, 2, 3})
    for (const shape& extents : {shape{16, 16}, shape{16, 32}, shape{32, 16}, shape{1000, 1000}}) {
      add(axes, row_major(extents));
      add(axes, {1, extents, row_major_strides(extents)});
      add(axes, {0, extents, {1, extents[0]}});
      add(axes, {0, extents, {extents[1], 0}});
    }
  EXPECT_EQ(known.size(), 48U);
}

graph::kernel copy(const shape& extents, std::ptrdiff_t offset = 0, dtype type = f32) {
  static const block_ptr memory = memory_block::allocate(cpu(), 4096);
  const layout place{offset, extents, row_major_strides(extents)};
  kernel_builder made(extents);
  made.write(made.array(type, place, memory), type, row_major(extents), memory);
  return made.work;
}

TEST(launch_key, of_dense_kernels_has_their_size_but_no_shape_or_offset) {
  EXPECT_EQ(key_of(copy({8, 8})), key_of(copy({64})));
  EXPECT_EQ(key_of(copy({8, 8})), key_of(copy({2, 4, 8}, 4)));
  EXPECT_NE(key_of(copy({64})), key_of(copy({64}, 1)));
  EXPECT_NE(key_of(copy({64})), key_of(copy({60})));
  EXPECT_NE(key_of(copy({64})), key_of(copy({64}, 0, dtype::int32)));
  graph::kernel elsewhere = copy({64});
  elsewhere.where = get_device(1);
  EXPECT_NE(key_of(copy({64})), key_of(elsewhere));
}

TEST(launch_key, of_other_kernels_has_their_layouts) {
  const auto transposed = [](const shape& extents, const shape& strides, std::ptrdiff_t offset) {
    kernel_builder made(extents);
    made.write(made.array(f32, {offset, extents, strides}));
    return key_of(made.work);
  };
  EXPECT_EQ(transposed({8, 8}, {1, 8}, 0), transposed({8, 8}, {1, 8}, 0));
  EXPECT_NE(transposed({8, 8}, {1, 8}, 0), transposed({8, 8}, {1, 16}, 0));
  EXPECT_EQ(transposed({8, 8}, {1, 8}, 0), transposed({8, 8}, {1, 8}, 16));
  EXPECT_NE(transposed({8, 8}, {1, 8}, 0), transposed({8, 8}, {1, 8}, 1));
  EXPECT_NE(transposed({8, 8}, {1, 8}, 0), transposed({8, 4}, {1, 8}, 0));
  EXPECT_NE(transposed({8, 8}, {1, 8}, 0), transposed({8, 8}, {8, 1}, 0));
  EXPECT_NE(transposed({8, 8}, {1, 8}, 0), transposed({4, 16}, {1, 4}, 0));
  kernel_builder lines({8, 8});
  lines.write(lines.array(f32));
  lines.work.kind = graph::kernel_kinds::scan{&sum(), 0, 0};
  const words along_first = key_of(lines.work);
  lines.work.kind = graph::kernel_kinds::scan{&sum(), 0, 1};
  EXPECT_NE(along_first, key_of(lines.work));
}

TEST(launch_key, has_the_distance_of_parts_of_one_array) {
  const block_ptr memory = memory_block::allocate(cpu(), 4096);
  const auto key = [&](std::ptrdiff_t first, std::ptrdiff_t second) {
    kernel_builder made({8, 8});
    for (const std::ptrdiff_t offset : {first, second})
      made.write(made.array(f32, {offset, {8, 8}, {1, 16}}, memory));
    return key_of(made.work);
  };
  EXPECT_EQ(key(0, 4), key(64, 68));
  EXPECT_NE(key(0, 4), key(0, 8));
  EXPECT_NE(key(0, 4), key(4, 0));
}

TEST(launch_key, looks_behind_the_elements_if_they_do_not_fill_whole_accesses) {
  const auto key = [](std::ptrdiff_t size, std::size_t room) {
    kernel_builder made(shape{size});
    const block_ptr memory = exact_memory(room * sizeof(float));
    made.write(made.array(f32, row_major({size}), memory), f32, row_major({size}),
               memory_block::allocate(cpu(), static_cast<std::size_t>(size) * sizeof(float)));
    return key_of(made.work);
  };
  EXPECT_NE(key(61, 61), key(61, 64));
  EXPECT_EQ(key(61, 65), key(61, 100));
  EXPECT_EQ(key(64, 64), key(64, 65));
}

/// Sums of arrays and a number, into new memory.
class random_expression {
 public:
  explicit random_expression(std::mt19937& random) {
    const shape extents = random_extents(random);
    const double two = 2;
    graph::node_ptr value = leaf(random, extents);
    for (unsigned i = random() % 3 + 1; i > 0; --i) {
      const bool is_number = random() % 3 == 0;
      const graph::node_ptr operands[] = {
          value, is_number ? graph::make_scalar(dtype::float64, &two) : leaf(random, extents)};
      value = graph::make_op(add(), 0, operands);
    }
    value_ = value;
    target_ = graph::leaf_ptr(static_cast<const graph::leaf_node*>(leaf(random, extents).get()));
  }

  [[nodiscard]] bool read(contiguous_expression& result) const {
    return result.read(*value_, *target_);
  }
  [[nodiscard]] graph::kernel scheduled() const {
    graph::linearizer lines;
    graph::kernel work;
    const graph::root one{value_.get(), target_.get()};
    EXPECT_EQ(lines.run({&one, 1}, {}, work), 1U);
    return work;
  }

 private:
  static const graph::op_record& add() {
    static const graph::op_record& record = new_record("add", {f32, f32}, f32);
    return record;
  }
  static graph::node_ptr leaf(std::mt19937& random, const shape& extents) {
    const layout place{static_cast<std::ptrdiff_t>(random() % 3) * 2, extents,
                       row_major_strides(extents)};
    return graph::node_ptr(
        new graph::leaf_node(random_memory(random, place, f32), f32, place, get_device(0)));
  }

  graph::node_ptr value_;
  graph::leaf_ptr target_;
};

TEST(launch_key, of_contiguous_expressions_stands_for_the_plan_and_the_arguments) {
  std::mt19937 random(5);
  std::map<words, std::shared_ptr<const launch_plan>> known;
  int repeated = 0;
  for (int i = 0; i < 20'000 && !HasFailure(); ++i) {
    const random_expression drawn(random);
    contiguous_expression read;
    ASSERT_TRUE(drawn.read(read));
    const graph::kernel work = drawn.scheduled();
    std::shared_ptr<const launch_plan> own = family_of(work).plan(work);
    EXPECT_NE(key_of(read), key_of(work));
    const auto [at, is_new] = known.try_emplace(key_of(read), own);
    if (!is_new) ++repeated;
    expect_same_launch(*at->second, *own);
    if (!own->options.is<execute::skeletons::contiguous>()) continue;
    const auto write = [&](argument_writer& out) {
      write_arguments(out, read, at->second->options);
    };
    EXPECT_EQ(written(write), arguments_of(work, *own));
  }
  EXPECT_GT(known.size(), 100U);
  EXPECT_GT(repeated, 1000);
}

}  // namespace
}  // namespace gpu::execute
