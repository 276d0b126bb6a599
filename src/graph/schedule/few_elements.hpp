// SPDX-License-Identifier: BSD-3-Clause
// Reductions of few elements as ops: the squared length of points of three coordinates is
// x[0]^2 + x[1]^2 + x[2]^2 wherever it is needed, and never in memory.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// An op of views of the reduction's operand, one for each element that a result has, which a
/// kernel over `count` elements computes sooner than it reads results from memory; null if that
/// is not to be expected: the elements are many, or much is computed for them, or the kernel needs
/// each result many times.
[[nodiscard]] node_ptr op_of_few_elements(const reduction_node& reduction, std::ptrdiff_t count);

}  // namespace gpu::graph
