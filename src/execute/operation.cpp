// SPDX-License-Identifier: BSD-3-Clause
#include "execute/operation.hpp"

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {
namespace {

std::byte* first_element(const graph::leaf_node& array) {
  return reinterpret_cast<std::byte*>(graph::address_in(array, array.offset));
}

}  // namespace

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
