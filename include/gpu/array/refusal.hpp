// SPDX-License-Identifier: BSD-3-Clause
// What functions return that are there to be refused: the compiler's message names it.
#pragma once

namespace gpu::refusal {

/// Of `a[indices]` and `a[mask]`, for which one writes `view(a, indices)`.
struct arrays_of_indices_and_masks_are_for_gpu_view;

/// Of `e = x` and `e += x` where `e` has not been computed: `ndarray<T> e = ...` and `eval(...)`
/// are arrays, which can be written.
struct an_expression_is_not_written_to_but_an_ndarray_or_what_gpu_eval_returns;

/// Of `sum(a == 3)` and `place(a, a == 3, 4)`, for which one writes `equal(a, 3)`.
struct a_comparison_with_a_number_is_one_bool_and_gpu_equal_gives_one_for_each_element;

/// Of `max(a, b)`, for which one writes `maximum(a, b)`, and of `sum(a, true)`.
struct behind_the_array_stand_axes_and_options_and_gpu_maximum_takes_two_arrays;

/// Of `concatenate(a, b)`, for which one writes `concatenate({a, b})`.
struct arrays_to_join_are_one_list_in_braces;

/// Of `a + v` and `add(a, v)` where `v` is a vector, for which one writes `a + asarray(v)`.
struct vectors_beside_arrays_are_made_arrays_by_gpu_asarray;

/// Of `view(a, 0.5)` and `view(a, b)` where `b` has real numbers.
struct indices_are_integers_slices_and_arrays_of_integers_or_bools;

/// Of `matmul(a, 3)`, for which one writes `a * 3`.
struct a_number_is_no_matrix_and_operator_times_multiplies_by_numbers;

/// Of `a(range(0, 2))`, for which one writes `view(a, range(0, 2))`.
struct slices_are_for_gpu_view;

}  // namespace gpu::refusal
