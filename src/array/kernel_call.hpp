// SPDX-License-Identifier: BSD-3-Clause
// One call of a user's kernel, with all that was resolved about it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel_source.hpp"

#include <gpu/array/kernel_operand.hpp>

namespace gpu::user_kernels {

struct kernel_call {
  const kernel_source& kernel;
  const launch_options& how;
  std::span<kernel_operand> operands;  ///< the inputs, then the outputs if they are given
  std::vector<parameter_use> uses;     ///< one for each parameter
  shape extents;                       ///< of the loop
  device where;

  [[nodiscard]] bool outputs_given() const noexcept { return operands.size() > kernel.in.size(); }
};

/// Types, shapes and device of a call.
/// @throws value_error, dtype_error, shape_error, device_mismatch  as elementwise_kernel says
[[nodiscard]] kernel_call resolve_call(const kernel_source& kernel, const launch_options& how,
                                       std::span<kernel_operand> operands);

/// Runs the kernel now, in a launch or a host loop of its own. Returns the outputs: new memory,
/// which begins with the old elements of those that were given. Writes back inputs marked
/// `_non_const`.
///
/// @param reason  on cpu(): why the text is compiled
[[nodiscard]] std::vector<graph::node_ptr> run_loop(const kernel_call& call, const refusal& reason);

/// What `load_host_function` gives. If there is no compiler, says what made one necessary.
[[nodiscard]] void* load_for_host(const kernel_source& kernel, const program& program,
                                  const refusal& reason);

}  // namespace gpu::user_kernels
