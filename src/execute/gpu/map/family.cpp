// SPDX-License-Identifier: BSD-3-Clause
// The skeletons that compute each element by itself.
#include "execute/gpu/map/family.hpp"

#include "execute/gpu/map/plan.hpp"

namespace gpu::execute {
namespace {

bool accepts(const graph::kernel&) {
  return true;
}

std::shared_ptr<const launch_plan> plan(const graph::kernel& work) {
  return std::make_shared<const map_plan>(plan_map(work));
}

void write(argument_writer& out, const graph::kernel& work, const launch_plan& plan,
           const workspace&) {
  write_arguments(out, work, static_cast<const map_plan&>(plan));
}

}  // namespace

const skeleton_family map_family{"map", accepts, plan, write};

}  // namespace gpu::execute
