// SPDX-License-Identifier: BSD-3-Clause
// The different ones of integers that lie close together: counted, which is faster than to sort
// them.
#pragma once

#include <optional>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

struct counted_values {
  graph::node_ptr values;  ///< ascending
  graph::node_ptr counts;  ///< how many elements each is: int64
  graph::node_ptr
      inverse;  ///< for each element the number of its value: int64, computed when needed
};

/// Of a vector in memory. Waits. Nothing if it is to be sorted: if there are few elements, or many
/// numbers between the least and the largest one, or no integers or bools.
[[nodiscard]] std::optional<counted_values> counted_values_of(const graph::node_ptr& vector,
                                                              device where);

}  // namespace gpu::detail
