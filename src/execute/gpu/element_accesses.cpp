// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/element_accesses.hpp"

#include <algorithm>
#include <cstdlib>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using kernels::access;

/// The widest access up to `vector` that every row of argument `i` allows.
int vector_of(const kernel& work, const iteration& space, std::size_t i, int vector) {
  const shape& strides = space.strides[i];
  const std::size_t bytes = element_bytes(work.arguments[i]);
  const std::uintptr_t first = address_in(*leaf_of(work.arguments[i]), space.offsets[i]);
  vector = aligned_vector(vector, bytes, first + (strides.back() == -1 ? bytes : 0));
  for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis)
    while (vector > 1 && strides[axis] % vector != 0) vector /= 2;
  return vector;
}

int max_vector_width_of_all(const kernel& work, std::ptrdiff_t columns, int bytes) {
  std::size_t widest = 1;
  for (const kernel_argument& argument : work.arguments)
    widest = std::max(widest, element_bytes(argument));
  int vector = bytes / static_cast<int>(widest);
  const std::size_t steps = std::max<std::size_t>(weight_of(work), 1);
  while (vector > 1 &&
         (vector > columns || static_cast<std::size_t>(vector) * steps > tuning::max_instructions))
    vector /= 2;
  return vector;
}

bool is_scattered(const iteration& space, const shape& strides) {
  if (std::abs(strides.back()) <= 1) return false;
  for (std::size_t axis = 0; axis + 1 < space.rank(); ++axis)
    if (std::abs(strides[axis]) == 1 && space.extents[axis] >= tuning::min_tile_extent) return true;
  return false;
}

}  // namespace

iteration argument_space(const kernel& work, const layout& leading) {
  std::vector<const layout*> layouts{&leading};
  for (const kernel_argument& argument : work.arguments) layouts.push_back(&argument.place);
  iteration space = plan_iteration(layouts);
  space.offsets.erase(space.offsets.begin());
  space.strides.erase(space.strides.begin());
  if (space.rank() > 0) return space;
  space.extents.push_back(1);
  for (shape& strides : space.strides) strides.push_back(1);
  return space;
}

element_accesses choose_element_accesses(const kernel& work, const iteration& space, int bytes) {
  element_accesses chosen{{}, max_vector_width_of_all(work, space.extents.back(), bytes)};
  chosen.operands.assign(work.outputs.size(), access::unit);  // which nobody writes
  bool is_strided = false;
  for (std::size_t i = 0; i < work.arguments.size(); ++i) {
    access pattern = access::strided;
    if (element_bytes(work.arguments[i]) > 0) {
      const std::ptrdiff_t step = space.strides[i].back();
      if (step == 0) pattern = access::zero;
      const int aligned = std::abs(step) == 1 ? vector_of(work, space, i, chosen.vector) : 0;
      if (aligned > 0) {
        pattern = step == 1 ? access::unit : access::reversed;
        chosen.vector = aligned;
      }
      is_strided = is_strided || pattern == access::strided;
    }
    chosen.operands.push_back(pattern);
  }
  if (is_strided) chosen.vector = 1;  // neighbouring lanes then read neighbouring elements
  if (std::all_of(chosen.operands.begin(), chosen.operands.end(),
                  [](access pattern) { return pattern == access::unit; }))
    chosen.operands.clear();
  return chosen;
}

bool has_scattered_accesses(const kernel& work, const iteration& space) {
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    if (element_bytes(work.arguments[i]) > 0 && is_scattered(space, space.strides[i])) return true;
  return false;
}

}  // namespace gpu::execute
