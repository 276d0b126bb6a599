// SPDX-License-Identifier: BSD-3-Clause
// Sums of weights in bins that do not depend on the order of additions, since they are exact until
// they are rounded once.
#pragma once

#include <gpu/graph/node.hpp>

#include "array/statistics/bin_counts.hpp"

namespace gpu::detail {

/// Whether sums are to be added exactly: on a GPU, unless elements are few or more than 2^31.
[[nodiscard]] bool adds_exactly(const binned& x);

/// The sum of the weights of the elements of `x` in each bin: float64. Weights that differ too much
/// in size for integers of 96 bits are added in order: it depends on the elements alone whether
/// they are. So are all while the stream is being captured; else the function waits.
/// @param weights  real, of the extents of the elements
[[nodiscard]] graph::node_ptr exact_sums(const binned& x, const graph::node_ptr& weights);

}  // namespace gpu::detail
