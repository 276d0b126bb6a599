// SPDX-License-Identifier: BSD-3-Clause
// Which variant of a kernel that reduces is launched, over which iteration space. What decides the
// order in which elements are combined depends on extents, dtypes and the order of axes alone: not
// on addresses, and on the device only by whether its blocks form clusters, which share long rows.
#pragma once

#include <cstddef>
#include <vector>

#include "core/iteration.hpp"
#include "execute/gpu/arguments.hpp"
#include "execute/gpu/launch_plan.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// The names are those of kernels/abi.hpp and of the skeletons.
struct reduction_plan : launch_plan {
  /// Operands are the outputs, then the arguments. The axes are the kept ones, the reduced ones,
  /// and the last.
  iteration space;
  std::ptrdiff_t rows = 1;
  std::ptrdiff_t steps = 1;
  std::ptrdiff_t split_steps = 1;
  std::ptrdiff_t splits = 1;
  std::ptrdiff_t run = 1;
  int team = 0;
  int height = 0;
};

/// The variant for `work`, which reduces. Looks at addresses only for how memory is accessed; what
/// has no memory yet counts as aligned.
[[nodiscard]] reduction_plan plan_reduction(const graph::kernel& work);

/// The arguments of the launch.
/// @param partial, arrivals  memory of the device, if there are several splits
void write_arguments(argument_writer& out, const graph::kernel& work, const reduction_plan& plan,
                     void* partial, unsigned* arrivals);

}  // namespace gpu::execute
