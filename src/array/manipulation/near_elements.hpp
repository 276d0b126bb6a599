// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "graph/near_gather.hpp"

namespace gpu::detail {

/// The elements of `a`, which is not empty, on its axes and near them: see
/// graph::make_near_gather. What is quickly computed is computed there, of elements of its
/// operands; else `a` is computed first.
[[nodiscard]] graph::node_ptr near_elements(const graph::node_ptr& a,
                                            const std::vector<graph::near_axis>& axes,
                                            graph::beyond_axis mode);

}  // namespace gpu::detail
