// SPDX-License-Identifier: BSD-3-Clause
// Elements of which many are equal are put into a hash table on a GPU, which is faster than to sort
// them.
#pragma once

#include "array/sorting/counted_values.hpp"
#include "jit/program.hpp"

namespace gpu::detail {

/// The kernel that finds the different keys of real elements. Its one argument is
/// `kernels::distinct_keys_arguments`.
[[nodiscard]] program distinct_keys_program(dtype type);

/// Of a vector of real elements in memory; nans are equal. Waits. Nothing on the host, or if there
/// are few elements, or many different ones.
/// @param has_counts  whether `counts` is asked for; else it is null
[[nodiscard]] std::optional<counted_values> hashed_values_of(const graph::node_ptr& vector,
                                                             bool has_counts, device where);

}  // namespace gpu::detail
