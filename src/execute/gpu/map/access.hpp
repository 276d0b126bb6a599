// SPDX-License-Identifier: BSD-3-Clause
// How the operands of an elementwise kernel are accessed.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/kernels/abi.hpp>

#include "execute/gpu/map/space.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// How operand `i` is accessed along the last axis, transposed ones apart.
[[nodiscard]] kernels::access access_of(const map_space& space, std::size_t i);

/// Whether operand `i` is read, and has its neighbours along `axis`, not along the last one.
[[nodiscard]] bool is_transposed(const map_space& space, std::size_t i, std::size_t axis);

/// The widest access up to `vector` that the operand allows wherever a run along axis `along`
/// begins; 0 if it is not aligned to its own size. Runs backwards begin at the end of an access.
[[nodiscard]] int vector_of(const map_space& space, std::size_t i, std::size_t along, int vector);

/// Accesses along the last axis.
struct last_axis_accesses {
  std::vector<kernels::access> operands;
  int vector;  ///< elements of unit and reversed ones
};

[[nodiscard]] last_axis_accesses access_last_axis(const graph::kernel& work,
                                                  const map_space& space);

}  // namespace gpu::execute
