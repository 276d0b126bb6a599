// SPDX-License-Identifier: BSD-3-Clause
// How much of its elements a thread of a reduction accesses at once.
#pragma once

#include <cstddef>
#include <span>

#include <gpu/kernels/abi.hpp>

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
  /// Bytes of a vector of all arrays that vary along rows and are reduced, if they are read by
  /// accesses of at least 4 bytes; else 0.
  std::ptrdiff_t whole_bytes = 0;
};

/// How operand `i` is accessed: by vectors only if it has an element for each of the last axis.
[[nodiscard]] kernels::access access_of(const reduction_operand& operand,
                                        const reduction_loop& loop, std::size_t i, int vector);

[[nodiscard]] access_widths choose_widths(const graph::kernel& work,
                                          std::span<const reduction_operand> operands,
                                          const reduction_loop& loop, const element_costs& costs);

}  // namespace gpu::execute
