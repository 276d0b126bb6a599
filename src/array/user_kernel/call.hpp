// SPDX-License-Identifier: BSD-3-Clause
// One call of a user's kernel, with all that was resolved about it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gpu/array/user_kernel/operand.hpp>

#include "array/user_kernel/source.hpp"

namespace gpu::user_kernels {

struct kernel_call {
  const kernel_source& kernel;
  const launch_options& options;
  std::span<kernel_operand> operands;  ///< the inputs, then the outputs if they are given
  std::vector<parameter_use> uses;     ///< one for each parameter
  shape extents;                       ///< of the loop
  device where;

  [[nodiscard]] bool outputs_given() const noexcept { return operands.size() > kernel.in.size(); }
};

/// Types, shapes and device of a call.
/// @throws value_error, dtype_error, shape_error, device_mismatch  as elementwise_kernel says
[[nodiscard]] kernel_call resolve_call(const kernel_source& kernel, const launch_options& options,
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

/// @throws shape_error  unless outputs that are given have these extents
void require_output_shapes(const kernel_call& call, const shape& extents);

/// `value` as an output: of this dtype, with these extents, on this device.
[[nodiscard]] graph::node_ptr as_output(const graph::node_ptr& value, dtype type,
                                        const shape& extents, device where);

/// Writes the outputs that were given, and returns them as they are then.
[[nodiscard]] std::vector<graph::node_ptr> write_outputs(const kernel_call& call,
                                                         std::vector<graph::node_ptr> values);

/// What `make` gave at the first call for this kernel and `key`.
[[nodiscard]] const graph::op_record& recorded(
    const kernel_source& kernel, std::vector<std::uint8_t> key,
    const std::function<const graph::op_record&()>& make);

/// Calls with the same text and types share one record, so that they share compiled kernels: the
/// one that `make` gave at the first call with this key.
[[nodiscard]] const graph::op_record& interned_record(
    const std::string& key, const std::function<graph::op_record*()>& make);

}  // namespace gpu::user_kernels
