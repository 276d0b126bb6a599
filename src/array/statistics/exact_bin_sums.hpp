// SPDX-License-Identifier: BSD-3-Clause
// Sums of weights in bins that do not depend on the order of additions, since they are exact until
// they are rounded once.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

#include "execute/gpu/histogram/plan.hpp"

namespace gpu::detail {

/// The sum of the weights of the elements of `a` in each bin: float64. Null if elements are few or
/// more than 2^31, or if weights differ too much in size for integers of 96 bits: it depends on
/// the elements alone whether it is. Waits; null while the stream is being captured.
/// @param weights  real, of the extents of `a`
/// @param where    a GPU
[[nodiscard]] graph::node_ptr exact_bin_sums(const graph::node_ptr& a,
                                             const graph::node_ptr& weights,
                                             const execute::histogram_bins& bins, device where);

/// The same for the integers in `bin` that are 0, 1, ... bins - 1. Null on `cpu()` as well.
[[nodiscard]] graph::node_ptr exact_bin_sums(const graph::node_ptr& bin,
                                             const graph::node_ptr& weights, std::ptrdiff_t bins,
                                             device where);

}  // namespace gpu::detail
