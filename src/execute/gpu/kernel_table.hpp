// SPDX-License-Identifier: BSD-3-Clause
// Loaded kernels by signature, variant and device.
#pragma once

#include <atomic>

#include <gpu/cuda/module.hpp>

#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// A kernel that a better one may replace at any time.
using loaded_kernel = std::atomic<kernel_ref>;

/// The kernel of `work` for its device; loaded if this process has not yet. Found again without a
/// lock by a thread that found it before. Lives as long as the process; keeps no node alive.
///
/// If the kernel is neither loaded nor on disk, it may be a plain form that is assembled, until the
/// compiled form, with the same results and launched in the same way, is ready: it is compiled in
/// the background. GPU_NDARRAY_ASSEMBLE=0 in the environment has it compiled at once.
///
/// @throws as `load_kernel`
[[nodiscard]] const loaded_kernel& find_kernel(const graph::kernel& work,
                                               const graph::variant& how);

/// How such kernels are launched: all of them await the one before them in the stream themselves.
[[nodiscard]] inline launch_config launch_of(unsigned grid, unsigned threads) {
  return {.grid = {grid, 1, 1}, .block = {threads, 1, 1}, .programmatic_dependent = true};
}

}  // namespace gpu::execute
