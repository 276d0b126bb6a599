// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

using node_list = std::vector<graph::node_ptr>;

/// Arrays of one dtype one after the other along an axis, in new memory: computed now.
/// @throws value_error      in the words of `numpy.concatenate`
/// @throws device_mismatch
[[nodiscard]] graph::node_ptr joined(const node_list& parts, std::size_t axis);

}  // namespace gpu::detail
