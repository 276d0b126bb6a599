// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime.h>

#include "grouped_scatter.cuh"

namespace gpu::cub_kernels {
namespace {

constexpr int threads = tile_shape::threads;

__global__ void __launch_bounds__(threads) find_heads(const grouped_write_request x) {
  const int warps = threads / tile_shape::warp;
  const int warp = static_cast<int>(threadIdx.x) / tile_shape::warp;
  find_head(x, static_cast<std::int64_t>(blockIdx.x) * warps + warp,
            static_cast<int>(threadIdx.x) % tile_shape::warp);
}

template <class Item, class Payload>
__global__ void __launch_bounds__(threads) write_tiles(const grouped_write_request x) {
  write_tile<Item, Payload>(x, blockIdx.x, static_cast<int>(threadIdx.x));
}

}  // namespace

std::int64_t count_heads(std::int64_t count) {
  return (count + tile_shape::size - 1) / tile_shape::size;
}

template <class Item, class Payload>
int write_grouped(stream_handle stream, const grouped_write_request& request) {
  const std::int64_t tiles = count_heads(request.count);
  constexpr int warps = threads / tile_shape::warp;
  find_heads<<<static_cast<unsigned>((tiles + warps - 1) / warps), threads, 0, stream>>>(request);
  if (const cudaError_t error = cudaGetLastError()) return error;
  write_tiles<Item, Payload><<<static_cast<unsigned>(tiles), threads, 0, stream>>>(request);
  return cudaGetLastError();
}

template int write_grouped<std::uint8_t, std::uint32_t>(stream_handle,
                                                        const grouped_write_request&);
template int write_grouped<std::uint16_t, std::uint32_t>(stream_handle,
                                                         const grouped_write_request&);
template int write_grouped<std::uint32_t, std::uint32_t>(stream_handle,
                                                         const grouped_write_request&);
template int write_grouped<std::uint64_t, std::uint64_t>(stream_handle,
                                                         const grouped_write_request&);
template int write_grouped<wide_item, std::uint32_t>(stream_handle, const grouped_write_request&);

}  // namespace gpu::cub_kernels
