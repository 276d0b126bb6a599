// SPDX-License-Identifier: BSD-3-Clause
// In which bin each element is.
#pragma once

#include <gpu/graph/node.hpp>

#include "array/statistics/bin_edges.hpp"

namespace gpu::detail {

/// int32 numbers of bins between ascending edges, -1 outside. `a` has the dtype of the edges.
/// @param edges  null: `a` are the numbers
/// @param outer  of bins of one width, found as NumPy finds them
[[nodiscard]] graph::node_ptr bin_numbers(const graph::node_ptr& a, const graph::node_ptr& edges,
                                          const std::optional<outer_edges>& outer, device where);

}  // namespace gpu::detail
