// SPDX-License-Identifier: BSD-3-Clause
// The different ones of integers that lie close together: counted, which is faster than to sort
// them.
#pragma once

#include <optional>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The different ones of some integers.
struct counted_values {
  graph::node_ptr values;  ///< ascending
  graph::node_ptr counts;  ///< how many elements each is: int64
  graph::node_ptr
      inverse;  ///< for each element the number of its value: int64, computed when needed
};

/// The elements of a vector of integers of a byte, or bools, sorted: computed when they are needed.
[[nodiscard]] graph::node_ptr sorted_by_counts(const graph::node_ptr& vector, bool descending);
/// Whether that is faster than another sort.
[[nodiscard]] bool are_sorted_by_counts(dtype type, std::ptrdiff_t count);

/// Of a vector in memory. Waits. Nothing if it is to be sorted: if there are few elements, or many
/// numbers between the least and the largest one, or no integers or bools.
[[nodiscard]] std::optional<counted_values> counted_values_of(const graph::node_ptr& vector,
                                                              device where);

}  // namespace gpu::detail
