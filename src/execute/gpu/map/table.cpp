// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/candidates.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

map_plan plan_table(iteration axes, std::ptrdiff_t size) {
  map_plan plan;
  plan.how.skeleton = graph::skeletons::table{};
  plan.how.wide = true;
  plan.how.arguments_in_memory = true;
  plan.how.threads = tuning::threads;
  plan.how.operands.assign(axes.offsets.size(), kernels::access::strided);
  plan.space = std::move(axes);
  plan.size = size;
  plan.grid = static_cast<unsigned>(ceil_div(size, tuning::threads));
  plan.block[0] = plan.how.threads;
  return plan;
}

}  // namespace gpu::execute
