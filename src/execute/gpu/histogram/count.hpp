// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/gpu/histogram/plan.hpp"

namespace gpu::execute {

/// How many elements of `value`, which are real, are in each bin: int64. The elements are computed
/// on the way if one kernel can, else before.
/// @enqueue on the current stream of `where`, a GPU
/// @throws compile_error, library_not_found, cuda_error, out_of_memory
[[nodiscard]] graph::leaf_ptr count_on_gpu(const graph::node_ptr& value, const histogram_bins& bins,
                                           device where);

/// Sums in fixed point: see kernels/primitives/fixed_point.hpp.
struct fixed_sums {
  graph::leaf_ptr digits;   ///< uint64, 4 x bins
  graph::leaf_ptr inexact;  ///< uint32: 1 if a weight was not exact, and the digits mean nothing
};

/// The sums of the weights of the elements in each bin, in units of `unit_for(largest)`. There are
/// elements, up to 2^31.
/// @param weights  float32 or float64, of the extents of `value`
/// @param largest  of the weights, or of a sample of them: float64
/// @enqueue, @throws  as above
[[nodiscard]] fixed_sums sum_on_gpu(const graph::node_ptr& value, const graph::node_ptr& weights,
                                    const graph::leaf_node& largest, const histogram_bins& bins,
                                    device where);

}  // namespace gpu::execute
