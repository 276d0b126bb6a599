// SPDX-License-Identifier: BSD-3-Clause
// What falls into bins, counted.
#pragma once

#include <optional>
#include <vector>

#include <gpu/graph/node.hpp>

#include "array/statistics/bin_edges.hpp"
#include "execute/gpu/histogram/plan.hpp"

namespace gpu::detail {

/// The most bins that there may be.
inline constexpr std::ptrdiff_t max_bins = 0x7ffffffe;

/// Elements, and the bins that they fall into, as `bin_numbers` tells.
struct binned {
  graph::node_ptr elements;  ///< real
  std::ptrdiff_t bins;
  device where;
  graph::node_ptr edges = nullptr;  ///< of the dtype of the elements; null: those are the numbers
                                    ///< of their bins, int32
  std::vector<double> values = {};  ///< of edges of bins that are not of one width
  std::optional<outer_edges> outer = std::nullopt;  ///< of bins of one width
};

/// How many elements are in each bin: int64, computed when it is needed. On a GPU the kernel that
/// counts them computes the elements on the way, if it can.
/// @throws device_mismatch
[[nodiscard]] graph::node_ptr counts_of(const binned& x);

/// The bins as kernels take them.
/// @throws device_mismatch
[[nodiscard]] execute::histogram_bins description_of(const binned& x);

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
/// The same of `bins` bins of one width.
[[nodiscard]] std::optional<edge_spacing> spacing_of(const outer_edges& outer, std::ptrdiff_t bins,
                                                     dtype type);

}  // namespace gpu::detail
