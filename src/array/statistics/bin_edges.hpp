// SPDX-License-Identifier: BSD-3-Clause
// The edges of bins of one width, as NumPy computes them on the host.
#pragma once

#include <vector>

#include <gpu/array/statistics/histogram.hpp>

namespace gpu::detail {

/// From the first to the last edge.
struct outer_edges {
  double first;
  double last;
  double width;   ///< last - first; exact for integers of 64 bits
  bool is_given;  ///< by a range, not by the data: then it is computed with in float64
};

/// The range of bins for the elements of `a`. Waits, unless it is given.
/// @throws value_error  if it is not finite, or descends
[[nodiscard]] outer_edges outer_edges_of(const graph::node_ptr& a, const histogram_range& range);

/// `bins + 1` edges, rounded to `type`.
[[nodiscard]] std::vector<double> spread_edges(const outer_edges& outer, std::ptrdiff_t bins,
                                               dtype type);
/// The same.
/// @throws value_error  "Too many bins for data range. Cannot create 10 finite-sized bins."
[[nodiscard]] std::vector<double> uniform_edges(const outer_edges& outer, std::ptrdiff_t bins,
                                                dtype type);

}  // namespace gpu::detail
