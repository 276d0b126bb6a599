// SPDX-License-Identifier: BSD-3-Clause
// The edges of bins of one width, as NumPy computes them.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <gpu/array/statistics/histogram.hpp>

namespace gpu::detail {

/// Half the distance between 1 and the next number.
[[nodiscard]] double rounding_of(dtype type);

/// From the first to the last edge.
struct outer_edges {
  double first;
  double last;
  double width;   ///< last - first; exact for integers of 64 bits
  bool is_given;  ///< by a range, not by the data: then it is computed with in float64

  [[nodiscard]] double largest_magnitude() const noexcept {
    return std::max(std::abs(first), std::abs(last));
  }
};

/// The range of bins for the elements of `a`. Waits, unless it is given.
/// @throws value_error  if it is not finite, or descends
[[nodiscard]] outer_edges outer_edges_of(const graph::node_ptr& a, const histogram_range& range);

/// How far the edges of `bins` bins, rounded to `type`, are from evenly spaced ones, at most.
[[nodiscard]] double edge_error(const outer_edges& outer, std::ptrdiff_t bins, dtype type);

/// `bins + 1` edges, computed in `type` or rounded to it, in memory of a device.
/// @throws value_error  "Too many bins for data range. Cannot create 10 finite-sized bins."
[[nodiscard]] graph::node_ptr placed_edges(const outer_edges& outer, std::ptrdiff_t bins,
                                           dtype type, device where);

/// The same on the host, whether they ascend or not.
[[nodiscard]] std::vector<double> spread_edges(const outer_edges& outer, std::ptrdiff_t bins,
                                               dtype type);

}  // namespace gpu::detail
