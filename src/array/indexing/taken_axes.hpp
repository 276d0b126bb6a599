// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <gpu/core/index_mode.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Which elements are taken along an axis.
struct axis_indices {
  std::size_t axis;
  graph::node_ptr indices;  ///< int64, of one axis
};
/// The elements of `a`, along several axes at the indices of each. Indices out of bounds mean what
/// `mode` says, which is not `raise`; axes of extent 0 have no indices.
[[nodiscard]] graph::node_ptr taken_axes(const graph::node_ptr& a,
                                         const std::vector<axis_indices>& along, index_mode mode);

}  // namespace gpu::detail
