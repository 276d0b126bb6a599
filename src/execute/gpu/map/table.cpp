// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/candidates.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

map_plan plan_table(iteration axes, std::ptrdiff_t size) {
  map_plan plan;
  plan.options.skeleton = graph::skeletons::table{};
  plan.options.wide = true;
  plan.options.arguments_in_memory = true;
  plan.options.threads = tuning::threads;
  plan.options.operands.assign(axes.offsets.size(), kernels::access::strided);
  plan.space = std::move(axes);
  plan.size = size;
  plan.grid = static_cast<unsigned>(ceil_div(size, tuning::threads));
  plan.block[0] = plan.options.threads;
  return plan;
}

}  // namespace gpu::execute
