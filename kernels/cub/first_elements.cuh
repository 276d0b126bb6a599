// SPDX-License-Identifier: BSD-3-Clause
// The first elements of a warp's share of the work, sorted, in registers: lane i holds elements i
// and, if there are 64 of them, 32 + i. Networks of exchanges between lanes sort and merge (Batcher
// 1968, "Sorting networks and their applications").
#pragma once

#include <cstdint>

#include "element_order.cuh"

namespace gpu::cub_kernels {

/// A key and where it was found, which decides between equal keys.
template <class Key>
struct found_key {
  Key key = last_key<Key>;
  unsigned position = ~0u;  ///< that of no element
};

template <class Key>
__device__ bool precedes(const found_key<Key>& a, const found_key<Key>& b) {
  return a.key < b.key || (a.key == b.key && a.position < b.position);
}

/// That of another lane.
template <class Key>
__device__ found_key<Key> of_lane(const found_key<Key>& mine, int lane) {
  return {__shfl_sync(~0u, mine.key, lane), __shfl_sync(~0u, mine.position, lane)};
}

/// The lower of two lanes keeps the one that comes first if `ascends`, the other one the other.
template <class Key>
__device__ void exchange(found_key<Key>& mine, int lane, int distance, bool ascends) {
  const found_key<Key> other = of_lane(mine, lane ^ distance);
  const bool keeps_first = ((lane & distance) == 0) == ascends;
  if (precedes(other, mine) == keeps_first) mine = other;
}

/// Sorts what first ascends and then descends, or the opposite.
template <class Key>
__device__ void merge_lanes(found_key<Key>& mine, int lane) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) exchange(mine, lane, distance, true);
}

template <class Key>
__device__ void sort_lanes(found_key<Key>& mine, int lane) {
#pragma unroll
  for (int size = 2; size <= 32; size *= 2)
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2)
      exchange(mine, lane, distance, (lane & size) == 0);
}

/// Keys alone.
template <class Key>
__device__ Key sorted_lanes(Key mine, int lane) {
#pragma unroll
  for (int size = 2; size <= 32; size *= 2)
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2) {
      const Key other = __shfl_xor_sync(~0u, mine, distance);
      const bool keeps_first = ((lane & distance) == 0) == ((lane & size) == 0);
      mine = (other < mine) == keeps_first ? other : mine;
    }
  return mine;
}

/// The first 32 or 64 of all that were put in, and the last of them that is asked for.
template <class Key, int slots>
class first_elements {
 public:
  __device__ explicit first_elements(int count) : count_(count) {}

  /// At least as many as are asked for will come with this key or one before it.
  __device__ void set_limit(Key key) { last_ = {key, ~0u}; }
  /// What comes after it is not one of the first: of no position, or that of one that was put in.
  [[nodiscard]] const __device__ found_key<Key>& limit() const { return last_; }

  /// Whether it is one of the first so far.
  __device__ bool admits(const found_key<Key>& one) const { return precedes(one, last_); }

  /// One of each lane.
  __device__ void put(found_key<Key> one, int lane) {
    sort_lanes(one, lane);
    const found_key<Key> reversed = of_lane(one, 31 - lane);
    found_key<Key>& high = held_[slots - 1];
    if (precedes(reversed, high)) high = reversed;
    merge_lanes(high, lane);
    if constexpr (slots == 2) {
      const found_key<Key> other = of_lane(high, 31 - lane);
      if (precedes(other, held_[0])) {
        high = held_[0];
        held_[0] = other;
      } else {
        high = other;
      }
      merge_lanes(held_[0], lane);
      merge_lanes(high, lane);
    }
    const found_key<Key> last = of_lane(high, (count_ - 1) % 32);
    if (precedes(last, last_)) last_ = last;
  }

  [[nodiscard]] const __device__ found_key<Key>& held(int slot) const { return held_[slot]; }

 private:
  int count_;  ///< asked for: more than 32 if there are two slots
  found_key<Key> held_[slots];
  found_key<Key> last_;
};

}  // namespace gpu::cub_kernels
