// SPDX-License-Identifier: BSD-3-Clause
// The answers of CUDA about devices.
#if GPU_HAS_CUDA
#include "cuda/backend_calls.hpp"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cstddef>

#include <gpu/core/text_of.hpp>

namespace gpu::backend {
namespace {

std::array<std::atomic<CUcontext>, max_devices> primary_contexts{};

std::size_t attribute(int device, cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "read the device's properties");
  return static_cast<std::size_t>(value);
}

}  // namespace

int device_count() noexcept {
  const int count = counted().count;
  return count < max_devices ? count : max_devices;
}

std::string why_no_device() {
  const cudaError_t code = counted().code;
  if (void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL); library == nullptr)
    return "this machine has no NVIDIA driver: libcuda.so.1 was not found in LD_LIBRARY_PATH, in "
           "/etc/ld.so.cache, or in the system's library folders. It comes with the driver: "
           "package "
           "nvidia-driver (Debian), nvidia-driver-580 (Ubuntu), cuda-drivers (NVIDIA's "
           "repositories); a container needs --gpus all";
  else
    dlclose(library);
  if (code == cudaErrorNoDevice || code == cudaSuccess)
    return "the NVIDIA driver is there, but it finds no GPU (nvidia-smi says more; is "
           "CUDA_VISIBLE_DEVICES empty?)";
  if (code == cudaErrorInsufficientDriver)
    return text_of("the NVIDIA driver is too old for the CUDA runtime ", CUDART_VERSION / 1000, ".",
                   CUDART_VERSION % 1000 / 10, " in this library; install a newer driver");
  return text_of("the NVIDIA driver is there, but does not work: ", cudaGetErrorName(code), " (",
                 static_cast<int>(code), "): ", cudaGetErrorString(code));
}

int runtime_version() noexcept {
  return CUDART_VERSION;
}

int driver_version() {
  require_own("ask for the driver's version");
  int version = 0;
  check(cudaDriverGetVersion(&version), "ask for the driver's version");
  return version;
}

// The current context is asked for, not remembered: other libraries switch it, too.
void activate(int device) {
  require_own("make the device current");
  const auto slot = static_cast<std::size_t>(device);
  CUcontext current = nullptr;
  driver().current_context(&current);
  if (current != nullptr && current == primary_contexts[slot].load(std::memory_order_relaxed))
    return;
  const relaxed_capture_mode scope;
  check(cudaSetDevice(device), "make the device current");
  check(cudaFree(nullptr), "create the device's context");
  if (primary_contexts[slot].load() == nullptr) end_before_driver();
  check(driver().current_context(&current), "ask for the current context");
  primary_contexts[slot].store(current, std::memory_order_relaxed);
}

void synchronize_device(int device) {
  activate(device);
  const relaxed_capture_mode scope;
  check(cudaDeviceSynchronize(), "wait for the device");
}

device_properties read_properties(int device) {
  cudaDeviceProp found{};
  check(cudaGetDeviceProperties(&found, device), "read the device's properties");
  device_properties p;
  p.name = found.name;
  p.major = found.major;
  p.minor = found.minor;
  p.multiprocessors = found.multiProcessorCount;
  p.threads = found.multiProcessorCount * found.maxThreadsPerMultiProcessor;
  p.threads_per_block = found.maxThreadsPerBlock;
  p.threads_per_multiprocessor = found.maxThreadsPerMultiProcessor;
  p.shared_bytes_per_block = attribute(device, cudaDevAttrMaxSharedMemoryPerBlockOptin);
  p.shared_bytes_per_multiprocessor =
      attribute(device, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  p.l2_bytes = attribute(device, cudaDevAttrL2CacheSize);
  p.total_bytes = found.totalGlobalMem;
  std::array<char, 32> bus{};
  check(cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), device),
        "read the device's bus id");
  p.pci_bus_id = bus.data();
  return p;
}

memory_figures read_memory(int device) {
  activate(device);
  const relaxed_capture_mode scope;
  memory_figures m;
  check(cudaMemGetInfo(&m.free_bytes, &m.total_bytes), "ask how much memory is free");
  return m;
}

void check_runtime(int code, const char* action) {
  check(static_cast<cudaError_t>(code), action);
}

}  // namespace gpu::backend
#endif
