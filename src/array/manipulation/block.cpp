// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>

#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/array/manipulation/joining.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

#include "array/joined.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

std::size_t depth_of(const block_list& blocks) {
  return blocks.value || blocks.parts.empty() ? 0 : 1 + depth_of(blocks.parts.front());
}

/// Checks lists as `numpy.block` does, and returns the most axes that a block has.
/// @param place  of the list in messages: "arrays[0]"
std::size_t checked_rank(const block_list& blocks, std::size_t depth, std::size_t first_depth,
                         const std::string& place) {
  if (!blocks.value && blocks.parts.empty())
    throw value_error(text_of("List at ", place, " cannot be empty"));
  if (blocks.value && depth != first_depth)
    throw value_error(text_of("List depths are mismatched. First element was at depth ",
                              first_depth, ", but there is an element at depth ", depth, " (",
                              place, ")"));
  if (blocks.value) return blocks.value->extents.size();
  std::size_t rank = 0;
  for (std::size_t i = 0; i < blocks.parts.size(); ++i)
    rank = std::max(
        rank, checked_rank(blocks.parts[i], depth + 1, first_depth, text_of(place, "[", i, "]")));
  return rank;
}

/// Where the blocks of nested lists go, by lists of this depth.
class block_placement {
 public:
  block_placement(std::size_t depth, std::size_t rank) : depth_(depth), rank_(rank) {}

  /// Places what stands in `blocks` from `start` on, and returns its extents.
  shape place(const block_list& blocks, const shape& start, std::size_t depth = 0) {
    if (blocks.value) {
      placed.push_back({with_leading_axes(blocks.value, rank_), start});
      return placed.back().value->extents;
    }
    const std::size_t axis = rank_ - (depth_ - depth);
    shape next = start;
    std::vector<shape> shapes;
    for (const block_list& part : blocks.parts) {
      shapes.push_back(place(part, next, depth + 1));
      next[axis] += shapes.back()[axis];
    }
    for (std::size_t i = 1; i < shapes.size(); ++i)
      require_joinable(shapes.front(), shapes[i], i, axis);
    shape extents = shapes.front();
    extents[axis] = next[axis] - start[axis];
    return extents;
  }

  std::vector<placed_part> placed;

 private:
  std::size_t depth_;
  std::size_t rank_;
};

void convert(block_list& blocks, dtype type) {
  if (blocks.value) blocks.value = graph::make_cast(blocks.value, type);
  for (block_list& part : blocks.parts) convert(part, type);
}

/// @param type  what the blocks before it promote to, and then these as well
block_list list_of(array_list row, dtype& type) {
  block_list result;
  for (const listed_array& block : row) {
    type = promote_types(type, block.node->type);
    result.parts.push_back({block.node, {}});
  }
  return result;
}

}  // namespace

graph::leaf_ptr joined_blocks(const block_list& blocks) {
  const std::size_t depth = depth_of(blocks);
  const std::size_t rank = std::max(checked_rank(blocks, 0, depth, "arrays"), depth);
  block_placement all(depth, rank);
  const shape extents = all.place(blocks, shape(rank, 0));
  return assembled(all.placed, extents);
}

graph::leaf_ptr joined_blocks(array_list row) {
  dtype type = dtype::bool_;
  block_list blocks = list_of(row, type);
  convert(blocks, type);
  return joined_blocks(blocks);
}

graph::leaf_ptr joined_blocks(std::initializer_list<array_list> rows) {
  dtype type = dtype::bool_;
  block_list blocks;
  for (const array_list row : rows) blocks.parts.push_back(list_of(row, type));
  convert(blocks, type);
  return joined_blocks(blocks);
}

}  // namespace gpu::detail
