// SPDX-License-Identifier: BSD-3-Clause
// Sorts rows of at most 4096 elements, each in registers and shared memory: a team of threads, a
// power of two of them, has a row, and a thread 8 elements of it. A thread sorts its own by itself
// (odd-even transposition sort), then sorted runs are merged in pairs: each thread finds by
// bisection which elements of its pair come to its places, and merges those (Green, McColl, Bader
// 2012, "GPU Merge Path"). Both keep the order of equal keys. Memory is read once and written once.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "element_order.cuh"

namespace gpu::cub_kernels {

struct short_rows_shape {
  static constexpr int items = 8;          ///< elements of a thread
  static constexpr int min_threads = 128;  ///< of a block: several teams if they are smaller
  static constexpr int max_threads = 512;

  int team;
  int threads;

  explicit short_rows_shape(std::int64_t columns) : team(1) {
    while (team * items < columns) team *= 2;
    threads = team < min_threads ? min_threads : team;
  }
};
static_assert(short_rows_shape::items * short_rows_shape::max_threads == max_short_row);

/// Where element i is in shared memory: threads that read 8 neighbours each have banks of their
/// own.
template <class Key>
__host__ __device__ constexpr int place_of(int i) {
  return i + i / static_cast<int>(128 / sizeof(Key));
}

/// The elements of a row in shared memory, and a place that is never written: merging reads behind
/// the last element, where the row of another team would begin.
__host__ __device__ constexpr int row_places(int team) {
  return team * short_rows_shape::items + 1;
}
/// So many keys the shared memory of a block has room for.
template <class Key>
__host__ __device__ constexpr int key_places(int threads, int team) {
  return place_of<Key>(threads / team * row_places(team));
}

/// Waits for the team.
__device__ inline void wait_for(int team) {
  if (team > 32)
    __syncthreads();
  else
    __syncwarp();
}

/// The elements of one thread, and where in the row they come from.
template <class Key, bool with_positions>
struct held_items {
  static constexpr int count = short_rows_shape::items;
  Key keys[count];
  std::uint16_t from[with_positions ? count : 1];

  /// As they lie from place `first` of the row on.
  __device__ void set_positions(int first) {
    if constexpr (with_positions)
#pragma unroll
      for (int i = 0; i < count; ++i) from[i] = static_cast<std::uint16_t>(first + i);
  }

  __device__ void sort() {
#pragma unroll
    for (int round = 0; round < count; ++round)
#pragma unroll
      for (int i = round & 1; i + 1 < count; i += 2) order_pair(i);
  }

 private:
  __device__ void order_pair(int i) {
    const bool swaps = keys[i + 1] < keys[i];
    const Key low = swaps ? keys[i + 1] : keys[i];
    keys[i + 1] = swaps ? keys[i] : keys[i + 1];
    keys[i] = low;
    if constexpr (with_positions) {
      const std::uint16_t first = swaps ? from[i + 1] : from[i];
      from[i + 1] = swaps ? from[i] : from[i + 1];
      from[i] = first;
    }
  }
};

/// The row of a team in shared memory.
template <class Key, bool with_positions>
struct shared_row {
  static constexpr int items = short_rows_shape::items;
  using held = held_items<Key, with_positions>;

  Key* keys;            ///< of the block
  std::uint16_t* from;  ///< of the block
  int first;            ///< where the row begins

  __device__ Key& key(int i) const { return keys[place_of<Key>(first + i)]; }
  __device__ std::uint16_t& position(int i) const { return from[place_of<Key>(first + i)]; }

  /// What the thread of that rank holds.
  __device__ void write(const held& mine, int rank) const {
#pragma unroll
    for (int i = 0; i < items; ++i) {
      key(rank * items + i) = mine.keys[i];
      if constexpr (with_positions) position(rank * items + i) = mine.from[i];
    }
  }

  /// Its part of what comes of two sorted runs, each of so many threads: from the second one only
  /// what is smaller than what is left of the first.
  __device__ void merge(held& mine, int rank, int threads) const {
    const int run = threads * items;
    const int begin = (rank & ~(2 * threads - 1)) * items;
    const int middle = begin + run;
    const int end = middle + run;
    const int before = (rank & (2 * threads - 1)) * items;
    int low = before > run ? before - run : 0;
    int high = before < run ? before : run;
    while (low < high) {
      const int half = (low + high) / 2;
      if (key(middle + before - 1 - half) < key(begin + half))
        high = half;
      else
        low = half + 1;
    }
    int a = begin + low;
    int b = middle + before - low;
    // What is read behind the end of a run is not looked at.
    Key at_a = key(a);
    Key at_b = key(b);
    int taken[with_positions ? items : 1];
#pragma unroll
    for (int i = 0; i < items; ++i) {
      const bool takes_b = a >= middle || (b < end && at_b < at_a);
      mine.keys[i] = takes_b ? at_b : at_a;
      if constexpr (with_positions) taken[i] = takes_b ? b : a;
      const Key next = key(takes_b ? ++b : ++a);
      at_a = takes_b ? at_a : next;
      at_b = takes_b ? next : at_b;
    }
    if constexpr (with_positions)
#pragma unroll
      for (int i = 0; i < items; ++i) mine.from[i] = position(taken[i]);
  }
};

/// `out` gets the elements, or their positions, of 4 bytes or of 8.
template <class Key, bool with_positions>
__global__ void __launch_bounds__(short_rows_shape::max_threads)
    short_rows_kernel(rows_request request, void* out, int team, int position_bytes) {
  constexpr int items = short_rows_shape::items;
  extern __shared__ std::uint64_t shared_memory[];
  const int threads = static_cast<int>(blockDim.x);
  const int rank = static_cast<int>(threadIdx.x) & (team - 1);
  const int row_in_block = static_cast<int>(threadIdx.x) / team;
  auto* const keys = reinterpret_cast<Key*>(shared_memory);
  const shared_row<Key, with_positions> row{
      keys, reinterpret_cast<std::uint16_t*>(keys + key_places<Key>(threads, team)),
      row_in_block * row_places(team)};

  const std::int64_t number =
      static_cast<std::int64_t>(blockIdx.x) * (threads / team) + row_in_block;
  const int columns = number < request.rows ? static_cast<int>(request.columns) : 0;
  const std::int64_t begin = number * request.columns;
  Key loaded[items];
  load_bits(loaded, request, begin, rank, team, columns);
#pragma unroll
  for (int i = 0; i < items; ++i) {
    const int column = rank + i * team;
    row.key(column) = column < columns ? key_of_bits(loaded[i], request.order) : last_key<Key>;
  }
  wait_for(team);
  held_items<Key, with_positions> mine;
#pragma unroll
  for (int i = 0; i < items; ++i) mine.keys[i] = row.key(rank * items + i);
  mine.set_positions(rank * items);
  mine.sort();
#pragma unroll 1
  for (int merged = 1; merged < team; merged *= 2) {
    wait_for(team);
    row.write(mine, rank);
    wait_for(team);
    row.merge(mine, rank, merged);
  }
  wait_for(team);
  row.write(mine, rank);
  wait_for(team);
#pragma unroll
  for (int i = 0; i < items; ++i) {
    const int column = rank + i * team;
    if (column >= columns) break;
    if constexpr (!with_positions)
      store_key(out, begin + column, row.key(column), request.order);
    else if (position_bytes == 4)
      static_cast<std::uint32_t*>(out)[begin + column] = row.position(column);
    else
      static_cast<std::uint64_t*>(out)[begin + column] = row.position(column);
  }
}

template <class Key, bool with_positions>
int launch_short_rows(stream_handle stream, const rows_request& request, void* out,
                      int position_bytes) {
  const short_rows_shape shape(request.columns);
  const int rows_of_block = shape.threads / shape.team;
  const auto blocks = static_cast<unsigned>((request.rows + rows_of_block - 1) / rows_of_block);
  const std::size_t bytes = static_cast<std::size_t>(key_places<Key>(shape.threads, shape.team)) *
                            (sizeof(Key) + (with_positions ? sizeof(std::uint16_t) : 0));
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = static_cast<unsigned>(shape.threads);
  config.dynamicSmemBytes = bytes;
  config.stream = stream;
  return cudaLaunchKernelEx(&config, short_rows_kernel<Key, with_positions>, request, out,
                            shape.team, position_bytes);
}

template <class Key>
int sort_short_rows(stream_handle stream, const rows_request& request, void* out) {
  return launch_short_rows<Key, false>(stream, request, out, 0);
}

template <class Key>
int order_short_rows(stream_handle stream, const rows_request& request, void* out,
                     int position_bytes) {
  return launch_short_rows<Key, true>(stream, request, out, position_bytes);
}

}  // namespace gpu::cub_kernels
