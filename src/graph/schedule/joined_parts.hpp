// SPDX-License-Identifier: BSD-3-Clause
// The parts of joined values: each is computed straight into its place.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// What is written to a part of an array.
struct root_part {
  node_ptr value;
  leaf_ptr target;  ///< has the memory of `whole`, if that has some
  leaf_ptr whole;
};

/// Elements [begin, end) along an axis, all along the others, in the same memory.
[[nodiscard]] leaf_ptr leaf_part(const leaf_node& whole, std::size_t axis, std::ptrdiff_t begin,
                                 std::ptrdiff_t end);

/// The same elements of any value, as a view of it.
[[nodiscard]] node_ptr value_part(const node_ptr& value, std::size_t axis, std::ptrdiff_t begin,
                                  std::ptrdiff_t end);

/// What the value that joins its operands is computed by, each part to its place in `whole`. Parts
/// that join others, and that nobody else reads, are replaced by those.
[[nodiscard]] std::vector<root_part> parts_of(const node& joined, const leaf_ptr& whole);

}  // namespace gpu::graph
