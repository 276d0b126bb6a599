// SPDX-License-Identifier: BSD-3-Clause
// The first elements of each row, in the order of the elements: a warp goes over a row, or a piece
// of one, once. What may be among the first is put off until there is one for each lane, then these
// are sorted, and merged with the first ones so far; the longer the row, the rarer that is. The
// idea is that of Johnson, Douze, Jegou 2017, "Billion-scale similarity search with GPUs".
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "first_elements.cuh"

namespace gpu::cub_kernels {

struct select_first_shape {
  static constexpr int warps = 4;  ///< of a block
  static constexpr int loads = 4;  ///< of a lane, which do not wait for each other
};

/// What a warp has put off: up to 31, and one of each lane more.
template <class Key>
struct put_off_keys {
  Key keys[64];
  unsigned positions[64];

  [[nodiscard]] __device__ found_key<Key> at(int i) const { return {keys[i], positions[i]}; }
  __device__ void set(int i, const found_key<Key>& one) {
    keys[i] = one.key;
    positions[i] = one.position;
  }
};

template <class Key, int slots>
class row_selection {
 public:
  __device__ row_selection(put_off_keys<Key>& put_off, int lane, int count)
      : put_off_(put_off), lane_(lane), first_(count) {}

  [[nodiscard]] __device__ bool admits(const found_key<Key>& one) const {
    return first_.admits(one);
  }

  /// One of each lane.
  __device__ void look_at(const found_key<Key>& one) {
    const bool may_be = first_.admits(one);
    const unsigned votes = __ballot_sync(~0u, may_be);
    if (votes == 0) return;
    if (may_be) put_off_.set(waiting_ + __popc(votes & ((1u << lane_) - 1)), one);
    waiting_ += __popc(votes);
    __syncwarp();
    if (waiting_ < 32) return;
    waiting_ -= 32;
    first_.put(put_off_.at(lane_), lane_);
    const found_key<Key> later = put_off_.at(32 + lane_);
    __syncwarp();
    if (lane_ < waiting_) put_off_.set(lane_, later);
    __syncwarp();
  }

  [[nodiscard]] const __device__ first_elements<Key, slots>& finished() {
    if (waiting_ > 0) first_.put(lane_ < waiting_ ? put_off_.at(lane_) : found_key<Key>(), lane_);
    return first_;
  }

 private:
  put_off_keys<Key>& put_off_;
  int lane_;
  int waiting_ = 0;
  first_elements<Key, slots> first_;
};

template <class Bits, int slots>
__global__ void __launch_bounds__(32 * select_first_shape::warps)
    select_first_kernel(first_request request) {
  using key = std::conditional_t<(sizeof(Bits) > 4), std::uint64_t, std::uint32_t>;
  constexpr int warps = select_first_shape::warps;
  constexpr int loads = select_first_shape::loads;
  __shared__ put_off_keys<key> put_off[warps];
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t share = static_cast<std::int64_t>(blockIdx.x) * warps + warp;
  if (share >= request.rows.rows * request.pieces) return;

  const std::int64_t row = share / request.pieces * request.rows.columns;
  const std::int64_t begin = share % request.pieces * request.piece_columns;
  const std::int64_t left = request.rows.columns - begin;
  const int columns = static_cast<int>(left < request.piece_columns ? left : request.piece_columns);
  row_selection<key, slots> selection(put_off[warp], lane, request.count);
  for (int column = 0; column < columns; column += 32 * loads) {
    key bits[loads];
    load_bits_of<Bits>(bits, request.rows.in, row + begin, column + lane, 32, columns);
    found_key<key> found[loads];
    bool may_be = false;
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int here = column + lane + 32 * i;
      if (here < columns)
        found[i] = {key_of_bits(bits[i], request.rows.order), static_cast<unsigned>(here)};
      may_be = may_be || selection.admits(found[i]);
    }
    if (__ballot_sync(~0u, may_be) == 0) continue;
      // Rare, and long: not unrolled, the next one is always the first.
#pragma unroll 1
    for (int i = 0; i < loads; ++i) {
      selection.look_at(found[0]);
#pragma unroll
      for (int next = 1; next < loads; ++next) found[next - 1] = found[next];
    }
  }
  const first_elements<key, slots>& first = selection.finished();
#pragma unroll
  for (int slot = 0; slot < slots; ++slot) {
    const int rank = 32 * slot + lane;
    if (rank >= request.count) break;
    const found_key<key>& one = first.held(slot);
    const std::int64_t out = share * request.count + rank;
    std::int64_t position = begin + one.position;
    if (request.positions_in != nullptr && one.position != ~0u)
      position = request.positions_in[row + position];
    request.positions_out[out] = position;
    if (request.keys_out != nullptr) static_cast<key*>(request.keys_out)[out] = one.key;
  }
}

template <class Bits>
int select_first(stream_handle stream, const first_request& request) {
  constexpr int warps = select_first_shape::warps;
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>((request.rows.rows * request.pieces + warps - 1) / warps);
  config.blockDim = 32 * warps;
  config.stream = stream;
  return cudaLaunchKernelEx(
      &config, request.count <= 32 ? select_first_kernel<Bits, 1> : select_first_kernel<Bits, 2>,
      request);
}

}  // namespace gpu::cub_kernels
