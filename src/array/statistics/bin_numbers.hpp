// SPDX-License-Identifier: BSD-3-Clause
// In which bin each element is.
#pragma once

#include <gpu/graph/node.hpp>

#include "array/statistics/bin_edges.hpp"

namespace gpu::detail {

/// int32 numbers of bins of one width, -1 outside. `a` has the dtype of the edges.
[[nodiscard]] graph::node_ptr uniform_bin_numbers(const graph::node_ptr& a,
                                                  const graph::node_ptr& edges,
                                                  const outer_edges& outer, device where);
/// The same for bins between any ascending edges.
[[nodiscard]] graph::node_ptr bin_numbers(const graph::node_ptr& a, const graph::node_ptr& edges,
                                          device where);

}  // namespace gpu::detail
