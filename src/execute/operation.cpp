// SPDX-License-Identifier: BSD-3-Clause
#include "execute/operation.hpp"

#include <utility>

#include <gpu/graph/build.hpp>

#include "execute/gpu/executor.hpp"
#include "execute/host/executor.hpp"

namespace gpu::execute {
namespace {

std::byte* first_element(const graph::leaf_node& array) {
  return reinterpret_cast<std::byte*>(graph::address_in(array, array.offset));
}

operation::array array_at(const graph::leaf_node& leaf, layout place) {
  auto* const data = reinterpret_cast<std::byte*>(graph::address_in(leaf, place.offset));
  place.offset = 0;
  return {data, std::move(place), leaf.type};
}

/// What an argument reads, as an array.
graph::leaf_ptr leaf_at(const graph::kernel_argument& read) {
  const graph::leaf_node& leaf = *graph::leaf_of(read);
  return graph::leaf_ptr(new graph::leaf_node(leaf.block, leaf.type, read.place, *leaf.where));
}

}  // namespace

operation::operation(const graph::kernel& work)
    : work_(&work), stream_(current_stream(work.where)) {
  for (const graph::kernel_argument& argument : work.arguments)
    if (const graph::leaf_node* leaf = graph::leaf_of(argument)) add_input(*leaf->block);
  for (const graph::kernel_output& output : work.outputs)
    if (output.target->block) add_output(*output.target->block);
}

operation::array operation::input(std::size_t i) const {
  const graph::kernel_argument& read = work_->arguments[work_->operands[i].index];
  return array_at(*graph::leaf_of(read), read.place);
}

operation::array operation::output() const {
  return array_at(*output_leaf(), output_leaf()->placement());
}

graph::leaf_ptr operation::input_leaf(std::size_t i) const {
  return leaf_at(work_->arguments[work_->operands[i].index]);
}

const graph::leaf_ptr& operation::output_leaf() const {
  return work_->outputs.front().target;
}

graph::leaf_ptr operation::elements_in_memory(std::size_t i) {
  const graph::kernel_output& wanted = elements().outputs[i];
  const graph::kernel_argument* const array = elements().array_of(wanted.value);
  if (array != nullptr && is_contiguous(array->place)) return leaf_at(*array);
  return elements_in_workspace(i);
}

graph::leaf_ptr operation::elements_in_workspace(std::size_t i) {
  const graph::kernel_output& wanted = elements().outputs[i];
  graph::kernel work = elements();
  work.outputs = {{wanted.value, workspace(wanted.target->type, wanted.target->extents)}};
  if (work.where.is_gpu())
    run_on_gpu(work);
  else
    run_on_host(work);
  return work.outputs.front().target;
}

const void* operation::input(const graph::leaf_node& array) const {
  add_input(*array.block);
  return first_element(array);
}

void* operation::output(const graph::leaf_node& array) const {
  add_output(*array.block);
  return first_element(array);
}

void* operation::workspace(std::size_t size_bytes) {
  const stream_guard home(stream_);
  return workspaces_.emplace_back(memory_block::allocate(stream_.device(), size_bytes))->data();
}

graph::leaf_ptr operation::workspace(dtype type, const shape& extents) {
  const graph::leaf_ptr array = graph::make_unallocated_leaf(type, extents, stream_.device());
  const auto count = static_cast<std::size_t>(element_count(extents));
  (void)workspace(count * size_bytes(type));
  array->place(workspaces_.back());
  return array;
}

}  // namespace gpu::execute
