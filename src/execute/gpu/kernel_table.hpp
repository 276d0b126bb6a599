// SPDX-License-Identifier: BSD-3-Clause
// Loaded kernels by signature, variant and device.
#pragma once

#include <atomic>

#include <gpu/cuda/module.hpp>
#include <gpu/cuda/stream.hpp>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// A kernel that a better one may replace at any time.
class loaded_kernel {
 public:
  loaded_kernel(kernel_ref first, bool is_baseline) noexcept
      : kernel_(first), is_baseline_(is_baseline) {}

  operator kernel_ref() const noexcept { return kernel_.load(); }

  /// What to launch on the stream: if that is being captured, the kernel that stays, for which this
  /// waits.
  [[nodiscard]] kernel_ref on(stream_ref stream) const {
    if (is_baseline_.load(std::memory_order_relaxed)) finish_if_capturing(stream);
    return kernel_.load();
  }

  void replace(kernel_ref better) noexcept {
    kernel_ = better;
    is_baseline_ = false;
  }

 private:
  static void finish_if_capturing(stream_ref stream);

  std::atomic<kernel_ref> kernel_;
  std::atomic<bool> is_baseline_;
};

/// The kernel of `work` for its device; loaded if this process has not yet. Lives as long as the
/// process; keeps no node alive.
///
/// If the kernel is neither loaded nor on disk, it may be the baseline kernel, until the
/// compiled form, with the same results and launched in the same way, is ready: it is compiled in
/// the background. GPU_NDARRAY_ASSEMBLE=0 in the environment has it compiled at once, and so has a
/// current stream that is being captured.
///
/// @throws as `load_kernel`
[[nodiscard]] const loaded_kernel& find_kernel(const graph::kernel& work,
                                               const graph::variant& options);

}  // namespace gpu::execute
