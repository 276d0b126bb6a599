// SPDX-License-Identifier: BSD-3-Clause
// States as words of 4 bytes: how lanes of a warp, and blocks, hand them to each other.
#pragma once

namespace gpu::kernels {

/// The words of a state.
template <class State>
struct packed {
  struct alignas(alignof(State) < 4 ? 4 : alignof(State)) padded {
    State state;
  };
  static constexpr int count = static_cast<int>(sizeof(padded) / 4);
  unsigned at[count];

  static __device__ __forceinline__ packed of(const State& state) {
    return __builtin_bit_cast(packed, padded{state});
  }
  __device__ __forceinline__ State state() const { return __builtin_bit_cast(padded, *this).state; }
};

/// The state whose words are those that `word_of_lane` exchanges for the words of this one.
template <class State, class Exchange>
__device__ __forceinline__ State exchanged(const State& state, Exchange word_of_lane) {
  packed<State> words = packed<State>::of(state);
#pragma unroll
  for (int i = 0; i < words.count; ++i) words.at[i] = word_of_lane(words.at[i]);
  return words.state();
}

/// The states of other lanes. All lanes of the warp take part.
template <class State>
__device__ __forceinline__ State of_lane_before(const State& state, int lanes) {
  return exchanged(state, [=](unsigned word) { return __shfl_up_sync(~0u, word, lanes); });
}
template <class State>
__device__ __forceinline__ State of_lane_behind(const State& state, int lanes) {
  return exchanged(state, [=](unsigned word) { return __shfl_down_sync(~0u, word, lanes); });
}
template <class State>
__device__ __forceinline__ State of_lane(const State& state, int lane) {
  return exchanged(state, [=](unsigned word) { return __shfl_sync(~0u, word, lane); });
}

}  // namespace gpu::kernels
