// SPDX-License-Identifier: BSD-3-Clause
#include "array/borrowed_memory.hpp"

#include <utility>

#include "cuda/backend.hpp"
#include "cuda/capture.hpp"

namespace gpu::detail {
namespace {

/// What kernels have reported is left for a wait that a user asks for. Work that a graph records
/// has kept the memory until the graph has ended.
void wait_for(stream_ref stream) noexcept {
  try {
    if (!is_capturing(stream)) backend::synchronize(stream);
  } catch (...) {  // the work has failed, and so has ended
  }
}

}  // namespace

ref_ptr<memory_block> borrow_memory(device where, const void* data, std::size_t size_bytes,
                                    std::optional<stream_ref> home, borrowed_for use,
                                    std::function<void()> release) {
  require(where);
  const stream_ref stream = home.value_or(current_stream(where));
  const bool waits = !home && where.is_gpu() && release;
  const auto end = [stream, waits, give_back = std::move(release)] {
    if (waits) wait_for(stream);
    if (give_back) try {
        give_back();
      } catch (...) {  // an array ends here: there is no one to tell
      }
  };
  return memory_block::adopt(where, const_cast<void*>(data), size_bytes, stream, end,
                             use == borrowed_for::reading);
}

}  // namespace gpu::detail
