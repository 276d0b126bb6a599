// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Computes `work`, which reduces axes, if it is one reduction of few elements that lie in memory,
/// and nothing else: planning would take longer than that. False if it is no such kernel.
///
/// The results are those of any other way: elements are put together in the same order.
[[nodiscard]] bool reduce_directly(const graph::kernel& work);

}  // namespace gpu::execute
