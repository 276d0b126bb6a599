// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// `op` of integers, of which it divides by a positive number: multiplications by a number that is
/// computed here, with the same values. Null for any other operands, which are not touched then.
[[nodiscard]] node_ptr divided_by_number(const op_record& op, int loop, operand_list& operands);

}  // namespace gpu::graph
