// SPDX-License-Identifier: BSD-3-Clause
#include "array/block_part.hpp"

#include <gpu/core/layout.hpp>
#include <gpu/cuda/memory_block.hpp>

namespace gpu::detail {

graph::leaf_ptr leaf_in_block(const graph::leaf_node& whole, std::size_t begin, dtype type,
                              const shape& extents) {
  const ref_ptr<memory_block>& block = whole.block;
  const std::size_t bytes =
      static_cast<std::size_t>(element_count(extents)) * gpu::size_bytes(type);
  return graph::leaf_ptr(new graph::leaf_node(
      memory_block::adopt(block->device(), static_cast<std::byte*>(block->data()) + begin, bytes,
                          block->stream(), [kept = block] {}),
      type, row_major(extents), block->device()));
}

}  // namespace gpu::detail
