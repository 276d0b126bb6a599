// SPDX-License-Identifier: BSD-3-Clause
// A few elements of what is computed: the op of those elements of its operands, so that all others
// are never computed, nor anything written to memory to be read there.
#pragma once

#include <functional>

#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// What is taken of an operand, which has as many axes as the result of the op, some of extent 1.
using operand_taker = std::function<graph::node_ptr(const graph::node_ptr& operand)>;

/// `value` at `count` places by what `take` gives of its operands; null if it is no elementwise op,
/// or if computing all of it in one kernel is better.
///
/// @param indexed  bit i: axis i is indexed
[[nodiscard]] graph::node_ptr computed_of_taken(const graph::node_ptr& value, std::uint64_t indexed,
                                                std::ptrdiff_t count, const operand_taker& take);

/// The same of as many places as there are elements, or more, each of which is quickly computed
/// anew: null also if an operand is not in memory.
[[nodiscard]] graph::node_ptr computed_of_moved(const graph::node_ptr& value, std::uint64_t indexed,
                                                const operand_taker& move);

}  // namespace gpu::detail
