// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/skeleton.hpp"

#include <algorithm>
#include <utility>

#include "graph/schedule/columns.hpp"

namespace gpu::execute {
namespace {

void insert_unit_axis(iteration& space, std::size_t axis) {
  space.extents.insert(axis, 1);
  for (shape& strides : space.strides) strides.insert(axis, 0);
}

void move_to_the_end(iteration& space, std::size_t axis) {
  const auto move = [axis](shape& numbers) {
    std::rotate(numbers.begin() + axis, numbers.begin() + axis + 1, numbers.end());
  };
  move(space.extents);
  for (shape& strides : space.strides) move(strides);
}

/// The elements along the axes [begin, end).
std::ptrdiff_t count(const iteration& space, std::size_t begin, std::size_t end) {
  std::ptrdiff_t product = 1;
  for (std::size_t axis = begin; axis < end; ++axis) product *= space.extents[axis];
  return product;
}

}  // namespace

reduction_skeleton choose_skeleton(const graph::kernel& work, const graph::passes& passes,
                                   const reduction_space& space) {
  if (!passes.needs_rows() && !passes.writes_elements())
    return space.ends_reduced ? reduction_skeleton::reduce_inner : reduction_skeleton::reduce_outer;
  return !space.ends_reduced && graph::holds_columns(work) ? reduction_skeleton::persistent_columns
                                                           : reduction_skeleton::persistent_rows;
}

reduction_loop order_axes(reduction_space space, reduction_skeleton skeleton) {
  reduction_loop loop{skeleton, std::move(space.axes), space.kept_rank};
  if (has_columns(skeleton))
    move_to_the_end(loop.space, --loop.kept_rank);
  else if (loop.kept_rank == loop.space.rank())
    insert_unit_axis(loop.space, loop.space.rank());  // nothing is reduced
  if (loop.kept_rank == 0) {
    insert_unit_axis(loop.space, 0);
    loop.kept_rank = 1;
  }
  loop.kept = count(loop.space, 0, loop.kept_rank);
  loop.reduced = count(loop.space, loop.kept_rank, loop.space.rank() - 1);
  return loop;
}

}  // namespace gpu::execute
