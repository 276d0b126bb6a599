// SPDX-License-Identifier: BSD-3-Clause
// Whether an array may be written in place: whether anyone but the array, and the value that it is
// about to be given, could see the difference.
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Whether nobody but the array of `leaf`, and `value`, can see any of its elements.
[[nodiscard]] bool is_private(const graph::leaf_ptr& leaf, const graph::node_ptr& value);

/// Whether nobody but those two can see the elements of `target`, a leaf of the array's memory that
/// nobody but the caller has. If all that stands against it are small expressions in `value` that
/// others have as well, as `t` in `auto t = sum(r); r /= t;`, they are computed, which they
/// remember.
[[nodiscard]] bool make_private(const graph::leaf_ptr& leaf, const graph::node_ptr& value,
                                const graph::leaf_node& target);

}  // namespace gpu::detail
