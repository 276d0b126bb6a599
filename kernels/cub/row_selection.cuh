// SPDX-License-Identifier: BSD-3-Clause
// The first elements of a row, of which a warp looks at many after another: what may be one of them
// is put off until there is one for each lane, then these are sorted, and merged with the first
// ones so far. If there never are so many, each counts those before it.
#pragma once

#include <cstdint>

#include "first_elements.cuh"

namespace gpu::cub_kernels {

struct select_first_shape {
  static constexpr int warps = 4;         ///< of a block
  static constexpr int candidates = 128;  ///< of a chunk; if there are more, all are looked at

  /// Blocks that are resident together at least: as many as leave enough registers.
  template <class Key, int slots>
  static constexpr int resident = slots == 1 && sizeof(Key) == 4 ? 8 : 5;
};

/// What a warp has put off: up to 31, and one of each lane more.
template <class Key>
struct put_off_keys {
  Key keys[64];
  unsigned positions[64];
  unsigned candidates[select_first_shape::candidates];  ///< positions in the chunk

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
      : put_off_(put_off), lane_(lane), count_(count), first_(count) {}

  __device__ void set_limit(Key key) { first_.set_limit(key); }
  [[nodiscard]] const __device__ found_key<Key>& limit() const { return first_.limit(); }

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
    is_sorted_ = true;
    first_.put(put_off_.at(lane_), lane_);
    const found_key<Key> later = put_off_.at(32 + lane_);
    __syncwarp();
    if (lane_ < waiting_) put_off_.set(lane_, later);
    __syncwarp();
  }

  /// Calls `write(rank, element)` for each of the first elements, in one lane.
  template <class Write>
  __device__ void finish(const Write& write) {
    if (!is_sorted_ && waiting_ >= count_) return rank_waiting(write);
    if (waiting_ > 0) first_.put(lane_ < waiting_ ? put_off_.at(lane_) : found_key<Key>(), lane_);
#pragma unroll
    for (int slot = 0; slot < slots; ++slot)
      if (32 * slot + lane_ < count_) write(32 * slot + lane_, first_.held(slot));
  }

 private:
  template <class Write>
  __device__ void rank_waiting(const Write& write) const {
    const found_key<Key> mine = put_off_.at(lane_);
    int rank = 0;
#pragma unroll 4
    for (int i = 0; i < waiting_; ++i) rank += precedes(put_off_.at(i), mine) ? 1 : 0;
    if (lane_ < waiting_ && rank < count_) write(rank, mine);
  }

  put_off_keys<Key>& put_off_;
  int lane_;
  int count_;
  int waiting_ = 0;
  bool is_sorted_ = false;  ///< whether any have been put in
  first_elements<Key, slots> first_;
};

}  // namespace gpu::cub_kernels
