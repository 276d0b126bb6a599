// SPDX-License-Identifier: BSD-3-Clause
// Rows of complex numbers on the host, of which two are compared at a time. Long rows are faster
// sorted by keys.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Whether the functions that sort are for the rows of a matrix.
[[nodiscard]] bool has_compared_rows(const graph::node_ptr& matrix);

/// The elements, each row sorted stably.
[[nodiscard]] graph::node_ptr sorted_complex_rows(const graph::node_ptr& matrix, bool descending);
/// The positions in each row that sort it stably: int64.
[[nodiscard]] graph::node_ptr sorted_complex_positions(const graph::node_ptr& matrix,
                                                       bool descending);

/// Rows of any length with the element that sorting puts at `kth` there, those before it no larger
/// and those behind it no smaller.
[[nodiscard]] graph::node_ptr partitioned_complex_rows(const graph::node_ptr& matrix,
                                                       std::ptrdiff_t kth, bool descending);

}  // namespace gpu::detail
