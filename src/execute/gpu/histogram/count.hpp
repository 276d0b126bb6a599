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

}  // namespace gpu::execute
