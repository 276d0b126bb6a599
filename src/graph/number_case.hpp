// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// An op of one operand.
struct simpler_op {
  const op_record* op;
  int loop;
  std::size_t operand;  ///< its number among those of the op of two
};

/// What has the values of an op of two operands, as one of these is a number for which there is
/// something: see `gpu::number_case`. Operands that are null are no numbers.
[[nodiscard]] std::optional<simpler_op> number_case_of(const op_record& op, int loop,
                                                       std::span<const node_ptr> operands);

}  // namespace gpu::graph
