// SPDX-License-Identifier: BSD-3-Clause
// Accumulators as words of 4 bytes: how lanes of a warp, and blocks, hand them to each other.
#pragma once

namespace gpu::kernels {

/// The words of an accumulator.
template <class Accumulator>
struct packed {
  struct alignas(alignof(Accumulator) < 4 ? 4 : alignof(Accumulator)) padded {
    Accumulator accumulator;
  };
  static constexpr int count = static_cast<int>(sizeof(padded) / 4);
  unsigned at[count];

  static __device__ __forceinline__ packed of(const Accumulator& accumulator) {
    return __builtin_bit_cast(packed, padded{accumulator});
  }
  __device__ __forceinline__ Accumulator accumulator() const {
    return __builtin_bit_cast(padded, *this).accumulator;
  }
};

/// The accumulator whose words are those that `word_of_lane` exchanges for the words of this one.
template <class Accumulator, class Exchange>
__device__ __forceinline__ Accumulator exchanged(const Accumulator& accumulator,
                                                 Exchange word_of_lane) {
  packed<Accumulator> words = packed<Accumulator>::of(accumulator);
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = word_of_lane(words.at[i]);
  return words.accumulator();
}

/// The accumulators of other lanes. All lanes of the warp take part.
template <class Accumulator>
__device__ __forceinline__ Accumulator of_lane_before(const Accumulator& accumulator, int lanes) {
  return exchanged(accumulator, [=](unsigned word) { return __shfl_up_sync(~0u, word, lanes); });
}
template <class Accumulator>
__device__ __forceinline__ Accumulator of_lane_behind(const Accumulator& accumulator, int lanes) {
  return exchanged(accumulator, [=](unsigned word) { return __shfl_down_sync(~0u, word, lanes); });
}
template <class Accumulator>
__device__ __forceinline__ Accumulator of_lane(const Accumulator& accumulator, int lane) {
  return exchanged(accumulator, [=](unsigned word) { return __shfl_sync(~0u, word, lane); });
}

}  // namespace gpu::kernels
