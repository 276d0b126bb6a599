// SPDX-License-Identifier: BSD-3-Clause
// A program run by the library.
#pragma once

#include <vector>

#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>

#include "host_value.hpp"
#include "program.hpp"

namespace gpu::fuzz {

enum class manner {
  fused,     ///< nothing is computed before a root or a write needs it
  together,  ///< the same, but all roots that are no arrays at once, as gpu::fuse does
  op_by_op,  ///< every op and cast on its own
};

/// `from` seen as `view`, which is a view, says.
[[nodiscard]] graph::node_ptr viewed(const graph::node_ptr& from, const step& view);

/// The roots that are no arrays, on a device that need not be there: arrays have no memory. Steps
/// that change an array are left out.
[[nodiscard]] std::vector<graph::node_ptr> roots_without_memory(const program& work, device where);

/// The values of roots and arrays in the end, at their steps' numbers.
[[nodiscard]] std::vector<host_value> run(const program& work, device where, manner chosen);

/// The same op by op, and the value of every step but scalars, copied at once; that of a step which
/// changes an array is the array's.
[[nodiscard]] std::vector<host_value> run_watched(const program& work, device where);

}  // namespace gpu::fuzz
