// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/shape.hpp>
#include <gpu/graph/node.hpp>

namespace gpu {

namespace detail {

/// Whether every element of a bool value is true. Waits.
[[nodiscard]] bool all_true(const graph::node_ptr& value);

/// Whether the two values are in memory, and have an element there in common.
[[nodiscard]] bool shares_memory(const graph::node_ptr& a, const graph::node_ptr& b);

/// @throws shape_error  "non-broadcastable output operand with shape (2,) doesn't match the
///                      broadcast shape (3, 2)"
void require_shape(const shape& value, const shape& target);

}  // namespace detail
}  // namespace gpu
