// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The bytes of a value, which is computed, as elements of another type. They are in C order.
/// @throws value_error  in NumPy's words, if the last axis is not made up of such elements
[[nodiscard]] graph::node_ptr reinterpreted(const graph::node_ptr& value, dtype type);
/// The elements, computed, with the order of their bytes reversed, in each part of complex ones.
[[nodiscard]] graph::node_ptr byteswapped(const graph::node_ptr& value);

}  // namespace gpu::detail
