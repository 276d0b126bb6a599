// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/gpu/histogram/plan.hpp"
#include "execute/operation.hpp"

namespace gpu::execute {

/// How many elements are in each bin. The elements are the fused operand of `work`, which is real;
/// the counts, int64, its output.
/// @param edges  `bins.count` + 1 of the dtype of the elements, C-contiguous; null: the elements
///               are the numbers of bins
/// @throws compile_error, library_not_found, cuda_error, out_of_memory
void count_on_gpu(operation& work, const histogram_bins& bins, const void* edges);

/// Sums in fixed point: see kernels/primitives/fixed_point.hpp.
struct fixed_sums {
  graph::leaf_ptr words;   ///< uint64: 4 x bins digits, and behind them whether a weight was not
                           ///< exact; the digits then mean nothing
  std::ptrdiff_t inexact;  ///< which word that is: 0 or 1
};

/// The sums of the weights of the elements in each bin, in units of `unit_for(largest)`. There are
/// elements, up to 2^31; their weights, float32 or float64, are the second fused operand.
/// @param largest  of the weights, or of a sample of them
/// @throws as above
[[nodiscard]] fixed_sums sum_on_gpu(operation& work, const histogram_bins& bins, const void* edges,
                                    const double* largest);

}  // namespace gpu::execute
