// SPDX-License-Identifier: BSD-3-Clause
// Elements by their ranks among those of their row, on a GPU.
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The elements that sorting each row of a matrix of real elements would put at these ranks: nans,
/// which become the same, are the largest, and -0 comes before 0.
/// @param ranks  int64, the same of all rows (count) or those of each (rows, count). Those beyond
///               the ends of a row are the ends
/// @return  (rows, count)
[[nodiscard]] graph::node_ptr elements_of_ranks(const graph::node_ptr& matrix,
                                                const graph::node_ptr& ranks);

}  // namespace gpu::detail
