// SPDX-License-Identifier: BSD-3-Clause
// How many threads compute on `cpu()`.
#pragma once

#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// The most threads that can be asked for.
inline constexpr int max_threads = 4096;

/// Threads that one kernel on `cpu()` is spread over, the calling one included. At first
/// `$GPU_NDARRAY_NUM_THREADS`, else what the machine has.
/// @throws value_error  unless that variable is empty or a number from 1 to `max_threads`
[[nodiscard]] int num_threads();

/// For kernels that start from now on, of all threads.
/// @throws value_error  unless `count` is from 1 to `max_threads`
void set_num_threads(strict_integer count);

}  // namespace gpu
