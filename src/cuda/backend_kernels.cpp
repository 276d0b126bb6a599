// SPDX-License-Identifier: BSD-3-Clause
// The answers of CUDA about compiled code: its kernels and variables.
#if GPU_HAS_CUDA
#include "cuda/backend_calls.hpp"

#include <array>
#include <cstdint>

#include <gpu/core/text_of.hpp>

namespace gpu::backend {

library_handle load_library(const void* image) {
  require_own("load compiled device code");
  const relaxed_capture_mode scope;
  CUlibrary library = nullptr;
  std::array<char, 4096> log{};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log.data(), reinterpret_cast<void*>(std::uintptr_t{log.size()})};
  const CUresult code =
      driver().load_library(&library, image, options, values, 2, nullptr, nullptr, 0);
  check(code, text_of("load compiled device code", log[0] != '\0' ? ": " : "", log.data()));
  return library;
}

void unload_library(library_handle library) noexcept {
  if (!is_up()) return;
  const relaxed_capture_mode scope;
  try {
    (void)driver().unload_library(library);
  } catch (const error&) {  // the driver has shut down
  }
}

kernel_handle find_kernel(library_handle library, const char* name) {
  const relaxed_capture_mode scope;
  CUkernel kernel = nullptr;
  check(driver().get_kernel(&kernel, library, name), text_of("find the kernel ", name));
  return kernel;
}

bool has_kernel(library_handle library, const char* name) {
  const relaxed_capture_mode scope;
  CUkernel kernel = nullptr;
  const CUresult code = driver().get_kernel(&kernel, library, name);
  if (code == CUDA_ERROR_NOT_FOUND) return false;
  check(code, text_of("find the kernel ", name));
  return true;
}

module_variable find_variable(library_handle library, const char* name, int device) {
  activate(device);
  const relaxed_capture_mode scope;
  CUdeviceptr address = 0;
  module_variable variable;
  const CUresult code = driver().get_variable(&address, &variable.size_bytes, library, name);
  if (code == CUDA_ERROR_NOT_FOUND) return {};
  check(code, text_of("find the variable ", name));
  variable.data = reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
  return variable;
}

kernel_attributes attributes(kernel_handle kernel, int device) {
  activate(device);
  const relaxed_capture_mode scope;
  const auto read = [&](CUfunction_attribute which) {
    int value = 0;
    check(driver().kernel_attribute(&value, which, kernel, device), "read a kernel's attributes");
    return value;
  };
  kernel_attributes a;
  a.registers = read(CU_FUNC_ATTRIBUTE_NUM_REGS);
  a.shared_bytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
  a.local_bytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
  a.threads_per_block = read(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  a.constant_bytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES));
  a.max_dynamic_shared_bytes =
      static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
  a.shared_carveout = read(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
  a.ptx_version = read(CU_FUNC_ATTRIBUTE_PTX_VERSION);
  a.binary_version = read(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
  a.caches_global_loads = read(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA) != 0;
  return a;
}

void allow_shared_bytes(kernel_handle kernel, int device, std::size_t bytes) {
  activate(device);
  const relaxed_capture_mode scope;
  check(driver().set_kernel_attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                      static_cast<int>(bytes), kernel, device),
        text_of("let a kernel use ", bytes, " bytes of shared memory"));
}

void prefer_shared_carveout(kernel_handle kernel, int device, int percent) {
  activate(device);
  const relaxed_capture_mode scope;
  check(driver().set_kernel_attribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent,
                                      kernel, device),
        text_of("prefer ", percent, " percent of shared memory for a kernel"));
}

std::optional<std::vector<parameter_place>> parameters(kernel_handle kernel, int device) {
  activate(device);
  const relaxed_capture_mode scope;
  if (driver().parameter == nullptr) return std::nullopt;
  std::vector<parameter_place> all;
  parameter_place next;
  for (;; all.push_back(next)) {
    const CUresult code = driver().parameter(kernel, all.size(), &next.offset, &next.size_bytes);
    if (code == CUDA_ERROR_INVALID_VALUE) return all;  // the number behind the last
    check(code, "read a kernel's parameters");
  }
}

int blocks_per_multiprocessor(kernel_handle kernel, int device, int threads,
                              std::size_t dynamic_shared_bytes) {
  activate(device);
  const relaxed_capture_mode scope;
  int blocks = 0;
  const std::string action =
      text_of("ask how many blocks of ", threads, " threads fit on a multiprocessor");
  CUfunction function = nullptr;
  check(driver().function_of(&function, kernel), action);
  check(driver().occupancy(&blocks, function, threads, dynamic_shared_bytes), action);
  return blocks;
}

void launch(kernel_handle kernel, const launch_config& config, bool programmatic_dependent,
            stream_ref stream, const void* arguments, std::size_t argument_bytes) {
  activate(stream.device().ordinal());
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, const_cast<void*>(arguments),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &argument_bytes, CU_LAUNCH_PARAM_END};
  CUlaunchAttribute wishes[2];
  unsigned wish_count = 0;
  if (programmatic_dependent) {
    CUlaunchAttribute& overlap = wishes[wish_count++];
    overlap.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    overlap.value.programmaticStreamSerializationAllowed = 1;
  }
  if (config.cooperative) {
    CUlaunchAttribute& together = wishes[wish_count++];
    together.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    together.value.cooperative = 1;
  }
  CUlaunchConfig native{};
  native.gridDimX = config.grid[0];
  native.gridDimY = config.grid[1];
  native.gridDimZ = config.grid[2];
  native.blockDimX = config.block[0];
  native.blockDimY = config.block[1];
  native.blockDimZ = config.block[2];
  native.sharedMemBytes = config.shared_bytes;
  native.hStream = stream.get();
  native.attrs = wishes;
  native.numAttrs = wish_count;
  const CUresult code = driver().launch(&native, reinterpret_cast<CUfunction>(kernel), nullptr,
                                        argument_bytes == 0 ? nullptr : extra);
  if (code != CUDA_SUCCESS) [[unlikely]]
    check(code, text_of("launch a kernel on a grid of (", config.grid[0], ", ", config.grid[1],
                        ", ", config.grid[2], ") blocks of (", config.block[0], ", ",
                        config.block[1], ", ", config.block[2], ") threads with ",
                        config.shared_bytes, " bytes of shared memory"));
}

}  // namespace gpu::backend
#endif
