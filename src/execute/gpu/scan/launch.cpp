// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/scan/launch.hpp"

#include <vector>

#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/module.hpp>

#include "cuda/copy.hpp"
#include "execute/gpu/argument_launch.hpp"
#include "execute/gpu/kernel_table.hpp"
#include "execute/gpu/scan/plan.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

/// Before the messages: the ticket, and what aligns them.
constexpr std::size_t ticket_bytes = 64;

}  // namespace

void launch_scan(const graph::kernel& work, stream_ref stream) {
  const scan_plan plan = plan_scan(work);
  const kernel_ref compiled = find_kernel(work, plan.how);
  const launch_config config = launch_of(plan.grid, plan.how.threads);
  const stream_guard home(stream);
  ref_ptr<memory_block> told;
  unsigned* ticket = nullptr;
  std::byte* messages = nullptr;
  if (plan.message_bytes > 0) {
    told = memory_block::allocate(work.where, ticket_bytes + plan.message_bytes);
    fill_bytes(told->data(), work.where, 0, ticket_bytes + plan.message_bytes, stream);
    ticket = static_cast<unsigned*>(told->data());
    messages = static_cast<std::byte*>(told->data()) + ticket_bytes;
  }
  launch_with(compiled, config, stream, plan.how.arguments_in_memory,
              [&](argument_writer& out) { write_arguments(out, work, plan, messages, ticket); });
}

}  // namespace gpu::execute
