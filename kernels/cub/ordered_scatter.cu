// SPDX-License-Identifier: BSD-3-Clause
// Writes values to places in memory in the order of the places, so that what a warp writes lies
// together and no place is written twice: of equal positions, which are neighbours then, the last.
// Positions have 32 bits. Bytes that pass through memory, of n positions and items of s bytes:
//
//   check_order    4 n read, a part of it from the L2: it begins at the end, which was written last
//   write_ordered  (4 + s) n read, and the places written: s n if they are neighbours, else sectors
//                  of 32 bytes; of items of 16 bytes by number also 16 n read at random places
//
// Positions that already come in order need nothing else. Others are sorted by CUB's radix sort,
// which is stable, with the value as the payload (its number for items of 16 bytes): each 8 bits of
// the largest position read and write 4 + s bytes of each, s being at least 4. That replaces
// numbers left at the places, whose every access is a sector at a random place.
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "vendor/cub/scatter_kernels.hpp"
#include "written_item.cuh"

namespace gpu::cub_kernels {
namespace {

constexpr int threads = 256;
constexpr int items = 8;  ///< of a thread
constexpr int tile = threads * items;

unsigned blocks_of(std::int64_t count) {
  return static_cast<unsigned>((count + tile - 1) / tile);
}

/// Whether one of the four positions from `first` on is less than the one before it; the position
/// after them is looked at, too.
__device__ bool is_disordered(const std::uint32_t* positions, std::int64_t first,
                              std::int64_t count) {
  if (first + 4 < count) {
    const uint4 four = *reinterpret_cast<const uint4*>(positions + first);
    return four.x > four.y || four.y > four.z || four.z > four.w || four.w > positions[first + 4];
  }
  bool found = false;
  for (std::int64_t i = first; i + 1 < count; ++i) found |= positions[i] > positions[i + 1];
  return found;
}

/// Blocks begin at the end. Those that start after one has found disorder do nothing.
__global__ void __launch_bounds__(threads) check_order_of(const order_request x) {
  if (*static_cast<volatile unsigned*>(x.is_unordered) != 0) return;
  const std::int64_t first =
      static_cast<std::int64_t>(gridDim.x - 1 - blockIdx.x) * tile + threadIdx.x * 4;
  bool found = blockIdx.x == 0 && x.has_bad_position != nullptr && *x.has_bad_position != 0;
#pragma unroll
  for (int k = 0; k < items / 4; ++k)
    found |= is_disordered(x.positions, first + k * threads * 4, x.count);
  if (__syncthreads_or(found) && threadIdx.x == 0 && atomicExch(x.is_unordered, 1u) == 0)
    *static_cast<volatile unsigned*>(x.seen_by_host) = 1;
}

template <class Item, class Payload>
__global__ void __launch_bounds__(threads) write_ordered_items(const ordered_write_request x) {
  if (x.is_unordered != nullptr && *x.is_unordered != 0) return;
  const auto* const payload = static_cast<const Payload*>(x.payload);
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * tile + threadIdx.x;
  std::uint32_t position[items];
  bool is_last[items];
  Payload mine[items];
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const std::int64_t i = first + k * threads;
    is_last[k] = i < x.count;
    if (i < x.count) {
      position[k] = x.positions[i];
      is_last[k] = i + 1 == x.count || x.positions[i + 1] != position[k];
      mine[k] = payload[i];
    }
  }
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (is_last[k])
      static_cast<Item*>(x.out)[position[k]] =
          item_of<Item>(mine[k], static_cast<const Item*>(x.values));
}

template <class Item>
__global__ void __launch_bounds__(threads) write_one_item(const ordered_write_request x) {
  const Item value = *static_cast<const Item*>(x.values);
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * tile + threadIdx.x;
  std::uint32_t position[items];
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k * threads < x.count) position[k] = x.positions[first + k * threads];
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k * threads < x.count) static_cast<Item*>(x.out)[position[k]] = value;
}

template <class Item>
__global__ void __launch_bounds__(threads)
    widen_items(const void* __restrict__ in, std::uint32_t* __restrict__ out, std::int64_t count) {
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * tile + threadIdx.x;
  std::uint32_t wide[items];
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const std::int64_t i = first + k * threads;
    if constexpr (std::is_void_v<Item>)
      wide[k] = static_cast<std::uint32_t>(i);
    else if (i < count)
      wide[k] = static_cast<const Item*>(in)[i];
  }
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k * threads < count) out[first + k * threads] = wide[k];
}

}  // namespace

int check_order(stream_handle stream, const order_request& request) {
  check_order_of<<<blocks_of(request.count), threads, 0, stream>>>(request);
  return cudaGetLastError();
}

template <class Item, class Payload>
int write_ordered(stream_handle stream, const ordered_write_request& request) {
  write_ordered_items<Item, Payload><<<blocks_of(request.count), threads, 0, stream>>>(request);
  return cudaGetLastError();
}

template <class Item>
int write_one(stream_handle stream, const ordered_write_request& request) {
  write_one_item<Item><<<blocks_of(request.count), threads, 0, stream>>>(request);
  return cudaGetLastError();
}

template <class Item>
int widen(stream_handle stream, const void* in, std::uint32_t* out, std::int64_t count) {
  widen_items<Item><<<blocks_of(count), threads, 0, stream>>>(in, out, count);
  return cudaGetLastError();
}

template int write_ordered<std::uint8_t, std::uint8_t>(stream_handle, const ordered_write_request&);
template int write_ordered<std::uint8_t, std::uint32_t>(stream_handle,
                                                        const ordered_write_request&);
template int write_ordered<std::uint16_t, std::uint16_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<std::uint16_t, std::uint32_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<std::uint32_t, std::uint32_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<std::uint64_t, std::uint64_t>(stream_handle,
                                                         const ordered_write_request&);
template int write_ordered<wide_item, wide_item>(stream_handle, const ordered_write_request&);
template int write_ordered<wide_item, std::uint32_t>(stream_handle, const ordered_write_request&);

template int write_one<std::uint8_t>(stream_handle, const ordered_write_request&);
template int write_one<std::uint16_t>(stream_handle, const ordered_write_request&);
template int write_one<std::uint32_t>(stream_handle, const ordered_write_request&);
template int write_one<std::uint64_t>(stream_handle, const ordered_write_request&);
template int write_one<wide_item>(stream_handle, const ordered_write_request&);

template int widen<void>(stream_handle, const void*, std::uint32_t*, std::int64_t);
template int widen<std::uint8_t>(stream_handle, const void*, std::uint32_t*, std::int64_t);
template int widen<std::uint16_t>(stream_handle, const void*, std::uint32_t*, std::int64_t);

}  // namespace gpu::cub_kernels
