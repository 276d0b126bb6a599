// SPDX-License-Identifier: BSD-3-Clause
// Where in each row the elements are that sorting it stably would put first, given the last one of
// them. A warp goes over a piece of a row: first it counts the elements that come before the last
// one, and those that are equal to it; then, once it is known how many of both lie in the pieces
// before, it writes positions.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "element_order.cuh"
#include "row_chunk.cuh"

namespace gpu::cub_kernels {

struct first_positions_shape {
  static constexpr int warps = 8;    ///< of a block
  static constexpr int vectors = 4;  ///< of 16 bytes: a lane loads so many at once
};

/// How many elements come before the last one that is wanted, and how many are equal to it.
struct first_counts {
  std::uint32_t before;
  std::uint32_t equal;

  friend __device__ first_counts operator+(const first_counts& a, const first_counts& b) {
    return {a.before + b.before, a.equal + b.equal};
  }
};

inline __device__ first_counts shuffled(const first_counts& counts, int lane) {
  return {__shfl_sync(~0u, counts.before, lane), __shfl_sync(~0u, counts.equal, lane)};
}
/// Of the lanes up to this one.
inline __device__ first_counts summed_up_to(first_counts counts, int lane) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const first_counts other = {__shfl_up_sync(~0u, counts.before, distance),
                                __shfl_up_sync(~0u, counts.equal, distance)};
    if (lane >= distance) counts = counts + other;
  }
  return counts;
}

/// The piece of a warp.
template <class Bits>
struct piece_of_row {
  static constexpr int width = vector_of<Bits>::width;

  const Bits* data;
  std::int64_t row;
  std::int64_t number;  ///< of the piece in its row
  std::int64_t begin;   ///< the column of the first element
  std::int64_t count;

  [[nodiscard]] static __device__ piece_of_row at(const positions_request& request,
                                                  std::int64_t number) {
    piece_of_row piece{};
    piece.row = number / request.pieces;
    piece.number = number % request.pieces;
    piece.begin = piece.number * request.piece_columns;
    const std::int64_t left = request.rows.columns - piece.begin;
    piece.count = left < request.piece_columns ? left : request.piece_columns;
    piece.data =
        static_cast<const Bits*>(request.rows.in) + piece.row * request.rows.columns + piece.begin;
    return piece;
  }

  /// Calls `use(elements, place, valid)` for each lane's neighbours, in their order: `valid` of
  /// them, the first of which is element `place` of the piece. All lanes call it together.
  template <class Use>
  __device__ void for_each_vector(int lane, const Use& use) const {
    const auto address = reinterpret_cast<std::uintptr_t>(data);
    const auto unaligned = static_cast<std::int64_t>((16 - address % 16) % 16 / sizeof(Bits));
    const std::int64_t head = unaligned < count ? unaligned : count;
    const std::int64_t whole = (count - head) / width;
    const std::int64_t tail = head + whole * width;
    use_one(lane, lane < head, use);
    const auto* const first = reinterpret_cast<const uint4*>(data + head);
    constexpr int vectors = first_positions_shape::vectors;
    for (std::int64_t i = 0; i < whole; i += 32 * vectors) {
      vector_of<Bits> held[vectors];
#pragma unroll
      for (int v = 0; v < vectors; ++v)
        if (i + v * 32 + lane < whole) held[v].held = first[i + v * 32 + lane];
#pragma unroll
      for (int v = 0; v < vectors; ++v) {
        const std::int64_t place = i + v * 32 + lane;
        use(held[v], head + place * width, place < whole ? width : 0);
      }
    }
    use_one(tail + lane, tail + lane < count, use);
  }

 private:
  template <class Use>
  __device__ void use_one(std::int64_t place, bool exists, const Use& use) const {
    vector_of<Bits> one{};
    if (exists) one.held.x = static_cast<unsigned>(data[place]);
    if constexpr (sizeof(Bits) == 8)
      if (exists) one.held.y = static_cast<unsigned>(data[place] >> 32);
    use(one, place, exists ? 1 : 0);
  }
};

/// Bit i: element i of a vector comes before `last`, or is equal to it.
template <class Bits>
struct first_flags {
  unsigned before = 0;
  unsigned equal = 0;

  __device__ first_flags(const vector_of<Bits>& elements, int valid, Bits last,
                         const element_order& order) {
#pragma unroll
    for (int i = 0; i < vector_of<Bits>::width; ++i) {
      const Bits key = key_of_bits<Bits>(elements[i], order);
      before |= (i < valid && key < last ? 1u : 0u) << i;
      equal |= (i < valid && key == last ? 1u : 0u) << i;
    }
  }
  [[nodiscard]] __device__ first_counts counts() const {
    return {static_cast<std::uint32_t>(__popc(before)), static_cast<std::uint32_t>(__popc(equal))};
  }
};

template <class Bits>
__device__ Bits last_key_of(const positions_request& request, std::int64_t row) {
  return key_of_bits<Bits>(static_cast<const Bits*>(request.last)[row], request.rows.order);
}

/// The number of this warp; less than 0 if there is no piece for it.
inline __device__ std::int64_t piece_number(const positions_request& request) {
  const std::int64_t number =
      std::int64_t{blockIdx.x} * first_positions_shape::warps + threadIdx.x / 32;
  return number < request.rows.rows * request.pieces ? number : -1;
}

template <class Bits>
__global__ void __launch_bounds__(32 * first_positions_shape::warps)
    count_first_kernel(positions_request request, first_counts* counts) {
  const std::int64_t number = piece_number(request);
  if (number < 0) return;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const auto piece = piece_of_row<Bits>::at(request, number);
  const Bits last = last_key_of<Bits>(request, piece.row);
  first_counts sum{};
  piece.for_each_vector(lane, [&](const vector_of<Bits>& elements, std::int64_t, int valid) {
    sum = sum + first_flags<Bits>(elements, valid, last, request.rows.order).counts();
  });
  sum = summed_up_to(sum, lane);
  if (lane == 31) counts[piece.row * (request.pieces + 1) + piece.number] = sum;
}

/// Makes of the counts of a row's pieces those of the pieces before; behind them that of all. A
/// warp has a row.
static __global__ void __launch_bounds__(32)
    sum_first_kernel(std::int64_t pieces, first_counts* counts) {
  const int lane = static_cast<int>(threadIdx.x);
  first_counts* const row = counts + blockIdx.x * (pieces + 1);
  first_counts all{};
  for (std::int64_t i = 0; i <= pieces; i += 32) {
    const first_counts own = i + lane < pieces ? row[i + lane] : first_counts{};
    const first_counts sum = all + summed_up_to(own, lane);
    if (i + lane <= pieces) row[i + lane] = {sum.before - own.before, sum.equal - own.equal};
    all = shuffled(sum, 31);
  }
}

template <class Bits>
__global__ void __launch_bounds__(32 * first_positions_shape::warps)
    write_first_kernel(positions_request request, const first_counts* counts) {
  const std::int64_t number = piece_number(request);
  if (number < 0) return;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const auto piece = piece_of_row<Bits>::at(request, number);
  const Bits last = last_key_of<Bits>(request, piece.row);
  const first_counts* const row = counts + piece.row * (request.pieces + 1);
  // So many equal ones are wanted: those that come first.
  const auto quota = static_cast<std::uint32_t>(request.count) - row[request.pieces].before;
  std::int64_t* const out = request.out + piece.row * request.count;
  first_counts found = row[piece.number];
  piece.for_each_vector(lane, [&](const vector_of<Bits>& elements, std::int64_t place, int valid) {
    const first_flags<Bits> flags(elements, valid, last, request.rows.order);
    if (__ballot_sync(~0u, (flags.before | flags.equal) != 0) == 0) return;
    const first_counts own = flags.counts();
    const first_counts sum = found + summed_up_to(own, lane);
    std::uint32_t before = sum.before - own.before;
    std::uint32_t equal = sum.equal - own.equal;
    for (unsigned left = flags.before | flags.equal; left != 0; left &= left - 1) {
      const int i = __ffs(static_cast<int>(left)) - 1;
      const bool is_equal = (flags.equal >> i & 1) != 0;
      if (!is_equal || equal < quota)
        out[before + (equal < quota ? equal : quota)] = piece.begin + place + i;
      before += is_equal ? 0 : 1;
      equal += is_equal ? 1 : 0;
    }
    found = shuffled(sum, 31);
  });
}

template <class Bits>
int first_positions(workspace& work, const positions_request& request) {
  const std::int64_t pieces = request.rows.rows * request.pieces;
  if (work.data == nullptr) {
    work.size_bytes = static_cast<std::size_t>(pieces + request.rows.rows) * sizeof(first_counts);
    return cudaSuccess;
  }
  auto* const counts = static_cast<first_counts*>(work.data);
  constexpr int warps = first_positions_shape::warps;
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>((pieces + warps - 1) / warps);
  config.blockDim = 32 * warps;
  config.stream = static_cast<cudaStream_t>(work.stream);
  cudaLaunchConfig_t of_rows = config;
  of_rows.gridDim = static_cast<unsigned>(request.rows.rows);
  of_rows.blockDim = 32;
  int status = cudaLaunchKernelEx(&config, count_first_kernel<Bits>, request, counts);
  if (status == cudaSuccess)
    status = cudaLaunchKernelEx(&of_rows, sum_first_kernel, request.pieces, counts);
  if (status == cudaSuccess)
    status = cudaLaunchKernelEx(&config, write_first_kernel<Bits>, request,
                                static_cast<const first_counts*>(counts));
  return status;
}

}  // namespace gpu::cub_kernels
