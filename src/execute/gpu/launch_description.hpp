// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// How a kernel would be launched on a GPU, and what it moves.
struct launch_description {
  std::string skeleton;  ///< "contiguous", "rows", "reduce_inner" ...; of a library's call nothing
  unsigned grid = 0;     ///< blocks; 0 if there is nothing to compute
  unsigned block[2] = {1, 1};
  int index_bits = 32;
  std::int64_t arrays_read = 0;  ///< affine indices, which take no memory, included
  std::int64_t bytes_read = 0;   ///< distinct elements of each array
  std::int64_t bytes_written = 0;
};

/// Needs no GPU. Targets that have no memory yet count as aligned.
[[nodiscard]] launch_description describe(const graph::kernel& work);

}  // namespace gpu::execute
