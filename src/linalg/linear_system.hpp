// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>

#include "linalg/matrix_stack.hpp"

namespace gpu::linalg::detail {

/// Copies of the operands of a x = b, whose stacks were broadcast, in the type that they compute
/// in. A b of one axis is a vector: one column.
class linear_system {
 public:
  /// @param name  of the function, for messages
  /// @throws linalg_error  as `require_square`
  /// @throws shape_error   "solve: Input operand 1 has a mismatch in its core dimension 0, ...", or
  ///                       if the stacks do not broadcast
  /// @throws device_mismatch
  linear_system(const char* name, const graph::node_ptr& a, const graph::node_ptr& b, device where);

  [[nodiscard]] const matrix_stack& a() const noexcept { return a_; }
  /// To be overwritten with the solutions.
  [[nodiscard]] const matrix_stack& b() const noexcept { return b_; }
  /// What b holds: without columns if the operand had none.
  [[nodiscard]] graph::node_ptr solution() const;

 private:
  struct operands {
    graph::node_ptr a, b;
    bool is_vector;
  };
  linear_system(const operands& both, device where);
  static operands broadcast(const char* name, const graph::node_ptr& a, const graph::node_ptr& b);

  matrix_stack a_;
  matrix_stack b_;
  bool is_vector_;
};

}  // namespace gpu::linalg::detail
