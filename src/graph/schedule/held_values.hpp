// SPDX-License-Identifier: BSD-3-Clause
// What an expression that somebody holds is computed from.
#pragma once

#include <unordered_set>
#include <vector>

#include "graph/schedule/schedule.hpp"

namespace gpu::graph {

/// Values between the kernels of a schedule that expressions read which are held elsewhere, but not
/// in memory themselves: `s` in `auto s = sort(x) * 2; a = sum(view(s, range(0, 9)));`. Whoever
/// holds one may ask for another part of it, which takes the sorted elements again. But for the
/// steps of a program that is too large for one kernel.
[[nodiscard]] std::unordered_set<const node*> values_below_held(
    const std::vector<scheduled_kernel>& schedule);

}  // namespace gpu::graph
