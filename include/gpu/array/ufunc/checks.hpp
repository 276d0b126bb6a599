// SPDX-License-Identifier: BSD-3-Clause
// What a call of an elementwise function with options is checked for, at run time.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <gpu/core/loop_choice.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// One array or view that receives results, as the checks see it.
struct written_array {
  dtype type;
  shape extents;
  device where;
};

/// The loop at run time.
/// @throws dtype_error  "No loop matching the specified signature and casting was found for ufunc
///                      add", if `giving` is a dtype; else "ufunc 'add' not supported for ..."
[[nodiscard]] loop require_loop(const op_info& op, const graph::op_record& record,
                                std::span<const operand_type> operands,
                                std::optional<dtype> giving);
/// @throws dtype_error  "Cannot cast ufunc 'add' input 0 from dtype('float64') to ..."
void require_inputs(const char* op, const loop& chosen, std::span<const operand_type> operands,
                    casting rule);
/// @throws dtype_error  "Cannot cast ufunc 'add' output from dtype('float64') to ..."
void require_outputs(const char* op, const loop& chosen, std::span<const written_array> targets,
                     casting rule);
/// The same for the one output of a call.
void require_output(const char* op, dtype from, dtype to, casting rule);
/// @throws shape_error      unless operands and mask broadcast, and to the shape of each target
/// @throws device_mismatch  unless all are on one device
void require_places(const graph::operand_list& operands, const graph::node_ptr& mask,
                    std::span<const written_array> targets);
/// `value` where the mask holds, else `otherwise`, both as `type`. The value itself without a mask.
[[nodiscard]] graph::node_ptr masked(graph::node_ptr mask, graph::node_ptr value,
                                     const graph::node_ptr& otherwise, dtype type);
/// 0 of any dtype.
[[nodiscard]] graph::node_ptr zero_node(dtype type);

}  // namespace gpu::detail
