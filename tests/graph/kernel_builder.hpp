// SPDX-License-Identifier: BSD-3-Clause
// Scheduled kernels made by hand, for tests of what comes after the scheduler.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "graph/schedule/kernel.hpp"
#include "graph/schedule/reduction_domain.hpp"

namespace gpu::testing {

/// A record as the build would make it, with one loop. Lives for ever.
inline graph::op_record& new_record(std::string name, std::vector<dtype> in, dtype out,
                                    std::string definition = {}) {
  auto* record = new graph::op_record;
  record->name = name;
  if (definition.empty()) record->header = "gpu/elementwise/" + name + ".hpp";
  const std::string functor = (definition.empty() ? "gpu::ops::" : "") + name + "{}";
  record->loops = {{.in = std::move(in), .out = out, .functor = functor, .code_size = 1}};
  record->definition = std::move(definition);
  record->retain();
  return *record;
}

/// The record of an op of two operands with two results, all of one dtype.
inline graph::op_record& new_pair_record(std::string name, dtype type) {
  graph::op_record& record = new_record(std::move(name), {type, type}, type);
  record.outputs = 2;
  record.loops.push_back(record.loops[0]);
  record.loops[0].component = ".first";
  record.loops[1].component = ".second";
  return record;
}

/// The record of a reduction with one loop.
inline graph::op_record& new_reduction(std::string name, std::vector<dtype> in, dtype out,
                                       std::string definition = {}) {
  graph::op_record& record = new_record(name, std::move(in), out, std::move(definition));
  record.is_reduction = true;
  if (!record.header.empty()) {
    record.header = "gpu/kernels/reductions/" + name + ".hpp";
    name.insert(0, "gpu::reductions::");
  }
  record.loops.front().functor = std::move(name);
  return record;
}

/// The record of one that is given positions beside elements.
inline graph::op_record& new_position_reduction(std::string name, dtype element) {
  static const graph::host_reduction on_host = [] {
    graph::host_reduction loop{};
    loop.takes_positions = true;
    return loop;
  }();
  graph::op_record& record = new_reduction(std::move(name), {element, dtype::int64}, dtype::int64);
  record.loops.front().reduces_on_host = &on_host;
  return record;
}

/// Adds what a kernel reads, computes and writes, in order.
class kernel_builder {
 public:
  explicit kernel_builder(shape extents, device where = get_device(0)) {
    work.extents = std::move(extents);
    work.where = where;
  }

  graph::value_id array(dtype type, const layout& place, ref_ptr<memory_block> memory = {}) {
    const graph::leaf_ptr leaf(new graph::leaf_node(std::move(memory), type, place, work.where));
    work.arguments.push_back({graph::operand_kind::array, *leaf, broadcast(place, work.extents)});
    return argument();
  }
  graph::value_id array(dtype type) { return array(type, row_major(work.extents)); }

  graph::value_id index(const layout& values) {
    work.arguments.push_back({graph::operand_kind::affine,
                              *new graph::index_node(values, work.where),
                              broadcast(values, work.extents)});
    return argument();
  }

  /// The address of an array's first element.
  graph::value_id memory(dtype type, const layout& place, ref_ptr<memory_block> block = {}) {
    const graph::leaf_ptr leaf(new graph::leaf_node(std::move(block), type, place, work.where));
    work.arguments.push_back(graph::kernel_argument::memory_of(*leaf, work.extents));
    return argument();
  }

  template <class T>
  graph::value_id scalar(dtype type, T value) {
    work.scalars.emplace_back(new graph::scalar_node(type, &value));
    return {graph::value_id::source::scalar, static_cast<std::uint32_t>(work.scalars.size() - 1)};
  }

  graph::value_id op(const graph::op_record& record,
                     std::initializer_list<graph::value_id> operands, int loop = 0) {
    work.body.push_back({&record, loop, static_cast<std::uint32_t>(work.operands.size()),
                         static_cast<std::uint32_t>(operands.size())});
    work.operands.insert(work.operands.end(), operands);
    return {graph::value_id::source::instruction, static_cast<std::uint32_t>(work.body.size() - 1)};
  }
  /// Of the elements of rows up to each one.
  graph::value_id scan(const graph::op_record& reduction, graph::value_id value) {
    const graph::value_id result = op(reduction, {value});
    work.body.back().is_scan = true;
    return result;
  }
  graph::value_id cast(graph::value_id value, dtype to) {
    return op(graph::cast_record(), {value}, graph::cast_loop(work.type_of(value), to));
  }

  kernel_builder& write(graph::value_id value, dtype type, const layout& place,
                        ref_ptr<memory_block> memory = {}) {
    work.outputs.push_back(
        {value, graph::leaf_ptr(new graph::leaf_node(std::move(memory), type, place, work.where))});
    return *this;
  }
  kernel_builder& write(graph::value_id value) {
    return write(value, work.type_of(value), row_major(work.extents));
  }

  /// Makes rows of the axes in `axes`.
  kernel_builder& reduce(std::uint64_t axes) {
    work.kind = graph::kernel_kinds::reduction{axes, graph::kept_axes(work.extents, axes)};
    return *this;
  }
  /// One element for each row.
  kernel_builder& write_row(graph::value_id value, dtype type, const layout& place,
                            ref_ptr<memory_block> memory = {}) {
    write(value, type, place, std::move(memory));
    work.outputs.back().per_row = true;
    return *this;
  }
  kernel_builder& write_row(graph::value_id value) {
    return write_row(value, work.type_of(value), row_major(kept_extents(work)));
  }
  /// The extents of what has one element for each row.
  [[nodiscard]] static shape kept_extents(const graph::kernel& work) {
    shape kept;
    for (std::size_t axis = 0; axis < work.extents.size(); ++axis)
      if ((work.reduced_axes() >> axis & 1) == 0) kept.push_back(work.extents[axis]);
    return kept;
  }

  graph::kernel work;

 private:
  [[nodiscard]] graph::value_id argument() const {
    return {graph::value_id::source::argument,
            static_cast<std::uint32_t>(work.arguments.size() - 1)};
  }
};

/// max(0, x) + log1p(exp(-abs(x))) of float32.
inline kernel_builder softplus_kernel() {
  constexpr dtype f32 = dtype::float32;
  kernel_builder made({3, 4});
  const graph::value_id x = made.array(f32);
  const graph::value_id zero = made.scalar(f32, 0.0f);
  graph::value_id y = x;
  for (const char* name : {"absolute", "negative", "exp", "log1p"})
    y = made.op(new_record(name, {f32}, f32), {y});
  const graph::value_id most = made.op(new_record("maximum", {f32, f32}, f32), {zero, x});
  made.write(made.op(new_record("add", {f32, f32}, f32), {most, y}));
  return made;
}

}  // namespace gpu::testing
