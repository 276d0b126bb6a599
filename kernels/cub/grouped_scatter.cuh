// SPDX-License-Identifier: BSD-3-Clause
// Writes values to positions that come in groups: sorted, stably, by all but `bits` low bits, of
// which there are at most 6. So the radix sort has 8 bits less to look at, one pass over positions
// and values. Within a group positions come as they were given, and of equal ones the last counts.
//
//   group  positions that differ in the low bits only; those of 64 places at most
//   tile   the elements of a block, one after the other
//   head   the group of a tile's first element
//   tail   the group of its last one, which may go on in the tiles behind
//
// An element is not the last of its position if an equal one comes behind it in the same group: one
// of the same tile, which is looked for element by element until the group ends, or one of a tile
// behind. Those tiles have the group as their head, so one word for each tile is enough: which of
// the 64 positions of its head it contains (find_heads).
//
//   bits = 1, tiles of 4:   6 7 7 6 | 6 9 8 9 | ...
//   heads                   {6, 7}  | {6}
//   first tile: its tail is the group of 6 and 7, which is the head of the second tile, where 6
//   comes again. So of its elements the second 7 is written, and no 6.
//
// If each position is drawn at random, groups are short as long as there are not many more elements
// than places. Else it takes longer: at most, for each element, all the others of its tile, and
// for each tile, the words of all behind it.
//
// Bytes, of n elements of s bytes: 4 n + 8 n / tile in find_heads at most, most of it not read;
// then (4 + s) n read, and the places written.
#pragma once

#include <cstdint>

#include "vendor/cub/scatter_kernels.hpp"
#include "written_item.cuh"

namespace gpu::cub_kernels {

struct tile_shape {
  static constexpr int warp = 32;
  static constexpr int threads = 256;
  static constexpr int items = 8;  ///< of a thread
  static constexpr int size = threads * items;
};

/// The positions of a group, as bits.
using position_set = unsigned long long;

__device__ inline position_set bit_of(std::uint32_t position, int bits) {
  return position_set{1} << (position & ((1u << bits) - 1u));
}

/// Those of all threads of the warp.
__device__ inline position_set unite_warp(position_set mine) {
#pragma unroll
  for (int distance = tile_shape::warp / 2; distance > 0; distance /= 2)
    mine |= __shfl_xor_sync(~0u, mine, distance);
  return mine;
}

/// One warp finds the positions of a tile's head.
__device__ inline void find_head(const grouped_write_request& x, std::int64_t tile, int lane) {
  const std::int64_t first = tile * tile_shape::size;
  if (first >= x.count) return;
  const std::int64_t left = x.count - first;
  const int size = static_cast<int>(left < tile_shape::size ? left : tile_shape::size);
  const std::uint32_t group = x.positions[first] >> x.bits;
  position_set found = 0;
  bool goes_on = true;
  for (int i = lane; goes_on; i += tile_shape::warp) {
    bool is_in = false;
    if (i < size) {
      const std::uint32_t position = x.positions[first + i];
      is_in = position >> x.bits == group;
      if (is_in) found |= bit_of(position, x.bits);
    }
    goes_on = __all_sync(~0u, is_in);
  }
  found = unite_warp(found);
  if (lane == 0) x.heads[tile] = found;
}

/// One warp: of the positions `wanted` of `group`, which is the tail of `tile`, those that come in
/// the tiles behind.
__device__ inline position_set behind(const grouped_write_request& x, std::int64_t tile,
                                      std::uint32_t group, position_set wanted, int lane) {
  const std::int64_t tiles = (x.count + tile_shape::size - 1) / tile_shape::size;
  const auto is_head_of = [&](std::int64_t i) {
    return i < tiles && x.positions[i * tile_shape::size] >> x.bits == group;
  };
  if (!is_head_of(tile + 1)) return 0;
  if (!is_head_of(tile + 2)) return x.heads[tile + 1];
  position_set found = 0;
  bool goes_on = true;
  for (std::int64_t i = tile + 1 + lane; goes_on; i += tile_shape::warp) {
    const bool is_in = is_head_of(i);
    if (is_in) found |= x.heads[i];
    goes_on = __all_sync(~0u, is_in) && (unite_warp(found) & wanted) != wanted;
  }
  return unite_warp(found);
}

template <class Item, class Payload>
__device__ void write_tile(const grouped_write_request& x, std::int64_t tile, int thread) {
  constexpr int items = tile_shape::items;
  constexpr int threads = tile_shape::threads;
  __shared__ std::uint32_t positions[tile_shape::size];
  __shared__ position_set tail_words[threads / tile_shape::warp];
  __shared__ position_set again_behind;
  const std::int64_t first = tile * tile_shape::size;
  const std::int64_t left = x.count - first;
  const int size = static_cast<int>(left < tile_shape::size ? left : tile_shape::size);
  Payload payload[items];
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int i = thread + k * threads;
    if (i >= size) continue;
    positions[i] = x.positions[first + i];
    payload[k] = static_cast<const Payload*>(x.payload)[first + i];
  }
  __syncthreads();

  const std::uint32_t tail = positions[size - 1] >> x.bits;
  position_set in_tail = 0;
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int i = thread + k * threads;
    if (i < size && positions[i] >> x.bits == tail) in_tail |= bit_of(positions[i], x.bits);
  }
  in_tail = unite_warp(in_tail);
  const int lane = thread % tile_shape::warp;
  if (lane == 0) tail_words[thread / tile_shape::warp] = in_tail;
  __syncthreads();
  if (thread < tile_shape::warp) {
    const bool has_word = lane < threads / tile_shape::warp;
    const position_set wanted = unite_warp(has_word ? tail_words[lane] : 0);
    const position_set found = behind(x, tile, tail, wanted, lane);
    if (lane == 0) again_behind = found;
  }
  __syncthreads();

#pragma unroll
  for (int k = 0; k < items; ++k) {
    const int i = thread + k * threads;
    if (i >= size) continue;
    const std::uint32_t position = positions[i];
    int next = i + 1;
    while (next < size && positions[next] != position &&
           positions[next] >> x.bits == position >> x.bits)
      ++next;
    const bool comes_again =
        next < size ? positions[next] == position : (again_behind & bit_of(position, x.bits)) != 0;
    if (comes_again) continue;
    static_cast<Item*>(x.out)[position] =
        item_of<Item>(payload[k], static_cast<const Item*>(x.values));
  }
}

}  // namespace gpu::cub_kernels
