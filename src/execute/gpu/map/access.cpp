// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/access.hpp"

#include "execute/gpu/map/plan.hpp"

namespace gpu::execute {

using kernels::access;

access access_of(const map_space& space, std::size_t i) {
  const std::ptrdiff_t step = space.axes.strides[i].back();
  if (!space.operands[i].is_array()) return access::strided;
  if (step == 1) return access::unit;
  if (space.operands[i].is_written) return access::strided;
  return step == 0 ? access::zero : step == -1 ? access::reversed : access::strided;
}

bool is_transposed(const map_space& space, std::size_t i, std::size_t axis) {
  return space.operands[i].is_array() && !space.operands[i].is_written &&
         space.stride(i, axis) == 1 && access_of(space, i) == access::strided;
}

int vector_of(const map_space& space, std::size_t i, std::size_t along, int vector) {
  const std::size_t bytes = space.operands[i].bytes;
  const bool is_backwards = space.stride(i, along) == -1;
  vector = aligned_vector(vector, bytes, space.operands[i].address + (is_backwards ? bytes : 0));
  for (std::size_t axis = 0; axis < space.rank(); ++axis)
    while (axis != along && vector > 1 && space.stride(i, axis) % vector != 0) vector /= 2;
  return vector;
}

last_axis_accesses access_last_axis(const graph::kernel& work, const map_space& space) {
  last_axis_accesses result{{}, max_vector_width(work, space.widest_bytes)};
  int& vector = result.vector;
  while (vector > 1 && vector > space.axes.extents.back()) vector /= 2;
  result.operands.reserve(space.operands.size());
  for (std::size_t i = 0; i < space.operands.size(); ++i) {
    access pattern = access_of(space, i);
    const bool is_run = pattern == access::unit || pattern == access::reversed;
    const int aligned = is_run ? vector_of(space, i, space.rank() - 1, vector) : vector;
    if (aligned == 0)
      pattern = access::strided;
    else
      vector = aligned;
    result.operands.push_back(pattern);
  }
  return result;
}

}  // namespace gpu::execute
