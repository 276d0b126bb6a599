// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/shape.hpp"

#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

reduction_shape choose_shape(const graph::kernel& work, const graph::passes& passes,
                             const reduction_loop& loop, const element_costs& costs,
                             const access_widths& widths) {
  switch (loop.skeleton) {
    case reduction_skeleton::reduce_inner:
      return shape_reduce_inner(loop, costs, widths);
    case reduction_skeleton::reduce_outer:
      return shape_reduce_outer(loop, costs, widths);
    case reduction_skeleton::reduce_pairs:
      return shape_reduce_pairs(loop, costs, widths);
    case reduction_skeleton::persistent_rows:
      return shape_persistent_rows(work, passes, loop, costs, widths);
    default:
      return shape_persistent_columns(work, loop, costs, widths);
  }
}

reduction_shape unsplit_shape(const reduction_loop& loop, const access_widths& widths) {
  const std::ptrdiff_t vectors = loop.columns() == 0 ? 0 : widths.vectors;
  const bool is_columns = has_columns(loop.skeleton);
  reduction_shape shape;
  shape.rows = loop.kept * (is_columns ? vectors : 1);
  shape.steps = loop.reduced * (is_columns ? 1 : vectors);
  shape.split_steps = std::max<std::ptrdiff_t>(shape.steps, 1);
  shape.unroll = widths.unroll;
  shape.threads = tuning::threads;
  return shape;
}

std::ptrdiff_t narrowness(const element_costs& costs, int vector) noexcept {
  return std::clamp<std::ptrdiff_t>(tuning::access_bytes / (vector * costs.widest_bytes), 1, 4);
}

}  // namespace gpu::execute
