// SPDX-License-Identifier: BSD-3-Clause
// What the answers of CUDA have in common: whether it may be called, what its calls return, and the
// driver's functions. The runtime is linked statically, the driver's functions are asked of it.
#pragma once
#if GPU_HAS_CUDA

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <source_location>
#include <string>

#include "core/fork.hpp"
#include "cuda/backend.hpp"

namespace gpu::backend {

inline constexpr int max_devices = 64;

inline constexpr unsigned not_used = ~0u;
/// The fork depth of the process that first asked for CUDA.
inline constinit std::atomic<unsigned> used_at_depth{not_used};

/// The driver shuts down in an exit handler of its own. Calls that another thread makes meanwhile
/// would look into what is gone, so from before that on none are made.
inline constinit std::atomic<bool> is_ending{false};

/// CUDA does not work in a child of the process that uses it.
[[nodiscard]] inline bool is_lost() noexcept {
  const unsigned depth = used_at_depth.load(std::memory_order_relaxed);
  return depth != not_used && depth != detail::fork_depth();
}

[[noreturn]] void throw_lost(const std::string& action, std::source_location place);
[[noreturn]] void throw_ending(const std::string& action, std::source_location place);

/// CUDA does not fail in a forked child, it may wait for ever: nothing of it is called there.
inline void require_own(const char* action,
                        std::source_location place = std::source_location::current()) {
  if (is_lost()) [[unlikely]]
    throw_lost(action, place);
  if (is_ending.load(std::memory_order_relaxed)) [[unlikely]]
    throw_ending(action, place);
}

[[noreturn]] void throw_failed(cudaError_t code, const char* action, std::source_location place);

/// @throws cuda_error  unless `code` is that of success
inline void check(cudaError_t code, const char* action,
                  std::source_location place = std::source_location::current()) {
  if (code != cudaSuccess) throw_failed(code, action, place);
}
/// The same of the driver's functions.
void check(CUresult code, const std::string& action,
           std::source_location place = std::source_location::current());

/// What the runtime says about devices: asked once.
struct count_result {
  int count = 0;
  cudaError_t code = cudaSuccess;
};

[[nodiscard]] const count_result& counted() noexcept;

/// To be called when the driver has registered its handler: handlers run in reverse order.
void end_before_driver();

/// Whether the driver answers. While it shuts down, this function of it says so; others would look
/// into streams that are gone.
[[nodiscard]] bool is_up();

/// The driver's functions that the runtime has no good equal of.
struct driver_functions {
  decltype(&cuGetErrorName) error_name = nullptr;
  decltype(&cuGetErrorString) error_string = nullptr;
  decltype(&cuCtxGetCurrent) current_context = nullptr;
  decltype(&cuLibraryLoadData) load_library = nullptr;
  decltype(&cuLibraryUnload) unload_library = nullptr;
  decltype(&cuLibraryGetKernel) get_kernel = nullptr;
  decltype(&cuKernelGetAttribute) kernel_attribute = nullptr;
  decltype(&cuKernelSetAttribute) set_kernel_attribute = nullptr;
  decltype(&cuLaunchKernelEx) launch = nullptr;
  decltype(&cuLibraryGetGlobal) get_variable = nullptr;
  decltype(&cuKernelGetFunction) function_of = nullptr;
  decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor) occupancy = nullptr;
  /// `cuKernelGetParamInfo`, which headers before those of CUDA 12.4 do not declare; null if the
  /// driver has none.
  CUresult(CUDAAPI* parameter)(CUkernel, std::size_t, std::size_t*, std::size_t*) = nullptr;
};

/// @throws library_not_found  if there is no device, or the driver is too old
[[nodiscard]] driver_functions find_driver_functions();

/// Looked up once.
[[nodiscard]] inline const driver_functions& driver() {
  static const driver_functions functions = find_driver_functions();
  return functions;
}

}  // namespace gpu::backend
#endif
