// SPDX-License-Identifier: BSD-3-Clause
// The weights of what falls into bins, added up. The bits are the same in every run.
#pragma once

#include <gpu/graph/node.hpp>

#include "array/statistics/bin_counts.hpp"

namespace gpu::detail {

/// The sum of the real weights of the elements in each bin: float64, computed when it is needed. On
/// a GPU that waits if elements are many, unless the stream is being captured.
/// @param weights  of the extents of the elements
/// @throws device_mismatch
[[nodiscard]] graph::node_ptr sums_of(const binned& x, const graph::node_ptr& weights);

/// The sum of the float64 weights of the elements of each bin. On `cpu()`, and on a GPU if there
/// are very many bins, they are added in their order, as NumPy does.
/// @param bin  int32 numbers of bins; others than 0, 1, ... bins - 1 are outside
[[nodiscard]] graph::node_ptr sums_in_order(const graph::node_ptr& bin,
                                            const graph::node_ptr& weights, std::ptrdiff_t bins,
                                            device where);

}  // namespace gpu::detail
