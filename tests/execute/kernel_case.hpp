// SPDX-License-Identifier: BSD-3-Clause
// Kernels written by hand, and what they must compute: one element and one op at a time.
#pragma once

#include <gtest/gtest.h>

#include <gpu/core/layout.hpp>
#include <gpu/cuda/memory_block.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "execute/host/cast_loops.hpp"
#include "execute/host/executor.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::testing {

using graph::value_id;
using source = graph::value_id::source;

/// Builds a kernel; the memory that it makes holds numbers drawn from `random`.
class kernel_case {
 public:
  explicit kernel_case(const shape& extents, unsigned seed = 1) : random(seed) {
    work.extents = extents;
  }

  ref_ptr<memory_block> memory(dtype type, std::ptrdiff_t count) {
    const auto elements = static_cast<std::size_t>(count);
    auto block = memory_block::allocate(cpu(), elements * size_bytes(type));
    visit_dtype(type, [&]<class T>(std::type_identity<T>) {
      std::uniform_real_distribution<double> draw(-3, 3);
      for (std::size_t i = 0; i < elements; ++i) {
        const T value = [&] {
          if constexpr (std::is_same_v<T, bool>)
            return draw(random) > 0;
          else if constexpr (std::is_integral_v<T>)
            return static_cast<T>(std::int64_t(draw(random) * 20));
          else if constexpr (requires(T x) { x.imag(); })
            return T(typename T::value_type(draw(random)), typename T::value_type(draw(random)));
          else
            return T(draw(random));
        }();
        std::memcpy(static_cast<char*>(block->data()) + i * sizeof(T), &value, sizeof(T));
      }
    });
    return block;
  }

  value_id argument(const ref_ptr<memory_block>& block, dtype type, const layout& place) {
    work.arguments.push_back(
        {graph::operand_kind::array, *new graph::leaf_node(block, type, place, cpu()), place});
    return {source::argument, static_cast<std::uint32_t>(work.arguments.size() - 1)};
  }

  /// A new C-contiguous argument.
  value_id argument(dtype type) {
    return argument(memory(type, element_count(work.extents)), type, row_major(work.extents));
  }

  value_id index(const layout& values) {
    work.arguments.emplace_back(*new graph::index_node(values, cpu()));
    return {source::argument, static_cast<std::uint32_t>(work.arguments.size() - 1)};
  }

  template <class T>
  value_id scalar(T value) {
    work.scalars.emplace_back(new graph::scalar_node(dtype_of<T>, &value));
    return {source::scalar, static_cast<std::uint32_t>(work.scalars.size() - 1)};
  }

  /// An instruction; the loop is the one for the operands' dtypes.
  value_id apply(const graph::op_record& op, std::initializer_list<value_id> operands) {
    std::vector<dtype> types;
    for (const value_id operand : operands) types.push_back(work.type_of(operand));
    const auto found =
        std::find_if(op.loops.begin(), op.loops.end(),
                     [&](const graph::typed_loop& loop) { return loop.in == types; });
    EXPECT_NE(found, op.loops.end()) << op.name;
    return add(op, static_cast<int>(found - op.loops.begin()), operands);
  }

  value_id cast(value_id value, dtype type) {
    return add(graph::cast_record(), graph::cast_loop(work.type_of(value), type), {value});
  }

  void output(value_id value, const ref_ptr<memory_block>& block, const layout& place) {
    work.outputs.push_back(
        {value, graph::leaf_ptr(new graph::leaf_node(block, work.type_of(value), place, cpu()))});
  }

  /// To a new C-contiguous array.
  void output(value_id value) {
    output(value, memory(work.type_of(value), element_count(work.extents)),
           row_major(work.extents));
  }

  /// Runs the kernel, and expects every byte of the written blocks to be as computed one by one.
  void check() {
    remember(work.outputs.begin(), work.outputs.end());
    std::map<const void*, bytes> expected = before_;
    std::vector<std::ptrdiff_t> index(work.extents.size(), 0);
    for (std::ptrdiff_t left = element_count(work.extents); left > 0; --left) {
      compute(index, expected);
      for (std::size_t axis = index.size(); axis-- > 0;) {
        if (++index[axis] < work.extents[axis]) break;
        index[axis] = 0;
      }
    }
    execute::run_on_host(work);
    for (const graph::kernel_output& output : work.outputs) {
      const memory_block& block = *output.target->block;
      if (block.size_bytes() == 0) continue;
      ASSERT_EQ(std::memcmp(block.data(), expected[&block].data(), block.size_bytes()), 0);
    }
  }

  graph::kernel work;
  std::mt19937 random;

 private:
  using bytes = std::vector<unsigned char>;
  struct element {
    alignas(16) unsigned char data[16];
  };

  value_id add(const graph::op_record& op, int loop, std::initializer_list<value_id> operands) {
    work.body.push_back({&op, loop, static_cast<std::uint32_t>(work.operands.size()),
                         static_cast<std::uint32_t>(operands.size())});
    work.operands.insert(work.operands.end(), operands);
    return {source::instruction, static_cast<std::uint32_t>(work.body.size() - 1)};
  }

  void remember(const memory_block& block) {
    const auto* data = static_cast<const unsigned char*>(block.data());
    before_[&block].assign(data, data + block.size_bytes());
  }

  template <class Iterator>
  void remember(Iterator first, Iterator last) {
    before_.clear();
    for (; first != last; ++first) remember(*first->target->block);
    for (const graph::kernel_argument& argument : work.arguments)
      if (const graph::leaf_node* leaf = leaf_of(argument)) remember(*leaf->block);
  }

  static std::size_t position(const layout& place, const std::vector<std::ptrdiff_t>& index) {
    return static_cast<std::size_t>(
        std::inner_product(index.begin(), index.end(), place.strides.begin(), place.offset));
  }

  element read(const graph::kernel_argument& from, const std::vector<std::ptrdiff_t>& index) {
    element result{};
    const std::size_t at = position(from.place, index);
    const auto value = static_cast<std::int64_t>(at);
    const graph::leaf_node* const leaf = leaf_of(from);
    if (leaf == nullptr) return std::memcpy(result.data, &value, sizeof(value)), result;
    const std::size_t size = size_bytes(from.type);
    std::memcpy(result.data, &before_[&*leaf->block][at * size], size);
    return result;
  }

  void compute(const std::vector<std::ptrdiff_t>& index, std::map<const void*, bytes>& expected) {
    std::vector<element> arguments;
    std::vector<element> results(work.body.size());
    for (const graph::kernel_argument& from : work.arguments)
      arguments.push_back(read(from, index));
    const auto value = [&](value_id id) -> const void* {
      if (id.from == source::argument) return arguments[id.index].data;
      return id.from == source::scalar ? static_cast<const void*>(work.scalars[id.index]->bytes)
                                       : results[id.index].data;
    };
    for (std::size_t i = 0; i < work.body.size(); ++i) {
      const graph::instruction& step = work.body[i];
      std::vector<const void*> in;
      for (std::uint32_t k = 0; k < step.count; ++k)
        in.push_back(value(work.operands[step.first + k]));
      const graph::host_loop loop = step.op == &graph::cast_record()
                                        ? execute::host_cast_loop(step.loop)
                                        : step.op->loops[std::size_t(step.loop)].on_host;
      loop(in.data(), results[i].data, 1);
    }
    for (const graph::kernel_output& output : work.outputs) {
      const std::size_t size = size_bytes(output.target->type);
      const std::size_t at = position(output.target->placement(), index);
      std::memcpy(&expected[&*output.target->block][at * size], value(output.value), size);
    }
  }

  std::map<const void*, bytes> before_;  // what the blocks held
};

/// A layout that permutes, reverses and skips elements, and repeats them if `repeats`.
struct drawn_layout {
  layout place;
  std::ptrdiff_t block_size;  ///< elements that its block must have
};

inline drawn_layout draw_layout(const shape& extents, bool repeats, std::mt19937& random) {
  const auto draw = [&](int below) { return static_cast<int>(random() % unsigned(below)); };
  drawn_layout result{{0, extents, shape(extents.size(), 0)}, 1};
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (draw(2) == 0) std::shuffle(order.begin(), order.end(), random);
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::size_t axis = order[k];
    if (repeats && draw(4) == 0) continue;
    const std::ptrdiff_t step = result.block_size * (draw(4) == 0 ? 2 : 1);
    const bool backwards = draw(4) == 0;
    result.place.strides[axis] = backwards ? -step : step;
    if (backwards) result.place.offset += step * (extents[axis] - 1);
    result.block_size = step * std::max<std::ptrdiff_t>(extents[axis], 1);
  }
  const std::ptrdiff_t before = draw(3);
  result.place.offset += before;
  result.block_size += before;
  return result;
}

}  // namespace gpu::testing
