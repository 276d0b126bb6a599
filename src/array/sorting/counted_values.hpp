// SPDX-License-Identifier: BSD-3-Clause
// Integers that lie close together are counted or marked, which is faster than to sort them.
#pragma once

#include <optional>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The different ones of some integers.
struct counted_values {
  graph::node_ptr values;   ///< ascending
  graph::node_ptr counts;   ///< how many elements each is: int64; null if they were marked only
  graph::node_ptr inverse;  ///< the number of the value of each element: int64, not yet computed
};

/// Of a vector in memory. Waits. Nothing if it is to be sorted: if there are few elements, or many
/// numbers between the least and the largest one, or no integers or bools.
/// @param has_counts  whether `counts` is asked for
[[nodiscard]] std::optional<counted_values> counted_values_of(const graph::node_ptr& vector,
                                                              bool has_counts, device where);

}  // namespace gpu::detail
