// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// An `op` that is a division of integers, of an array by a positive number: multiplications by a
/// number that is computed here, with the same values. Null for any other operands.
[[nodiscard]] node_ptr divided_by_number(const op_record& op, int loop,
                                         const operand_list& operands);

}  // namespace gpu::graph
