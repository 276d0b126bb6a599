// SPDX-License-Identifier: BSD-3-Clause
// The first few elements of sorted rows on a GPU, which does not sort them.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Of the rows of a matrix: in the order that sorts them stably, and where they are in their row,
/// as int64.
struct first_in_rows {
  graph::node_ptr elements;
  graph::node_ptr positions;
};

/// Whether `selected_first` is for the matrix.
[[nodiscard]] bool selects_first(const graph::node_ptr& matrix, std::ptrdiff_t count);
/// Both are computed now.
[[nodiscard]] first_in_rows selected_first(const graph::node_ptr& matrix, std::ptrdiff_t count,
                                           bool descending);

}  // namespace gpu::detail
