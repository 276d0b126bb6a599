// SPDX-License-Identifier: BSD-3-Clause
// The elements that sorting would put at some ranks of each row, digit by digit of their keys from
// the highest: each pass reads the row once, and counts those elements whose higher digits are
// those of an element that is wanted. The counts say what its next digit is, and how many elements
// come before it among those that have the same digits so far. That is the radix selection of
// Alabi, Blanchard, Gordon, Steinbach 2012, "Fast k-selection algorithms for graphics processing
// units".
//
// A block counts a piece of a row in shared memory. Where a row has several pieces, their counts
// are added in memory, and the block that comes last finds the digits.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "element_order.cuh"
#include "row_chunk.cuh"

namespace gpu::cub_kernels {

struct select_ranks_shape {
  static constexpr int threads = 512;
  static constexpr int warps = threads / 32;
  static constexpr int vectors = 4;  ///< of 16 bytes: a thread loads so many at once
};

/// What is known of a wanted element.
template <class Key>
struct ranked_element {
  Key digits;          ///< the highest of its key
  std::uint32_t rank;  ///< among the elements that have these
};

/// Which digit is found: that of `width` bits from bit `shift` on.
struct rank_digit {
  int shift;
  int width;
  bool is_first;
  bool is_last;
};

/// Memory that all passes share.
struct rank_workspace {
  void* elements;         ///< ranked_element<Key> of (rows, wanted)
  std::uint32_t* counts;  ///< of (rows, `max_rank_counts`), all 0; null if a row has one piece
  std::uint32_t* pieces;  ///< of each row: how many have been counted
};

/// Calls `use` with the bits of the elements from `data` on. They are loaded by vectors.
template <class Bits, class Use>
__device__ void for_each_of(const Bits* data, std::int64_t count, const Use& use) {
  constexpr int vectors = select_ranks_shape::vectors;
  constexpr int threads = select_ranks_shape::threads;
  constexpr int width = vector_of<Bits>::width;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const auto before = static_cast<std::int64_t>((16 - address % 16) % 16 / sizeof(Bits));
  const std::int64_t head = before < count ? before : count;
  const auto* const first = reinterpret_cast<const uint4*>(data + head);
  const std::int64_t whole = (count - head) / width;
  const auto use_vector = [&](const uint4& vector) {
#pragma unroll
    for (int e = 0; e < width; ++e) use(vector_of<Bits>{vector}[e]);
  };
  const int thread = static_cast<int>(threadIdx.x);
  std::int64_t i = thread;
#pragma unroll 1
  for (; i + (vectors - 1) * threads < whole; i += vectors * threads) {
    uint4 held[vectors];
#pragma unroll
    for (int v = 0; v < vectors; ++v) held[v] = first[i + v * threads];
#pragma unroll
    for (int v = 0; v < vectors; ++v) use_vector(held[v]);
  }
#pragma unroll 1
  for (; i < whole; i += threads) use_vector(first[i]);
  // The elements beside the vectors: fewer than there are threads.
  const std::int64_t tail = head + whole * width;
  const std::int64_t beside = thread < head ? thread : tail + thread - head;
  if (beside < count) use(data[beside]);
}

/// The digits that the wanted elements of a row have so far: elements with the same ones are a
/// group, whose members' next digits are counted together.
template <class Key>
struct rank_groups {
  Key digits[max_selected_ranks];
  int of_element[max_selected_ranks];
  int count;
  bool counts_are_whole;  ///< this block has those of all pieces

  /// By the first warp.
  __device__ void find(const ranked_element<Key>* elements, int wanted, bool is_first) {
    const int lane = static_cast<int>(threadIdx.x);
    const unsigned lanes = __ballot_sync(~0u, lane < wanted);
    if (lane >= wanted) return;
    const Key mine = is_first ? Key(0) : elements[lane].digits;
    unsigned same = 0;
    for (int other = 0; other < wanted; ++other)
      if (__shfl_sync(lanes, mine, other) == mine) same |= 1u << other;
    const int leader = __ffs(static_cast<int>(same)) - 1;
    const unsigned leaders = __ballot_sync(lanes, leader == lane);
    const int group = __popc(leaders & ((1u << leader) - 1));
    of_element[lane] = group;
    if (leader == lane) digits[group] = mine;
    if (lane == 0) count = __popc(leaders);
  }
};

/// In which lane an element is, of which `rank` come before it, if `count` of them are in a lane;
/// `rank` becomes that among those. 32 if it is in none: `rank` is then what is left.
inline __device__ int lane_of_rank(std::uint32_t count, std::uint32_t& rank) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  std::uint32_t behind = count;
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const std::uint32_t other = __shfl_up_sync(~0u, behind, distance);
    if (lane >= distance) behind += other;
  }
  const int owner = __popc(__ballot_sync(~0u, behind <= rank));
  rank -= owner < 32 ? __shfl_sync(~0u, behind - count, owner) : __shfl_sync(~0u, behind, 31);
  return owner;
}

/// The digit of an element, of which `rank` come before it among those that `counts` counts; `rank`
/// becomes that among those with the same digit. By a whole warp.
inline __device__ int digit_at(const std::uint32_t* counts, int bins, std::uint32_t& rank) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int share = bins / 32;
  // Each lane adds neighbours, and begins with another one, so that each has a bank for itself.
  std::uint32_t sum = 0;
  for (int i = 0; i < share; ++i) sum += counts[lane * share + (i + lane) % share];
  int digit = lane_of_rank(sum, rank) * share;
  for (const int end = digit + share; digit < end; digit += 32) {
    const int owner = lane_of_rank(digit + lane < end ? counts[digit + lane] : 0, rank);
    if (owner < 32) return digit + owner;
  }
  return bins - 1;  // there are no more elements
}

/// @tparam digit_bits  of the widest digit
template <class Bits, int digit_bits>
__global__ void __launch_bounds__(select_ranks_shape::threads)
    select_ranks_kernel(ranks_request request, rank_workspace work, rank_digit digit) {
  using key = Bits;
  constexpr int threads = select_ranks_shape::threads;
  constexpr int max_groups = max_rank_counts >> digit_bits;
  __shared__ std::uint32_t counts[max_rank_counts];
  __shared__ rank_groups<key> groups;
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t row = blockIdx.x / request.pieces;
  const std::int64_t piece = blockIdx.x % request.pieces;
  ranked_element<key>* const elements =
      static_cast<ranked_element<key>*>(work.elements) + row * request.wanted;
  const int bins = 1 << digit.width;

  if (thread < 32) groups.find(elements, request.wanted, digit.is_first);
  __syncthreads();
  for (int i = thread; i < groups.count * bins; i += threads) counts[i] = 0;
  key digits[max_groups <= 4 ? max_groups : 1];
  if constexpr (max_groups <= 4)
#pragma unroll
    for (int group = 0; group < max_groups; ++group) digits[group] = groups.digits[group];
  const int group_count = groups.count;
  __syncthreads();

  const std::int64_t begin = piece * request.piece_columns;
  const std::int64_t left = request.rows.columns - begin;
  const auto* const data =
      static_cast<const Bits*>(request.rows.in) + row * request.rows.columns + begin;
  for_each_of(data, left < request.piece_columns ? left : request.piece_columns, [&](Bits bits) {
    const key element = key_of_bits<key>(bits, request.rows.order);
    const key from_digit = static_cast<key>(element >> digit.shift);
    const int mine = static_cast<int>(from_digit & static_cast<key>(bins - 1));
    const key before = static_cast<key>(from_digit >> digit.width);
    if constexpr (max_groups <= 4) {
#pragma unroll
      for (int group = 0; group < max_groups; ++group)
        if (group < group_count && before == digits[group])
          atomicAdd(counts + group * bins + mine, 1u);
    } else {
      for (int group = 0; group < group_count; ++group)
        if (before == groups.digits[group]) atomicAdd(counts + group * bins + mine, 1u);
    }
  });
  __syncthreads();

  if (request.pieces > 1) {
    std::uint32_t* const all = work.counts + row * max_rank_counts;
    for (int i = thread; i < group_count * bins; i += threads)
      if (counts[i] != 0) atomicAdd(all + i, counts[i]);
    __threadfence();
    __syncthreads();
    if (thread == 0)
      groups.counts_are_whole =
          atomicAdd(work.pieces + row, 1u) + 1 == static_cast<std::uint32_t>(request.pieces);
    __syncthreads();
    if (!groups.counts_are_whole) return;
    __threadfence();
    // As the next pass wants them.
    if (thread == 0) work.pieces[row] = 0;
    for (int i = thread; i < group_count * bins; i += threads) {
      counts[i] = __ldcg(all + i);
      all[i] = 0;
    }
    __syncthreads();
  }

  for (int i = thread / 32; i < request.wanted; i += select_ranks_shape::warps) {
    ranked_element<key> one = elements[i];
    if (digit.is_first) {
      const std::int64_t rank = request.ranks[row * request.ranks_step + i];
      const std::int64_t last = request.rows.columns - 1;
      one = {key(0), static_cast<std::uint32_t>(rank < 0 ? 0 : rank < last ? rank : last)};
    }
    const int found = digit_at(counts + groups.of_element[i] * bins, bins, one.rank);
    one.digits = static_cast<key>(one.digits << digit.width | static_cast<key>(found));
    if (thread % 32 != 0) continue;
    if (digit.is_last)
      static_cast<Bits*>(request.out)[row * request.wanted + i] =
          bits_of_key<key>(one.digits, request.rows.order);
    else
      elements[i] = one;
  }
}

template <class Bits, int digit_bits>
int launch_select_ranks(const ranks_request& request, const rank_workspace& work,
                        stream_handle stream) {
  constexpr int key_bits = 8 * static_cast<int>(sizeof(Bits));
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(request.rows.rows * request.pieces);
  config.blockDim = select_ranks_shape::threads;
  config.stream = stream;
  for (int bits_left = key_bits; bits_left > 0;) {
    const int width = bits_left < digit_bits ? bits_left : digit_bits;
    const rank_digit digit{bits_left - width, width, bits_left == key_bits, bits_left == width};
    bits_left -= width;
    const int status =
        cudaLaunchKernelEx(&config, select_ranks_kernel<Bits, digit_bits>, request, work, digit);
    if (status != cudaSuccess) return status;
  }
  return cudaSuccess;
}

template <class Bits>
int select_ranks(workspace& work, const ranks_request& request) {
  const auto rows = static_cast<std::size_t>(request.rows.rows);
  const std::size_t elements_bytes =
      rows * static_cast<std::size_t>(request.wanted) * sizeof(ranked_element<Bits>);
  const std::size_t counts_begin = (elements_bytes + 15) / 16 * 16;
  const std::size_t counts =
      request.pieces > 1 ? rows * (static_cast<std::size_t>(max_rank_counts) + 1) : 0;
  if (work.data == nullptr) {
    work.size_bytes = counts_begin + counts * sizeof(std::uint32_t);
    return cudaSuccess;
  }
  auto* const memory = static_cast<char*>(work.data);
  auto* const all = reinterpret_cast<std::uint32_t*>(memory + counts_begin);
  if (counts != 0) {
    const int status = cudaMemsetAsync(all, 0, counts * sizeof(std::uint32_t),
                                       static_cast<cudaStream_t>(work.stream));
    if (status != cudaSuccess) return status;
  }
  const rank_workspace held{memory, all, all + rows * max_rank_counts};
  // Narrow digits leave room for the counts of more elements.
  constexpr int wide = 11;
  if (request.wanted <= max_rank_counts >> wide)
    return launch_select_ranks<Bits, wide>(request, held, work.stream);
  return launch_select_ranks<Bits, 8>(request, held, work.stream);
}

}  // namespace gpu::cub_kernels
