// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/launch.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <gpu/core/fork.hpp>
#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/module.hpp>

#include "cuda/copy.hpp"
#include "execute/gpu/argument_launch.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/reduce/plan_cache.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

/// How many parts of each row have been computed: zero between launches, as the last block of a
/// row leaves it. Kernels of one stream do not overlap, so they share them. Kept for the life of
/// the process.
unsigned* counters_of(stream_ref stream) {
  static auto& mutex = *new gpu::detail::fork_safe<std::mutex>;
  static auto& all = *new std::map<std::pair<int, stream_handle>, ref_ptr<memory_block>>;
  const std::lock_guard lock(mutex);
  ref_ptr<memory_block>& mine = all[{stream.device().ordinal(), stream.get()}];
  if (!mine) {
    const std::size_t bytes = tuning::max_counters * sizeof(unsigned);
    const stream_guard home(stream);
    ref_ptr<memory_block> made = memory_block::allocate(stream.device(), bytes);
    fill_bytes(made->data(), stream.device(), 0, bytes, stream);
    mine = std::move(made);
  }
  return static_cast<unsigned*>(mine->data());
}

}  // namespace

void launch_reduction(const graph::kernel& work, stream_ref stream) {
  // Kept: compiling may run kernels of its own in this thread.
  const std::shared_ptr<const reduction_plan> kept = find_reduction_plan(work);
  const reduction_plan& plan = *kept;
  if (plan.grid == 0 && !has_user_text(work)) return;
  const kernel_ref compiled = find_kernel(work, plan.how);
  if (plan.grid == 0) return;
  const launch_config config = launch_of(plan.grid, plan.how.threads);
  ref_ptr<memory_block> partial;
  unsigned* arrived = nullptr;
  const stream_guard home(stream);
  if (plan.parts > 1) {
    partial = memory_block::allocate(work.where, plan.partial_bytes);
    arrived = counters_of(stream);
  }
  void* const scratch = partial ? partial->data() : nullptr;
  launch_with(compiled, config, stream, plan.how.arguments_in_memory,
              [&](argument_writer& out) { write_arguments(out, work, plan, scratch, arrived); });
}

}  // namespace gpu::execute
