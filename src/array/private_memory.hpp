// SPDX-License-Identifier: BSD-3-Clause
// Whether an array may be written in place: whether anyone but the array, and the value that it is
// about to be given, could see the difference.
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Whether nobody but the array of `leaf` and `value`, which is about to be consumed, can see it,
/// or all others see elements beside those of `target`, a leaf of its memory.
[[nodiscard]] bool is_private(const graph::leaf_ptr& leaf, const graph::node_ptr& value,
                              const graph::leaf_node* target = nullptr);

}  // namespace gpu::detail
