// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/launch.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <gpu/cuda/memory_block.hpp>

#include "core/fork.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

constexpr std::size_t counter_bytes = tuning::max_counters * sizeof(unsigned);

/// Zero between launches, as each kernel leaves them. Kernels of one stream do not overlap, so they
/// share them. Kept for the life of the process; recorded kernels have those of their capture.
unsigned* counters_of(stream_ref stream) {
  if (gpu::detail::is_capturing(stream))
    return static_cast<unsigned*>(gpu::detail::recorded_zeros(counter_bytes, stream));
  static auto& mutex = *new gpu::detail::fork_safe<std::mutex>;
  static auto& all = *new std::map<std::pair<int, stream_handle>, ref_ptr<memory_block>>;
  const std::lock_guard lock(mutex);
  ref_ptr<memory_block>& mine = all[{stream.device().ordinal(), stream.get()}];
  if (!mine) {
    ref_ptr<memory_block> made = memory_block::allocate(stream.device(), counter_bytes);
    fill_bytes(made->data(), stream.device(), 0, counter_bytes, stream);
    mine = std::move(made);
  }
  return static_cast<unsigned*>(mine->data());
}

/// The memory of one launch; its block is freed in the order of the stream.
class launch_memory {
 public:
  launch_memory(const workspace_size& size, stream_ref stream) {
    if (!size.has_counters && size.zeroed_bytes + size.scratch_bytes == 0) return;
    const stream_guard home(stream);
    if (const std::size_t bytes = size.zeroed_bytes + size.scratch_bytes; bytes > 0) {
      block_ = memory_block::allocate(stream.device(), bytes);
      auto* const data = static_cast<std::byte*>(block_->data());
      if (size.zeroed_bytes > 0) {
        places_.zeroed = data;
        fill_bytes(data, stream.device(), 0, size.zeroed_bytes, stream);
      }
      if (size.scratch_bytes > 0) places_.scratch = data + size.zeroed_bytes;
    }
    if (size.has_counters) places_.counters = counters_of(stream);
  }
  [[nodiscard]] const workspace& places() const noexcept { return places_; }

 private:
  ref_ptr<memory_block> block_;
  workspace places_;
};

/// Launches with one argument: the address of a copy of `arguments` in the stream's device.
void launch_from_memory(kernel_ref kernel, const launch_config& config, const operation& work,
                        const std::vector<std::byte>& arguments) {
  const stream_ref stream = work.stream();
  const stream_guard home(stream);
  const ref_ptr<memory_block> memory = memory_block::allocate(stream.device(), arguments.size());
  gpu::detail::write_constants(memory->data(), arguments.data(), arguments.size(), stream);
  const void* const address = memory->data();
  launch(kernel, config, work, &address, sizeof(address));
}

}  // namespace

void launch(kernel_ref kernel, const launch_config& config, const operation& work,
            const void* arguments, std::size_t argument_bytes) {
  cuda::launch(kernel, config, work.stream(), arguments, argument_bytes);
}

void launch(const launch_plan& plan, const loaded_kernel& kernel, const operation& work,
            const argument_function& write) {
  const stream_ref stream = work.stream();
  const kernel_ref compiled = kernel.on(stream);
  const launch_config config{.grid = {plan.grid, 1, 1},
                             .block = {plan.block[0], plan.block[1], 1},
                             .shared_bytes = plan.shared_bytes,
                             .programmatic_dependent = true};
  if (plan.shared_bytes > tuning::unasked_bytes)
    compiled.allow_shared_bytes(stream.device(), plan.shared_bytes);
  const launch_memory memory(plan.memory, stream);
  if (plan.options.arguments_in_memory)
    return launch_from_memory(compiled, config, work,
                              written([&](argument_writer& out) { write(out, memory.places()); }));
  alignas(16) std::byte buffer[tuning::argument_bytes];
  argument_writer out(buffer);
  write(out, memory.places());
  launch(compiled, config, work, buffer, out.size());
}

}  // namespace gpu::execute
