// SPDX-License-Identifier: BSD-3-Clause
// Several results of one call of a library's, in one block.
#pragma once

#include <cstddef>

#include <gpu/core/dtype.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// An array in C order that is all of a block of its own size: that of `whole` from a byte on,
/// which lives as long.
/// @param begin  a multiple of the elements' size
[[nodiscard]] graph::leaf_ptr leaf_in_block(const graph::leaf_node& whole, std::size_t begin,
                                            dtype type, const shape& extents);

}  // namespace gpu::detail
