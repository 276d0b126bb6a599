// SPDX-License-Identifier: BSD-3-Clause
// The axes of a kernel that reduces, as few as its operands allow.
#pragma once

#include <cstddef>
#include <span>

#include "core/iteration.hpp"
#include "execute/gpu/reduce/operands.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// The axes of extents other than 1 in the order of the leader's memory, outermost first and
/// forwards. The leader is the operand with the most bytes to read. Kept axes merge with kept ones
/// and reduced axes with reduced ones.
struct reduction_space {
  iteration axes;             ///< the kept ones, then the reduced ones
  std::size_t kept_rank = 0;  ///< how many are kept
  /// Whether the leader's neighbours in memory belong to the same row, or there is one row only.
  bool ends_reduced = true;
};

[[nodiscard]] reduction_space space_of(const graph::kernel& work,
                                       std::span<const reduction_operand> operands);

}  // namespace gpu::execute
