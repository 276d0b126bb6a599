// SPDX-License-Identifier: BSD-3-Clause
// The answers of CUDA about memory.
#if GPU_HAS_CUDA
#include "cuda/backend_calls.hpp"

#include <array>
#include <atomic>
#include <cstdint>

namespace gpu::backend {

struct pool {
  cudaMemPool_t handle;
  int device;
};

namespace {

std::array<std::atomic<cudaMemPool_t>, max_devices> pools{};

/// Lets `device` read and write the pool's memory of `owner`, so that copies go straight across.
/// Not done before it is needed: it starts the other device. Without it copies still work, more
/// slowly.
void open_pool(int owner, int device) {
  static std::array<std::array<std::atomic<bool>, max_devices>, max_devices> opened{};
  std::atomic<bool>& done =
      opened[static_cast<std::size_t>(owner)][static_cast<std::size_t>(device)];
  const cudaMemPool_t handle = pools[static_cast<std::size_t>(owner)].load();
  if (handle == nullptr || done.exchange(true)) return;
  const relaxed_capture_mode scope;
  int reachable = 0;
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = device;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (cudaDeviceCanAccessPeer(&reachable, device, owner) != cudaSuccess || reachable == 0 ||
      cudaMemPoolSetAccess(handle, &access, 1) != cudaSuccess)
    (void)cudaGetLastError();
}

}  // namespace

pool* create_pool(int device) {
  activate(device);
  const relaxed_capture_mode scope;
  cudaMemPoolProps wanted{};
  wanted.allocType = cudaMemAllocationTypePinned;
  wanted.location.type = cudaMemLocationTypeDevice;
  wanted.location.id = device;
  cudaMemPool_t handle = nullptr;
  check(cudaMemPoolCreate(&handle, &wanted), "create the device's memory pool");
  std::uint64_t keep = UINT64_MAX;
  check(cudaMemPoolSetAttribute(handle, cudaMemPoolAttrReleaseThreshold, &keep),
        "let the memory pool keep what is freed");
  pools[static_cast<std::size_t>(device)].store(handle);
  return new pool{handle, device};
}

void* allocate(pool* pool, std::size_t bytes, stream_ref stream) {
  activate(pool->device);
  const relaxed_capture_mode scope;
  void* memory = nullptr;
  const cudaError_t code = cudaMallocFromPoolAsync(&memory, bytes, pool->handle, stream.get());
  if (code == cudaErrorMemoryAllocation) return (void)cudaGetLastError(), nullptr;
  check(code, "allocate memory");
  return memory;
}

void free(void* memory, stream_ref stream) noexcept {
  try {
    activate(stream.device().ordinal());
    const relaxed_capture_mode scope;
    (void)cudaFreeAsync(memory, stream.get());
  } catch (const error&) {  // the driver has shut down, and the memory with it
  }
}

void trim(pool* pool) {
  activate(pool->device);
  const relaxed_capture_mode scope;
  check(cudaMemPoolTrimTo(pool->handle, 0), "trim the memory pool");
}

std::size_t held_bytes(pool* pool) {
  require_own("ask how much the memory pool holds");
  const relaxed_capture_mode scope;
  std::uint64_t bytes = 0;
  check(cudaMemPoolGetAttribute(pool->handle, cudaMemPoolAttrReservedMemCurrent, &bytes),
        "ask how much the memory pool holds");
  return bytes;
}

void* allocate_pinned(std::size_t bytes) {
  activate(current_device().is_gpu() ? current_device().ordinal() : 0);
  const relaxed_capture_mode scope;
  void* memory = nullptr;
  const cudaError_t code = cudaHostAlloc(&memory, bytes, cudaHostAllocPortable);
  if (code == cudaErrorMemoryAllocation) return (void)cudaGetLastError(), nullptr;
  check(code, "pin host memory");
  return memory;
}

void free_pinned(void* memory) noexcept {
  if (!is_up()) return;
  const relaxed_capture_mode scope;
  (void)cudaFreeHost(memory);
}

bool is_pinned(const void* memory) noexcept {
  if (!is_up()) return false;
  cudaPointerAttributes found{};
  if (cudaPointerGetAttributes(&found, memory) != cudaSuccess)
    return (void)cudaGetLastError(), false;
  return found.type == cudaMemoryTypeHost;
}

void copy(void* to, const void* from, std::size_t bytes, stream_ref stream) {
  activate(stream.device().ordinal());
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream.get()), "copy memory");
}

void copy_peer(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
               stream_ref stream) {
  open_pool(from_device, to_device);
  open_pool(to_device, from_device);
  activate(stream.device().ordinal());
  check(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream.get()),
        "copy memory between GPUs");
}

void fill(void* to, unsigned char value, std::size_t bytes, stream_ref stream) {
  activate(stream.device().ordinal());
  check(cudaMemsetAsync(to, value, bytes, stream.get()), "fill memory");
}

}  // namespace gpu::backend
#endif
