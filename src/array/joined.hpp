// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

using node_list = std::vector<graph::node_ptr>;

/// An array, and the index in the array that it is a part of where it begins.
struct placed_part {
  graph::node_ptr value;
  shape start;
};
/// Parts of the dtype of `whole` written to their places in it: its memory is new, or no part is
/// computed from it. Computed now.
/// @throws device_mismatch
void assemble(const std::vector<placed_part>& parts, const graph::leaf_ptr& whole);
/// Parts of one dtype, at least one, as an array in new memory, which they cover: computed now.
/// @throws device_mismatch
[[nodiscard]] graph::leaf_ptr assembled(const std::vector<placed_part>& parts,
                                        const shape& extents);

/// @throws value_error  unless the extents of the first part and of part `i` differ along `axis`
///                      alone, in the words of `numpy.concatenate`
void require_joinable(const shape& first, const shape& other, std::size_t i, std::size_t axis);

/// Arrays one after the other along an axis, and the shape of them all.
struct joined_parts {
  std::vector<placed_part> parts;
  shape extents;
};
/// @throws value_error  in the words of `numpy.concatenate`
[[nodiscard]] joined_parts placed_along(const node_list& parts, std::size_t axis);

/// Arrays of one dtype one after the other along an axis, in new memory: computed now.
/// @throws value_error      in the words of `numpy.concatenate`
/// @throws device_mismatch
[[nodiscard]] graph::node_ptr joined(const node_list& parts, std::size_t axis);
/// The same, computed when it is needed: by then each part may have been computed together with
/// what reads it.
[[nodiscard]] graph::node_ptr joined_later(const node_list& parts, std::size_t axis);

}  // namespace gpu::detail
