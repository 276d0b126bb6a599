// SPDX-License-Identifier: BSD-3-Clause
// What the hardware does: everything else is stated as a share, or a multiple, of these.
#pragma once

#include <gpu/cuda/device.hpp>
#include <gpu/cuda/module.hpp>

namespace gpu::bench {

/// The first GPU; `cpu()` where there is none.
[[nodiscard]] device bench_device();

/// Bytes per second, read and written, of a copy of 2^30 bytes within `bench_device()`. Measured at
/// the first call.
[[nodiscard]] double copy_bandwidth();

/// Launches a kernel that does nothing, with one block of one warp. Needs a GPU.
void bare_launch();

}  // namespace gpu::bench
