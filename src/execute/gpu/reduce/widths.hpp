// SPDX-License-Identifier: BSD-3-Clause
// How much of its elements a thread of a reduction accesses at once.
#pragma once

#include <cstddef>
#include <span>

#include "execute/gpu/reduce/loop.hpp"
#include "execute/gpu/reduce/operands.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

struct access_widths {
  int vector = 1;              ///< elements of one access
  int unroll = 1;              ///< accesses to each operand before a thread computes
  std::ptrdiff_t vectors = 1;  ///< along the last axis
  bool has_tail = false;       ///< the last axis may end within a vector
  bool has_runs = false;       ///< ops share work between the elements of a vector
};

[[nodiscard]] access_widths choose_widths(const graph::kernel& work,
                                          std::span<const reduction_operand> operands,
                                          const reduction_loop& loop, const element_costs& costs);

}  // namespace gpu::execute
