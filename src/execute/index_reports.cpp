// SPDX-License-Identifier: BSD-3-Clause
#include "execute/index_reports.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/graph/build.hpp>

#include "core/fork.hpp"
#include "cuda/after_wait.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/pinned_memory.hpp"
#include "cuda/thread_state.hpp"
#include "execute/operation.hpp"
#include "graph/gather.hpp"

namespace gpu::execute {
namespace {

using kernels::bad_index;
using kernels::index_report;

[[noreturn]] void throw_bad_index(const bad_index& found) {
  throw index_error(text_of("index ", found.index, " is out of bounds for axis ", found.axis,
                            " with size ", found.size));
}

/// The report of one GPU, and what it points to, in memory of the host that the GPU writes.
struct gpu_report {
  ref_ptr<memory_block> report;
  bad_index* found;
};

/// By device; null until the first gather there. Kept for the life of the process.
std::array<std::atomic<const gpu_report*>, gpu::detail::max_devices>& gpu_reports() {
  static auto& all = *new std::array<std::atomic<const gpu_report*>, gpu::detail::max_devices>{};
  return all;
}

void write_report(const gpu_report& to, device where) {
  const index_report empty{to.found, 0};
  const operation work(gpu::detail::uncaptured(current_stream(where)));
  work.add_output(*to.report);
  copy_bytes(to.report->data(), where, &empty, cpu(), sizeof(empty), work.stream());
}

/// Called after each wait.
void throw_report_of(device where) {
  if (where.is_cpu()) return;
  const gpu_report* const mine =
      gpu_reports()[static_cast<std::size_t>(where.ordinal())].load(std::memory_order_acquire);
  if (mine == nullptr) return;
  volatile bad_index* const found = mine->found;
  if (found->exists == 0) return;
  const bad_index kept{found->index, found->size, found->axis, 1};
  found->exists = 0;
  write_report(*mine, where);
  throw_bad_index(kept);
}

const gpu_report& make_report(device where) {
  static auto& mutex = *new gpu::detail::fork_safe<std::mutex>;
  const std::lock_guard lock(mutex);
  std::atomic<const gpu_report*>& slot = gpu_reports()[static_cast<std::size_t>(where.ordinal())];
  if (const gpu_report* known = slot.load(std::memory_order_acquire)) return *known;
  // What it begins with is no part of a capture.
  const stream_guard scope(gpu::detail::uncaptured(current_stream(where)));
  auto& pinned = *new pinned_memory(sizeof(bad_index));
  auto* const found = static_cast<bad_index*>(pinned.data());
  *found = {};
  auto* const made = new gpu_report{memory_block::allocate(where, sizeof(index_report)), found};
  write_report(*made, where);
  current_stream(where).synchronize();  // other streams use it, too
  gpu::detail::throw_reports.store(throw_report_of, std::memory_order_release);
  slot.store(made, std::memory_order_release);
  return *made;
}

graph::node_ptr address_of(const void* report) {
  const auto address = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(report));
  return graph::make_scalar(dtype::int64, &address);
}

bool is_check(const graph::instruction& step) noexcept {
  return step.op == &graph::checked_offset_record();
}

}  // namespace

graph::node_ptr index_report_on(device where) {
  if (where.is_cpu()) return address_of(nullptr);
  const gpu_report* const known =
      gpu_reports()[static_cast<std::size_t>(where.ordinal())].load(std::memory_order_acquire);
  return address_of((known != nullptr ? *known : make_report(where)).report->data());
}

const unsigned* reported_on(device where) noexcept {
  if (where.is_cpu()) return nullptr;
  const gpu_report* const known =
      gpu_reports()[static_cast<std::size_t>(where.ordinal())].load(std::memory_order_acquire);
  if (known == nullptr) return nullptr;
  return &static_cast<const index_report*>(known->report->data())->is_claimed;
}

bool checks_indices(const graph::kernel& work) noexcept {
  return std::any_of(work.body.begin(), work.body.end(), is_check);
}

host_index_report::host_index_report(graph::kernel& work) {
  const graph::node_ptr address = address_of(&report_);
  for (const graph::instruction& step : work.body)
    if (is_check(step))
      work.scalars[work.operands[step.first + step.count - 1].index] =
          ref_ptr(static_cast<const graph::scalar_node*>(address.get()));
}

void host_index_report::throw_if_any() const {
  if (found_.exists != 0) throw_bad_index(found_);
}

}  // namespace gpu::execute
