// SPDX-License-Identifier: BSD-3-Clause
// Counts of elements between edges, without their bins' numbers in memory.
#pragma once

#include <optional>
#include <vector>

#include <gpu/graph/node.hpp>

#include "array/statistics/bin_edges.hpp"

namespace gpu::detail {

/// How many elements of `a` are in each bin, as `uniform_bin_numbers` or, without `outer`,
/// `bin_numbers` tell: int64. `a` and `edges` have one dtype. On a GPU only.
/// @param values  of the edges, in float64; at least two
/// @throws device_mismatch
[[nodiscard]] graph::node_ptr count_between(const graph::node_ptr& a, const graph::node_ptr& edges,
                                            const std::vector<double>& values,
                                            const std::optional<outer_edges>& outer, device where);

/// The sums of the weights of those elements, as `exact_bin_sums` tells; null if it does not.
[[nodiscard]] graph::node_ptr sum_between(const graph::node_ptr& a, const graph::node_ptr& weights,
                                          const graph::node_ptr& edges,
                                          const std::vector<double>& values,
                                          const std::optional<outer_edges>& outer, device where);

/// Edges that are nearly evenly spaced: `(x - edges.front()) * scale` is the place of x in units of
/// bins. If it is no farther than `reach` from the middle of a bin, x is in that bin. The edge
/// nearest to it decides between two bins in any case, as all edges and NumPy's formula would.
struct edge_spacing {
  double scale;
  double reach;
};

/// Null if they are not.
/// @param width  of all bins
/// @param type   of elements and edges
[[nodiscard]] std::optional<edge_spacing> spacing_of(const std::vector<double>& edges, double width,
                                                     dtype type);

}  // namespace gpu::detail
