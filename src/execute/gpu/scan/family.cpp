// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/scan/family.hpp"

#include "execute/gpu/scan/plan.hpp"

namespace gpu::execute {
namespace {

/// Elements, of which there are some, are scanned.
bool accepts(const graph::kernel& work) {
  return work.scan() != nullptr && element_count(work.extents) > 0;
}

std::shared_ptr<const launch_plan> plan(const graph::kernel& work) {
  return std::make_shared<const scan_plan>(plan_scan(work));
}

/// The dynamic tile id comes first, then the tiles' status.
void write(argument_writer& out, const graph::kernel& work, const launch_plan& plan,
           const workspace& memory) {
  std::byte* const status = memory.zeroed ? memory.zeroed + scan_plan::tile_id_bytes : nullptr;
  write_arguments(out, work, static_cast<const scan_plan&>(plan), status,
                  reinterpret_cast<unsigned*>(memory.zeroed));
}

}  // namespace

const skeleton_family scan_family{"scan", accepts, plan, write};

}  // namespace gpu::execute
