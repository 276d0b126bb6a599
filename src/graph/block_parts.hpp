// SPDX-License-Identifier: BSD-3-Clause
// Which parts of a memory block are shown to whom. An array may write one part in place while
// expressions that wait read others.
#pragma once

#include <gpu/graph/node.hpp>

#include <cstdint>
#include <functional>

namespace gpu::graph {

/// Lists a leaf that has just been made, and has a part of its block, until it ends. Leaves of more
/// than half of a block are not listed: whoever writes copies as much anyway.
void list_part(const leaf_node& part) noexcept;

/// Marks leaves that nothing but `computed` is computed from, now that it has its result: nobody
/// begins to read them any more. A thread that began before may still be at it. Marks none while
/// anything is captured: what is only recorded is read whenever the graph is launched.
void supersede_parts(const computed_node& computed) noexcept;

/// Whether nobody has the block but `known` owners and listed leaves, for each of which `holds`.
/// False as well if they are so many that copying the block is better. None of them ends meanwhile.
[[nodiscard]] bool all_others_are_parts(const memory_block& block, std::int64_t known,
                                        const std::function<bool(const leaf_node&)>& holds);

}  // namespace gpu::graph
