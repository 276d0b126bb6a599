// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// What a library calls that can apply ops to the results before it writes them.
class function_with_epilogue : public library_function {
 public:
  /// The call that computes `next`, an op of the results of `call`, which is one of this function,
  /// and its operand at `position`. Null if the library does not do that, or not as well.
  [[nodiscard]] virtual node_ptr call_with(const library_node& call, const op_node& next,
                                           std::size_t position) const = 0;
};

}  // namespace gpu::graph
