// SPDX-License-Identifier: BSD-3-Clause
#include "execute/operation.hpp"

#include <utility>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {
namespace {

std::byte* first_element(const graph::leaf_node& array) {
  return reinterpret_cast<std::byte*>(graph::address_in(array, array.offset));
}

}  // namespace

operation::operation(const graph::kernel& call) : operation(call.where) {
  const auto array_at = [](const graph::leaf_node& leaf, layout place) {
    auto* const data = reinterpret_cast<std::byte*>(graph::address_in(leaf, place.offset));
    place.offset = 0;
    return array{data, std::move(place), leaf.type};
  };
  for (const graph::value_id& operand : call.operands) {
    const graph::kernel_argument& read = call.arguments[operand.index];
    const graph::leaf_node& leaf = *graph::leaf_of(read);
    order_before_read(*leaf.block, stream_);
    inputs_.push_back(array_at(leaf, read.place));
  }
  const graph::leaf_node& target = *call.outputs.front().target;
  order_before_write(*target.block, stream_);
  output_ = array_at(target, target.placement());
}

const void* operation::input(const graph::leaf_node& array) {
  order_before_read(*array.block, stream_);
  return first_element(array);
}

void* operation::output(const graph::leaf_node& array) {
  order_before_write(*array.block, stream_);
  return first_element(array);
}

void* operation::workspace(std::size_t size_bytes) {
  const stream_guard home(stream_);
  return workspaces_.emplace_back(memory_block::allocate(stream_.device(), size_bytes))->data();
}

}  // namespace gpu::execute
