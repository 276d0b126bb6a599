// SPDX-License-Identifier: BSD-3-Clause
// Kernels of graphs on a GPU that need not be there.
#pragma once

#include <utility>
#include <vector>

#include <gpu/graph/build.hpp>

#include "graph/schedule/schedule.hpp"

namespace gpu::testing {

/// An array on a GPU, without memory.
inline graph::node_ptr array_on_gpu(dtype type, const shape& extents) {
  return graph::node_ptr(graph::make_unallocated_leaf(type, extents, gpu(0)).get());
}

/// The last of the kernels that compute `value`.
inline graph::kernel kernel_of(const graph::node_ptr& value) {
  std::vector<graph::scheduled_kernel> steps = graph::make_schedule(
      value, graph::make_unallocated_leaf(value->type, value->extents, gpu(0)));
  return std::move(steps.back().work);
}

}  // namespace gpu::testing
