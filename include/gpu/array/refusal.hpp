// SPDX-License-Identifier: BSD-3-Clause
// What functions return that are there to be refused: the compiler's message names it.
#pragma once

namespace gpu::refusal {

/// Of `a[indices]` and `a[mask]`, for which one writes `view(a, indices)`.
struct arrays_of_indices_and_masks_are_for_gpu_view;

/// Of `e = x` and `e += x` where `e` has not been computed: `ndarray<T> e = ...` and `eval(...)`
/// are arrays, which can be written.
struct an_expression_is_not_written_to_but_an_ndarray_or_what_gpu_eval_returns;

/// Of `a(range(0, 2))`, for which one writes `view(a, range(0, 2))`.
struct slices_are_for_gpu_view;

}  // namespace gpu::refusal
