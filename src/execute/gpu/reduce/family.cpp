// SPDX-License-Identifier: BSD-3-Clause
// The skeletons that reduce: reduce_inner, reduce_outer, reduce_pairs, persistent_rows and
// persistent_columns.
#include "execute/gpu/reduce/family.hpp"

#include "execute/gpu/reduce/plan.hpp"

namespace gpu::execute {
namespace {

bool accepts(const graph::kernel& work) {
  return work.reduction() != nullptr;
}

std::shared_ptr<const launch_plan> plan(const graph::kernel& work) {
  return std::make_shared<const reduction_plan>(plan_reduction(work));
}

void write(argument_writer& out, const graph::kernel& work, const launch_plan& plan,
           const workspace& memory) {
  write_arguments(out, work, static_cast<const reduction_plan&>(plan), memory.scratch,
                  memory.counters);
}

}  // namespace

const skeleton_family reduce_family{"reduce", accepts, plan, write};

}  // namespace gpu::execute
