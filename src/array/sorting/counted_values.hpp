// SPDX-License-Identifier: BSD-3-Clause
// Integers that lie close together are counted, which is faster than to sort them.
#pragma once

#include <optional>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The different ones of some integers.
struct counted_values {
  graph::node_ptr values;   ///< ascending
  graph::node_ptr counts;   ///< how many elements each is: int64
  graph::node_ptr inverse;  ///< the number of the value of each element: int64, not yet computed
};

/// The elements of a vector of integers of a byte, or bools, sorted: computed when they are needed.
[[nodiscard]] graph::node_ptr sorted_by_counts(const graph::node_ptr& vector, bool descending);
/// Whether `vector`, of any extents, is of such elements, and so many of them on a GPU that this is
/// faster than another sort; on the host a sort by digits is.
[[nodiscard]] bool is_sorted_by_counts(const graph::node_ptr& vector);

/// Of a vector in memory. Waits. Nothing if it is to be sorted: if there are few elements, or many
/// numbers between the least and the largest one, or no integers or bools.
[[nodiscard]] std::optional<counted_values> counted_values_of(const graph::node_ptr& vector,
                                                              device where);

}  // namespace gpu::detail
