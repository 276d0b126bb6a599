// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include <gpu/graph/node.hpp>

#include "array/joined.hpp"

namespace gpu::detail {

/// The parts, which cover an array, made of what is in memory.
using parts_of_leaves = std::function<std::vector<placed_part>(const node_list& leaves)>;

/// Elements from which on `assembled_later` is faster on `cpu()` than a kernel that computes for
/// each element where it comes from.
inline constexpr std::ptrdiff_t min_assembled_size = 1 << 9;

/// As `assembled`, but computed when it is needed, on `cpu()`: each part is copied to its place, so
/// no element has to ask where it comes from.
/// @param operands  what `parts` gets, in memory
[[nodiscard]] graph::node_ptr assembled_later(graph::operand_list&& operands, dtype type,
                                              const shape& extents, parts_of_leaves parts);

}  // namespace gpu::detail
