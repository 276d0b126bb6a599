// SPDX-License-Identifier: BSD-3-Clause
// Elements by their ranks among those of their row, on a GPU.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The elements that sorting each row of a matrix of real elements would put at these ranks: nans,
/// which become the same, are the largest, and -0 comes before 0.
/// @param ranks  int64, the same of all rows (count) or those of each (rows, count). Those beyond
///               the ends of a row are the ends
/// @return  (rows, count)
[[nodiscard]] graph::node_ptr elements_of_ranks(const graph::node_ptr& matrix,
                                                const graph::node_ptr& ranks);

/// The positions, which ascend, of the `count` elements of each row that sorting it stably would
/// put first: 0 and -0 are equal.
/// @param last  (rows, 1): the last one of them
/// @return  int64 (rows, count)
[[nodiscard]] graph::node_ptr positions_up_to(const graph::node_ptr& matrix,
                                              const graph::node_ptr& last, std::ptrdiff_t count,
                                              bool descending);

}  // namespace gpu::detail
