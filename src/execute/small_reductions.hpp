// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::execute {

/// What `cpu()` computes one by one before `value`, if that is computed from few elements:
/// reductions, and what they reduce, each behind what it is computed from. A kernel that fuses them
/// takes longer to plan than they take. None if there are no reductions, or if `value` is computed
/// from many elements or by anything but ops, views and reductions.
[[nodiscard]] std::vector<const graph::node*> small_reductions_below(const graph::node& value);

}  // namespace gpu::execute
