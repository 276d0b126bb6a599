// SPDX-License-Identifier: BSD-3-Clause
// Every skeleton on a GPU, against a space of the same layouts on the host.
#include "execute/gpu/executor.hpp"
#include "execute/gpu/map/tiled.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <string_view>

#include <gpu/core/text_of.hpp>
#include <gpu/cuda/device_properties.hpp>
#include <gpu/cuda/module.hpp>
#include <gpu/jit/history.hpp>

#include "cuda/copy.hpp"
#include "execute/gpu/map/plan.hpp"
#include "graph/kernel_builder.hpp"

namespace gpu::execute {
namespace {

namespace skeletons = execute::skeletons;
using graph::value_id;
using testing::kernel_builder;
using testing::new_record;
using bytes = std::vector<unsigned char>;

class gpu_executor : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (num_gpus() <= GetParam()) GTEST_SKIP() << "no GPU";
  }
  [[nodiscard]] device gpu() const { return get_device(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(, gpu_executor, ::testing::Values(0),
                         [](const auto& info) { return text_of("gpu", info.param); });

/// Memory of the device and what ought to be in it.
struct memory {
  memory(device where, std::size_t size) : host(size), block(memory_block::allocate(where, size)) {
    for (std::size_t i = 0; i < size; ++i) host[i] = static_cast<unsigned char>(i * 37 + i / 251);
    upload();
  }
  void upload() const {
    copy_bytes(block->data(), block->device(), host.data(), cpu(), host.size(),
               current_stream(block->device()));
  }
  [[nodiscard]] bytes download() const {
    bytes result(host.size());
    copy_bytes(result.data(), cpu(), block->data(), block->device(), result.size(),
               current_stream(block->device()));
    return result;
  }

  bytes host;
  ref_ptr<memory_block> block;
};

/// Elements that `place` touches, counted from the beginning of its block.
std::size_t span_of(const layout& place) {
  const auto touched = bounds(place);
  return touched ? static_cast<std::size_t>(touched->last + 1) : 0;
}

/// Calls `visit` with each index of `extents`, in C order.
template <class Visit>
void for_each_index(const shape& extents, Visit visit) {
  shape index(extents.size(), 0);
  for (std::ptrdiff_t left = element_count(extents); left > 0; --left) {
    visit(index);
    for (std::size_t axis = extents.size(); axis-- > 0;) {
      if (++index[axis] < extents[axis]) break;
      index[axis] = 0;
    }
  }
}

std::ptrdiff_t offset_of(const layout& place, const shape& index) {
  return std::inner_product(index.begin(), index.end(), place.strides.begin(), place.offset);
}

/// Runs out = in for elements of `type`; the bytes beside the output's must stay as they are.
std::string_view expect_copied(device where, dtype type, const shape& extents, const layout& out,
                               const std::vector<layout>& in) {
  const std::size_t size = size_bytes(type);
  kernel_builder made(extents, where);
  std::vector<memory> inputs;
  std::vector<memory> outputs;
  for (const layout& place : in) {
    inputs.emplace_back(where, span_of(place) * size);
    if (type == dtype::bool_)
      for (unsigned char& b : inputs.back().host) b &= 1;
    inputs.back().upload();
    outputs.emplace_back(where, span_of(out) * size);
    made.write(made.array(type, place, inputs.back().block), type, out, outputs.back().block);
  }
  const std::string_view kind = plan_map(made.work).options.name();
  run_on_gpu(made.work);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const layout from = broadcast(in[i], extents);
    for_each_index(extents, [&](const shape& index) {
      std::memcpy(outputs[i].host.data() + static_cast<std::size_t>(offset_of(out, index)) * size,
                  inputs[i].host.data() + static_cast<std::size_t>(offset_of(from, index)) * size,
                  size);
    });
    EXPECT_EQ(outputs[i].download(), outputs[i].host)
        << kind << ' ' << type << ' ' << extents << " out " << out.offset << ' ' << out.strides
        << " in " << in[i].offset << ' ' << in[i].strides;
  }
  return kind;
}

layout permuted_layout(const shape& extents, const std::vector<std::size_t>& order,
                       std::ptrdiff_t step = 1, std::ptrdiff_t offset = 0) {
  layout place{offset, extents, shape(extents.size(), 0)};
  for (std::size_t i = order.size(); i-- > 0;) {
    place.strides[order[i]] = step;
    step *= extents[order[i]];
  }
  return place;
}

/// Axes in any order, some with gaps, some backwards, some (of inputs) broadcast.
layout random_layout(std::mt19937& random, const shape& extents, bool is_output) {
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), 0);
  if (random() % 2) std::shuffle(order.begin(), order.end(), random);
  layout place{static_cast<std::ptrdiff_t>(random() % 5), extents, shape(extents.size(), 0)};
  std::ptrdiff_t step = random() % 4 ? 1 : 3;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t axis = order[i];
    if (!is_output && random() % 5 == 0) continue;
    place.strides[axis] = step;
    step *= extents[axis] + (random() % 4 ? 0 : 1);
    if (random() % 5 == 0) {
      place.offset += (extents[axis] - 1) * place.strides[axis];
      place.strides[axis] = -place.strides[axis];
    }
  }
  return place;
}

shape random_extents(std::mt19937& random, std::size_t rank) {
  shape extents(rank, 1);
  const std::ptrdiff_t choices[] = {1, 2, 3, 5, 8, 16, 17, 64, 67};
  std::ptrdiff_t room = 40000;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    extents[axis] = std::min<std::ptrdiff_t>(choices[random() % 9], room);
    room = std::max<std::ptrdiff_t>(room / extents[axis], 1);
  }
  return extents;
}

TEST_P(gpu_executor, copies_random_layouts_of_every_rank_and_dtype) {
  std::mt19937 random(1);
  std::map<std::string_view, int> seen;
  for (int round = 0; round < 300; ++round) {
    const shape extents = random_extents(random, random() % 10);
    const auto type = static_cast<dtype>(random() % dtype_count);
    std::vector<layout> in;
    for (unsigned i = 0; i <= random() % 2; ++i)
      in.push_back(random_layout(random, extents, false));
    ++seen[expect_copied(gpu(), type, extents, random_layout(random, extents, true), in)];
    if (HasFailure()) return;
  }
  EXPECT_GE(seen.size(), 4u);
}

TEST_P(gpu_executor, many_axes_are_read_from_memory) {
  const shape extents(13, 2);
  std::vector<std::size_t> order(extents.size());
  std::iota(order.rbegin(), order.rend(), 0);
  for (const dtype type : {dtype::int8, dtype::float32, dtype::complex128})
    EXPECT_EQ(expect_copied(gpu(), type, extents, row_major(extents),
                            {permuted_layout(extents, order), {1, {2, 1}, {1, 0}}}),
              "table");
}

TEST_P(gpu_executor, contiguous_of_every_dtype_size_and_alignment) {
  for (int type = 0; type < dtype_count; ++type)
    for (const std::ptrdiff_t size : {1, 2, 15, 16, 17, 4095, 4096, 4099, 100003})
      for (const std::ptrdiff_t offset : {0, 1, 2, 4, 8}) {
        const layout place{offset, {size}, {1}};
        EXPECT_EQ(
            expect_copied(gpu(), static_cast<dtype>(type), {size}, row_major({size}), {place}),
            "contiguous");
      }
}

TEST_P(gpu_executor, runs_backwards_of_every_dtype_size_and_alignment) {
  for (int type = 0; type < dtype_count; ++type)
    for (const std::ptrdiff_t size : {4, 5, 15, 16, 17, 64, 1000, 4099, 100003})
      for (const std::ptrdiff_t beyond : {0, 1, 2, 5, 13}) {
        const auto element = static_cast<dtype>(type);
        expect_copied(gpu(), element, {size}, row_major({size}),
                      {{size - 1 + beyond, {size}, {-1}}});
        const shape extents{3, size};
        const std::ptrdiff_t pitch = size + beyond;
        expect_copied(gpu(), element, extents, row_major(extents),
                      {{3 * pitch - 1, extents, {-pitch, -1}}, {size - 1, {size}, {-1}}});
      }
}

TEST_P(gpu_executor, tiles_that_are_not_full) {
  for (const dtype type : {dtype::int8, dtype::float16, dtype::float32, dtype::complex128})
    for (const std::ptrdiff_t rows : {8, 15, 16, 63, 64, 100, 128, 129, 200})
      for (const std::ptrdiff_t columns : {8, 17, 32, 65, 127, 128, 144})
        for (const std::ptrdiff_t pad : {0, 1, 16})
          EXPECT_EQ(expect_copied(gpu(), type, {rows, columns}, row_major({rows, columns}),
                                  {{0, {rows, columns}, {1, rows + pad}}}),
                    "tiled");
}

TEST_P(gpu_executor, large_tiles_of_narrow_elements) {
  for (const dtype type : {dtype::int8, dtype::float16}) {
    const std::size_t bytes = size_bytes(type);
    const std::size_t rows = 4100;
    const std::size_t columns = bytes == 1 ? 16500 : 4110;
    const shape extents{4100, static_cast<std::ptrdiff_t>(columns)};
    memory in(gpu(), rows * columns * bytes);
    in.upload();
    memory out(gpu(), rows * columns * bytes);
    kernel_builder made(extents, gpu());
    made.write(made.array(type, permuted_layout(extents, {1, 0}), in.block), type,
               row_major(extents), out.block);
    EXPECT_EQ(plan_map(made.work).options.as<skeletons::tiled>().tile_columns, 256 / bytes);
    run_on_gpu(made.work);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        std::memcpy(out.host.data() + (r * columns + c) * bytes,
                    in.host.data() + (c * rows + r) * bytes, bytes);
    EXPECT_EQ(out.download(), out.host) << type;
  }
}

TEST_P(gpu_executor, nothing_beside_a_part_of_a_block_is_written) {
  for (const std::size_t length : {1, 2, 3, 5, 63, 1001, 4098}) {
    memory in(gpu(), 2 * length);
    memory out(gpu(), 2 * length + 40);
    const auto size = static_cast<std::ptrdiff_t>(length);
    kernel_builder made(shape{size}, gpu());
    made.write(made.array(dtype::int16, row_major({size}), in.block), dtype::int16,
               layout{8, {size}, {1}}, out.block);
    run_on_gpu(made.work);
    std::memcpy(out.host.data() + 16, in.host.data(), 2 * length);
    EXPECT_EQ(out.download(), out.host) << length;
  }
}

TEST_P(gpu_executor, transposed_of_every_dtype_and_extent) {
  for (int type = 0; type < dtype_count; ++type)
    for (const std::ptrdiff_t rows : {8, 31, 64, 65, 128, 160})
      for (const std::ptrdiff_t columns : {8, 33, 128, 130, 256})
        EXPECT_EQ(
            expect_copied(gpu(), static_cast<dtype>(type), {rows, columns},
                          row_major({rows, columns}), {permuted_layout({rows, columns}, {1, 0})}),
            "tiled");
}

TEST_P(gpu_executor, transposed_beside_others) {
  const shape extents{3, 70, 80};
  const layout plain = row_major(extents);
  const layout transposed = permuted_layout(extents, {0, 2, 1});
  const layout outermost = permuted_layout(extents, {2, 1, 0});
  for (const dtype type : {dtype::int8, dtype::float16, dtype::float32, dtype::complex128})
    EXPECT_EQ(expect_copied(gpu(), type, extents, plain,
                            {transposed,
                             plain,
                             transposed,
                             outermost,
                             {0, {80}, {1}},
                             {0, {70, 1}, {1, 0}},
                             transposed,
                             transposed,
                             transposed,
                             transposed}),
              "tiled");
}

TEST_P(gpu_executor, tiles_between_other_axes) {
  for (const dtype type : {dtype::int8, dtype::float16, dtype::float32, dtype::complex128}) {
    for (const std::vector<std::size_t>& order :
         {std::vector<std::size_t>{2, 0, 1}, {2, 1, 0}, {1, 2, 0}, {1, 0, 2}}) {
      const shape extents{130, 9, 140};
      expect_copied(gpu(), type, extents, row_major(extents), {permuted_layout(extents, order)});
    }
    for (const std::vector<std::size_t>& order :
         {std::vector<std::size_t>{0, 3, 2, 1}, {2, 3, 0, 1}, {3, 1, 2, 0}, {3, 2, 0, 1}}) {
      const shape extents{9, 70, 3, 66};
      EXPECT_EQ(expect_copied(gpu(), type, extents, row_major(extents),
                              {permuted_layout(extents, order), {0, {66}, {1}}}),
                "tiled");
    }
  }
}

TEST_P(gpu_executor, rows_of_every_dtype_and_extent) {
  for (int type = 0; type < dtype_count; ++type)
    for (const std::ptrdiff_t columns : {4, 5, 64, 127, 256, 1000, 4100, 5000}) {
      const shape extents{37, columns};
      EXPECT_EQ(expect_copied(gpu(), static_cast<dtype>(type), extents, row_major(extents),
                              {{0, {columns}, {1}}, {1, {37, 1}, {1, 0}}, row_major(extents)}),
                "rows");
    }
}

TEST_P(gpu_executor, computes_in_place) {
  constexpr dtype f32 = dtype::float32;
  for (const layout& place : {row_major({1001}), layout{1, {1001}, {1}}, layout{2000, {1001}, {-2}},
                              permuted_layout({40, 50}, {1, 0})}) {
    memory one(gpu(), span_of(place) * sizeof(float));
    std::vector<float> values(span_of(place));
    std::iota(values.begin(), values.end(), -500.0f);
    std::memcpy(one.host.data(), values.data(), one.host.size());
    one.upload();
    kernel_builder made(place.extents, gpu());
    const value_id x = made.array(f32, place, one.block);
    const value_id three = made.scalar(f32, 3.0f);
    made.write(made.op(new_record("multiply", {f32, f32}, f32), {x, three}), f32, place, one.block);
    run_on_gpu(made.work);
    for_each_index(place.extents, [&](const shape& i) {
      values[static_cast<std::size_t>(offset_of(place, i))] *= 3;
    });
    std::memcpy(one.host.data(), values.data(), one.host.size());
    EXPECT_EQ(one.download(), one.host);
  }
}

TEST_P(gpu_executor, affine_indices_are_computed_in_every_skeleton) {
  constexpr dtype i64 = dtype::int64;
  const graph::op_record& add = new_record("add", {i64, i64}, i64);
  std::map<std::string_view, int> seen;
  for (const shape& extents : {shape{1000}, shape{40, 50}, shape{2, 1, 3, 2, 3, 2, 3, 2, 3, 2}})
    for (const bool transposed : {false, true})
      for (const bool by_row : {false, true}) {
        std::vector<std::size_t> order(extents.size());
        std::iota(order.begin(), order.end(), 0);
        if (transposed) std::reverse(order.begin(), order.end());
        layout from = permuted_layout(extents, order);
        if (by_row) from.strides[0] = extents.size() == 1 ? -3 : 0;
        if (by_row && extents.size() == 1) from.offset = 3 * extents[0];
        const layout values = permuted_layout(extents, order, -7, std::ptrdiff_t{1} << 40);
        memory in(gpu(), span_of(from) * 8);
        memory out(gpu(), static_cast<std::size_t>(element_count(extents)) * 8);
        kernel_builder made(extents, gpu());
        const value_id x = made.array(i64, from, in.block);
        made.write(made.op(add, {x, made.index(values)}), i64, row_major(extents), out.block);
        ++seen[plan_map(made.work).options.name()];
        run_on_gpu(made.work);
        std::size_t at = 0;
        for_each_index(extents, [&](const shape& index) {
          std::int64_t value;
          std::memcpy(&value, in.host.data() + 8 * offset_of(from, index), 8);
          value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) +
                                            static_cast<std::uint64_t>(offset_of(values, index)));
          std::memcpy(out.host.data() + 8 * at++, &value, 8);
        });
        EXPECT_EQ(out.download(), out.host) << extents << transposed << by_row;
      }
  EXPECT_EQ(seen.size(), 5u);
}

TEST_P(gpu_executor, softplus_is_that_of_the_host) {
  constexpr dtype f32 = dtype::float32;
  const std::size_t size = 10007;
  memory in(gpu(), 4 * size);
  memory out(gpu(), 4 * size);
  std::vector<float> x(size);
  for (std::size_t i = 0; i < size; ++i) x[i] = 0.005f * static_cast<float>(i) - 25;
  std::memcpy(in.host.data(), x.data(), 4 * size);
  in.upload();
  kernel_builder made({static_cast<std::ptrdiff_t>(size)}, gpu());
  const value_id a = made.array(f32, row_major(made.work.extents), in.block);
  value_id y = a;
  for (const char* name : {"absolute", "negative", "exp", "log1p"})
    y = made.op(new_record(name, {f32}, f32), {y});
  const value_id most =
      made.op(new_record("maximum", {f32, f32}, f32), {made.scalar(f32, 0.0f), a});
  made.write(made.op(new_record("add", {f32, f32}, f32), {most, y}), f32,
             row_major(made.work.extents), out.block);
  run_on_gpu(made.work);
  std::vector<float> got(size);
  std::memcpy(got.data(), out.download().data(), 4 * size);
  for (std::size_t i = 0; i < size; ++i) {
    const double exact =
        std::max(0.0, double{x[i]}) + std::log1p(std::exp(-std::abs(double{x[i]})));
    EXPECT_NEAR(got[i], exact, 4e-7 * exact) << x[i];
  }
}

TEST_P(gpu_executor, one_kernel_serves_every_shape_and_scalar) {
  constexpr dtype f32 = dtype::float32;
  const graph::op_record& add = new_record("add", {f32, f32}, f32);
  const auto run = [&](std::ptrdiff_t size, float value) {
    memory x(gpu(), 4 * static_cast<std::size_t>(size));
    kernel_builder made(shape{size}, gpu());
    const value_id a = made.array(f32, row_major({size}), x.block);
    made.write(made.op(add, {a, made.scalar(f32, value)}), f32, row_major({size}), x.block);
    const std::uint64_t before = launches();
    run_on_gpu(made.work);
    EXPECT_EQ(launches(), before + 1);
  };
  run(16, 1);
  const std::uint64_t compiled = compile_count();
  run(100000, 2);
  run(3, 3);
  run(100003, 4);
  run(17, 5);
  EXPECT_EQ(compile_count(), compiled);
}

TEST_P(gpu_executor, launches_nothing_for_no_elements_but_compiles_users_text) {
  constexpr dtype f32 = dtype::float32;
  const auto run = [&](const std::string& definition) {
    memory none(gpu(), 0);
    kernel_builder made({0, 3}, gpu());
    const value_id a = made.array(f32, row_major({0, 3}), none.block);
    made.write(made.op(new_record("exp", {f32}, f32, definition), {a}), f32, row_major({0, 3}),
               none.block);
    run_on_gpu(made.work);
  };
  const std::uint64_t before = launches();
  EXPECT_NO_THROW(run(""));
  EXPECT_THROW(run("struct exp { this is no C++ };"), error);
  EXPECT_EQ(launches(), before);
}

TEST_P(gpu_executor, works_on_a_stream_of_its_own) {
  const stream mine(gpu());
  const stream_guard scope(mine);
  const shape extents{100, 130};
  expect_copied(gpu(), dtype::float32, extents, row_major(extents),
                {permuted_layout(extents, {1, 0}), row_major(extents)});
}

/// Bytes of a huge array at a few places, among them those where 31 and 32 bits end.
bytes windows(const ref_ptr<memory_block>& block) {
  bytes seen;
  const auto size = static_cast<std::ptrdiff_t>(block->size_bytes());
  for (std::ptrdiff_t at : {std::ptrdiff_t{0}, (std::ptrdiff_t{1} << 31) - 2048, size - 4096}) {
    bytes part(4096);
    at = std::min(at, size - 4096);
    copy_bytes(part.data(), cpu(), static_cast<unsigned char*>(block->data()) + at, block->device(),
               part.size(), current_stream(block->device()));
    seen.insert(seen.end(), part.begin(), part.end());
  }
  return seen;
}

TEST_P(gpu_executor, large_arrays_of_more_than_2_to_the_31_elements) {
  constexpr dtype i8 = dtype::int8;
  const std::ptrdiff_t rows = 46400;
  const std::ptrdiff_t columns = 46500;
  const std::ptrdiff_t size = rows * columns;
  const auto bytes_needed = static_cast<std::size_t>(size);
  if (memory_info(gpu()).free_bytes < 3 * bytes_needed) GTEST_SKIP() << "too little memory";
  const auto in = memory_block::allocate(gpu(), bytes_needed);
  const auto out = memory_block::allocate(gpu(), bytes_needed);
  const auto expect = [&](const layout& from, auto index_of, std::string_view kind) {
    fill_bytes(out->data(), gpu(), 0xee, bytes_needed, current_stream(gpu()));
    kernel_builder made(from.extents, gpu());
    made.write(made.array(i8, from, in), i8, row_major(from.extents), out);
    EXPECT_EQ(plan_map(made.work).options.name(), kind);
    EXPECT_TRUE(plan_map(made.work).options.wide);
    run_on_gpu(made.work);
    bytes expected;
    for (std::ptrdiff_t at : {std::ptrdiff_t{0}, (std::ptrdiff_t{1} << 31) - 2048, size - 4096})
      for (std::ptrdiff_t i = std::min(at, size - 4096), k = 0; k < 4096; ++k, ++i)
        expected.push_back(static_cast<unsigned char>(index_of(i) % 251));
    EXPECT_EQ(windows(out), expected) << kind;
  };
  kernel_builder counted(shape{size}, gpu());
  const value_id modulus = counted.scalar(dtype::int64, std::int64_t{251});
  const graph::op_record& remainder =
      new_record("remainder", {dtype::int64, dtype::int64}, dtype::int64);
  const value_id value = counted.op(remainder, {counted.index({0, {size}, {1}}), modulus});
  counted.write(counted.cast(value, i8), i8, row_major({size}), in);
  run_on_gpu(counted.work);

  expect(
      row_major({size}), [](auto i) { return i; }, "contiguous");
  expect(
      {size - 1, {size}, {-1}}, [&](auto i) { return size - 1 - i; }, "rows");
  expect(
      {0, {columns, rows}, {1, columns}}, [&](auto i) { return i / rows + i % rows * columns; },
      "tiled");
  expect(
      {0, {rows, columns}, {0, 1}}, [&](auto i) { return i % columns; }, "rows");
}

}  // namespace
}  // namespace gpu::execute
