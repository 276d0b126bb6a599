// SPDX-License-Identifier: BSD-3-Clause
// Where a mask holds: how many elements that are depends on the data, so these functions wait.
#pragma once

#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The positions, in C order, of the elements of a bool value that are set: int64.
[[nodiscard]] graph::node_ptr positions_of(const graph::node_ptr& mask, device where);

/// The elements of `a`, of the extents of `mask`, where it holds, in C order.
[[nodiscard]] graph::leaf_ptr elements_where(const graph::node_ptr& mask, const graph::node_ptr& a,
                                             device where);

/// The indices along each of the axes of the elements that are set.
[[nodiscard]] std::vector<graph::node_ptr> indices_of(const graph::node_ptr& mask, device where);

}  // namespace gpu::detail
