// SPDX-License-Identifier: BSD-3-Clause
#if GPU_HAS_CUDA
#include "cuda/backend_calls.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

#include <gpu/core/text_of.hpp>

namespace gpu::backend {
namespace {

/// Null if the driver has no such function.
/// @param version  of CUDA that has brought it, or changed it for the last time
void* entry_point(const char* name, [[maybe_unused]] unsigned version) {
  void* address = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  const cudaError_t code =
      cudaGetDriverEntryPointByVersion(name, &address, version, cudaEnableDefault, &found);
#else
  const cudaError_t code = cudaGetDriverEntryPoint(name, &address, cudaEnableDefault, &found);
#endif
  if (code == cudaSuccess && found == cudaDriverEntryPointSuccess) return address;
  (void)cudaGetLastError();
  return nullptr;
}

template <class Function>
void find(Function& function, const char* name) {
  void* const address = entry_point(name, 12000);
  if (address == nullptr)
    throw library_not_found(text_of("the NVIDIA driver (libcuda.so.1) has no ", name,
                                    ": it must be of version 525 (CUDA 12.0) or newer"));
  function = reinterpret_cast<Function>(address);
}

}  // namespace

void throw_lost(const std::string& action, std::source_location place) {
  throw cuda_error(cudaErrorInitializationError, "cudaErrorInitializationError",
                   "this process was forked from one that had used CUDA before, and only that one "
                   "can use it; fork before the first use, or let the child call exec",
                   action, place);
}

void throw_ending(const std::string& action, std::source_location place) {
  throw cuda_error(cudaErrorCudartUnloading, "cudaErrorCudartUnloading",
                   "the program ends, and the driver shuts down", action, place);
}

void throw_failed(cudaError_t code, const char* action, std::source_location place) {
  if (is_lost()) throw_lost(action, place);
  (void)cudaGetLastError();  // else the next, innocent call would report it
  throw cuda_error(code, cudaGetErrorName(code), cudaGetErrorString(code), action, place);
}

void check(CUresult code, const std::string& action, std::source_location place) {
  if (code == CUDA_SUCCESS) return;
  if (is_lost()) throw_lost(action, place);
  const char* name = nullptr;
  const char* text = nullptr;
  driver().error_name(code, &name);
  driver().error_string(code, &text);
  throw cuda_error(code, name != nullptr ? name : "CUDA_ERROR", text != nullptr ? text : "unknown",
                   action, place);
}

const count_result& counted() noexcept {
  static const count_result result = [] {
    count_result r;
    used_at_depth = detail::fork_depth();
    r.code = cudaGetDeviceCount(&r.count);
    if (r.code != cudaSuccess) {
      r.count = 0;
      (void)cudaGetLastError();
    }
    if (r.count > 0) end_before_driver();
    return r;
  }();
  return result;
}

void end_before_driver() {
  (void)std::atexit([] {
    is_ending = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // calls that have begun may end
  });
}

bool is_up() {
  CUcontext current = nullptr;
  return !is_lost() && !is_ending.load(std::memory_order_relaxed) && counted().count > 0 &&
         driver().current_context(&current) == CUDA_SUCCESS;
}

driver_functions find_driver_functions() {
  if (device_count() == 0) throw library_not_found(why_no_device());
  driver_functions f;
  find(f.error_name, "cuGetErrorName");
  find(f.error_string, "cuGetErrorString");
  find(f.current_context, "cuCtxGetCurrent");
  find(f.load_library, "cuLibraryLoadData");
  find(f.unload_library, "cuLibraryUnload");
  find(f.get_kernel, "cuLibraryGetKernel");
  find(f.kernel_attribute, "cuKernelGetAttribute");
  find(f.set_kernel_attribute, "cuKernelSetAttribute");
  find(f.launch, "cuLaunchKernelEx");
  find(f.get_variable, "cuLibraryGetGlobal");
  find(f.function_of, "cuKernelGetFunction");
  find(f.occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  f.parameter = reinterpret_cast<decltype(f.parameter)>(entry_point("cuKernelGetParamInfo", 12040));
  return f;
}

}  // namespace gpu::backend
#endif
