// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/launch_description.hpp"

#include <algorithm>
#include <memory>

#include "execute/gpu/skeleton_families.hpp"

namespace gpu::execute {
namespace {

/// Bytes of the distinct elements of a layout.
std::int64_t bytes_of(const layout& place, dtype type) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < place.extents.size(); ++axis)
    if (place.strides[axis] != 0 || place.extents[axis] == 0) count *= place.extents[axis];
  return count * static_cast<std::int64_t>(size_bytes(type));
}

}  // namespace

launch_description describe(const graph::kernel& work) {
  launch_description result;
  result.arrays_read = static_cast<std::int64_t>(work.arguments.size());
  for (const graph::kernel_argument& argument : work.arguments)
    result.bytes_read += bytes_read(argument);
  for (const graph::kernel_output& output : work.outputs)
    result.bytes_written += bytes_of(output.target->placement(), output.target->type);
  if (work.library_call() != nullptr) return result;
  const std::shared_ptr<const launch_plan> plan = family_of(work).plan(work);
  result.skeleton = plan->options.name();
  result.grid = plan->grid;
  std::copy(plan->block, plan->block + 2, result.block);
  result.index_bits = plan->options.wide ? 64 : 32;
  return result;
}

}  // namespace gpu::execute
