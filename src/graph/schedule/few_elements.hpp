// SPDX-License-Identifier: BSD-3-Clause
// Reductions of few elements as ops: the squared length of points of three coordinates is
// x[0]^2 + x[1]^2 + x[2]^2 wherever it is needed, and never in memory; the mean of windows of a
// series is one of views of it that are shifted against each other.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// An op of views of the reduction's operand, one for each element that a result has. Null if the
/// elements are many, or much is computed for them.
[[nodiscard]] node_ptr op_of_few_elements(const reduction_node& reduction);

/// Whether a kernel over `count` elements reads the results sooner from memory than it computes
/// them: it needs each many times, or others are likely to need them too, and they are much
/// fewer than what they are computed from.
[[nodiscard]] bool is_better_read(const reduction_node& reduction, std::ptrdiff_t count);

/// Whether results are reductions of windows that overlap: neighbours have elements in common.
[[nodiscard]] bool reduces_windows(const reduction_node& reduction);

/// Whether there are many results, each of a short row: of the colours of a pixel or the
/// coordinates of a point, which one thread reads together.
[[nodiscard]] bool reduces_short_rows(const reduction_node& reduction);

}  // namespace gpu::graph
