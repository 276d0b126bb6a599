// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/shape.hpp"

#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

reduction_shape unsplit_shape(const reduction_loop& loop, const access_widths& widths) {
  const std::ptrdiff_t vectors = loop.columns() == 0 ? 0 : widths.vectors;
  const bool is_columns = loop.form.has_columns;
  reduction_shape shape;
  shape.rows = loop.kept * (is_columns ? vectors : 1);
  shape.steps = loop.reduced * (is_columns ? 1 : vectors);
  shape.split_steps = std::max<std::ptrdiff_t>(shape.steps, 1);
  shape.unroll = widths.unroll;
  shape.threads = tuning::threads;
  return shape;
}

const device_properties* properties_of_gpu(device where) {
  return where.is_gpu() && where.ordinal() < num_gpus() ? &properties(where) : nullptr;
}

std::ptrdiff_t narrowness(const element_costs& costs, int vector) noexcept {
  return std::clamp<std::ptrdiff_t>(tuning::access_bytes / (vector * costs.widest_bytes), 1, 4);
}

}  // namespace gpu::execute
