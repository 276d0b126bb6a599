// SPDX-License-Identifier: BSD-3-Clause
// Kept axes along which a reduction reads the same elements again and again.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "execute/gpu/reduce/operands.hpp"
#include "execute/gpu/reduce/space.hpp"

namespace gpu::execute {

/// Numbers of kept axes of a `reduction_space`. No operand that varies along rows depends on both.
struct axis_pair {
  std::size_t row;
  std::optional<std::size_t> column;  ///< null: rows alone share what they read
};

/// The pair whose blocks of rows and columns share the most of what they read, if it is much:
/// `sum(square(a[:, None] - b), 2)` reads each row of `a` for every row of `b`.
/// @param gathers  what the kernel reads of memory
[[nodiscard]] std::optional<axis_pair> find_axis_pair(
    const reduction_space& space, std::span<const reduction_operand> operands,
    std::span<const graph::gathered_elements> gathers);

}  // namespace gpu::execute
