// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/argument_launch.hpp"

#include <gpu/cuda/memory_block.hpp>

#include "cuda/copy.hpp"

namespace gpu::execute {

void launch_from_memory(kernel_ref kernel, const launch_config& config, stream_ref stream,
                        std::span<const std::byte> arguments) {
  const stream_guard home(stream);
  const ref_ptr<memory_block> memory = memory_block::allocate(stream.device(), arguments.size());
  copy_bytes(memory->data(), stream.device(), arguments.data(), cpu(), arguments.size(), stream);
  const void* const address = memory->data();
  cuda::launch(kernel, config, stream, &address, sizeof(address));
}

}  // namespace gpu::execute
