// SPDX-License-Identifier: BSD-3-Clause
// The text of kernels that reduce: the functor, what its operands are for, and the skeleton with
// its passes.
#pragma once

#include <string>
#include <string_view>

#include "execute/gpu/reduce/shape.hpp"
#include "graph/emit/reduce/reduced_kernel.hpp"

namespace gpu::execute {

/// ", 4, true": how many accesses before a thread computes, and whether there is a tail.
[[nodiscard]] std::string unroll_and_tail(const graph::variant& options);

/// "__cluster_dims__(2, 1, 1) ": what stands before `graph::launch_bounds`; nothing for one block.
[[nodiscard]] std::string cluster_bounds(int blocks);

/// @param form        the parameters of the skeleton
/// @param parameters  its template arguments between the width of its accesses and the threads of a
///                    block
/// @param bounds      what stands before the entry's name: `graph::launch_bounds` and the like
/// @param name        of the entry
[[nodiscard]] std::string reduction_text(const graph::reduced_kernel& reduced,
                                         const reduction_parameters& form,
                                         const std::string& parameters, std::string_view bounds,
                                         const std::string& name);

}  // namespace gpu::execute
