// SPDX-License-Identifier: BSD-3-Clause
// Elements by their ranks among those of their row, on a GPU.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Whether elements of so many ranks of long rows are found there without sorting the rows.
[[nodiscard]] bool selects_ranks(device where, std::ptrdiff_t columns, std::size_t count);

/// The elements that sorting each row of a matrix of real elements would put at these ranks: nans,
/// which become the same, are the largest, and -0 comes before 0.
/// @param ranks  int64, the same of all rows (count) or those of each (rows, count). Those beyond
///               the ends of a row are the ends
/// @return  (rows, count)
[[nodiscard]] graph::node_ptr elements_of_ranks(const graph::node_ptr& matrix,
                                                const graph::node_ptr& ranks);

/// The positions in each row, which ascend, of the elements that sorting it stably would put first:
/// 0 and -0 are equal.
/// @param count  less than there are columns, of which there are fewer than 2^31
/// @return  int64 (rows, count)
[[nodiscard]] graph::node_ptr positions_of_first(const graph::node_ptr& matrix,
                                                 std::ptrdiff_t count, bool descending);

}  // namespace gpu::detail
