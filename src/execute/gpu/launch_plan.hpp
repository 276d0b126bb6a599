// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "graph/emit/variant.hpp"

namespace gpu::execute {

/// Memory of the device that a kernel needs while it runs.
struct workspace_size {
  std::size_t zeroed_bytes = 0;  ///< zero when the kernel begins
  std::size_t scratch_bytes = 0;
  bool has_counters = false;  ///< up to `tuning::max_counters`, zero between launches
};

/// That memory; null where nothing was asked for.
struct workspace {
  std::byte* zeroed = nullptr;
  std::byte* scratch = nullptr;
  unsigned* counters = nullptr;
};

/// How a kernel is launched: what the launch itself needs of a plan. The plan of each family of
/// skeletons derives from it.
struct launch_plan {
  graph::variant options;
  unsigned grid = 0;  ///< blocks; 0 if there is nothing to compute
  unsigned block[2] = {1, 1};
  unsigned shared_bytes = 0;  ///< that the launch asks for
  workspace_size memory;
  /// Beside the size and the body, arguments are the addresses of the output and of arrays: what a
  /// `contiguous_expression` tells is all of them.
  bool takes_addresses_alone = false;
};

}  // namespace gpu::execute
