// SPDX-License-Identifier: BSD-3-Clause
#include "array/user_kernel/arguments.hpp"

#include <gpu/core/layout.hpp>
#include <gpu/execute/evaluate.hpp>

namespace gpu::user_kernels {

void argument_words::add_address(const graph::leaf_node& leaf) {
  const auto* const base = static_cast<const char*>(leaf.block->data());
  const auto item = static_cast<std::ptrdiff_t>(gpu::size_bytes(leaf.type));
  add(static_cast<const void*>(base == nullptr ? base : base + leaf.offset * item));
}

void argument_words::add_raw(const graph::leaf_node& leaf) {
  add_address(leaf);
  add(element_count(leaf.extents));
  add(static_cast<std::ptrdiff_t>(is_contiguous(leaf.placement())));
  add(leaf.extents);
  add(leaf.strides, static_cast<std::ptrdiff_t>(gpu::size_bytes(leaf.type)));
}

graph::leaf_ptr in_memory(const graph::node_ptr& value, device where) {
  const graph::node_ptr node = graph::resolved(value);
  if (node->kind == graph::node_kind::leaf) {
    graph::leaf_ptr leaf(static_cast<const graph::leaf_node*>(node.get()));
    if (leaf->block) return leaf;
  }
  return execute::evaluate(node, where);
}

}  // namespace gpu::user_kernels
