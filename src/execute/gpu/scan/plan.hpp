// SPDX-License-Identifier: BSD-3-Clause
// Which variant of a kernel that scans is launched. What decides the order in which elements are
// combined depends on extents, dtypes and the order of axes alone: neither on addresses nor on the
// device.
#pragma once

#include <cstddef>

#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "execute/scan_iteration.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// The names are those of kernels/abi.hpp and kernels/skeletons/scan.cuh.
struct scan_plan : launch_plan {
  /// Of the workspace before the tiles' status: the dynamic tile id, and what aligns the rest.
  static constexpr std::size_t tile_id_bytes = 64;

  scan_iteration space;
  std::ptrdiff_t segment_blocks = 1;
  std::ptrdiff_t groups = 1;
  std::ptrdiff_t tiles = 1;
};

/// The variant for `work`, which scans and has at least one element. Looks at addresses only for
/// how memory is accessed; what has no memory yet counts as aligned.
[[nodiscard]] scan_plan plan_scan(const graph::kernel& work);

/// The arguments of the launch.
/// @param statuses, tile_id  zeros in memory of the device, if there are statuses
void write_arguments(argument_writer& out, const graph::kernel& work, const scan_plan& plan,
                     void* statuses, unsigned* tile_id);

}  // namespace gpu::execute
