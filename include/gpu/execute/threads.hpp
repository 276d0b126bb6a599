// SPDX-License-Identifier: BSD-3-Clause
// How many threads compute on `cpu()`.
#pragma once

namespace gpu::execute {

/// Threads that one kernel on `cpu()` is spread over, the calling one included. At first
/// `$GPU_NDARRAY_NUM_THREADS` if that is a positive number, else what the machine has.
[[nodiscard]] int num_threads() noexcept;

/// For kernels that start from now on, of all threads.
/// @throws value_error  if `count` is not positive
void set_num_threads(int count);

}  // namespace gpu::execute
