// SPDX-License-Identifier: BSD-3-Clause
// Elements at computed places, in the way that suits the device.
#pragma once

#include <span>

#include <gpu/core/index_mode.hpp>
#include <gpu/graph/node.hpp>

#include "graph/gather.hpp"

namespace gpu::detail {

/// As `graph::make_gather`. On `cpu()`, of many elements of which several share each index, not an
/// op that fuses, but a function that copies spans of memory: it looks at each index once, not once
/// for each element.
[[nodiscard]] graph::node_ptr gathered(const graph::node_ptr& source, const layout& kept,
                                       std::span<const graph::indexed_axis> axes, index_mode mode,
                                       const graph::node_ptr& report);

}  // namespace gpu::detail
