// SPDX-License-Identifier: BSD-3-Clause
// Which elements of a warp are selected, as bits of its lanes: bit u * Vector + i of lane k is
// element i of the warp's vector 32 * u + k.
#pragma once

namespace gpu::kernels {

template <int Vector, int Unroll>
struct selected_bits {
  static_assert(Vector < 32 && Unroll * Vector <= 32);

  /// Numbers of elements before the vectors of a lane. Two of them, up to 32 * 32, share a word.
  using counts = unsigned[(Unroll + 1) / 2];

  /// How many elements of the warp are selected; and before each vector of this lane.
  static __device__ __forceinline__ unsigned count_before(unsigned set, counts& before) {
    constexpr unsigned all_lanes = 0xffffffff;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    unsigned all = 0;
#pragma unroll
    for (int pair = 0; pair < (Unroll + 1) / 2; ++pair) {
      unsigned own = count_of(set, 2 * pair);
      if (2 * pair + 1 < Unroll) own |= count_of(set, 2 * pair + 1) << 16;
      unsigned until = own;
#pragma unroll
      for (int step = 1; step < 32; step *= 2) {
        const unsigned other = __shfl_up_sync(all_lanes, until, step);
        if (lane >= step) until += other;
      }
      const unsigned of_lanes = __shfl_sync(all_lanes, until, 31);
      const unsigned of_first = of_lanes & 0xffff;
      before[pair] = until - own + (all | (all + of_first) << 16);
      all += of_first + (of_lanes >> 16);
    }
    return all;
  }
  static __device__ __forceinline__ unsigned before_vector(const counts& before, int u) {
    return before[u / 2] >> (u % 2 * 16) & 0xffff;
  }

  /// How many elements of vector `u` are selected.
  static __device__ __forceinline__ unsigned count_of(unsigned set, int u) {
    return static_cast<unsigned>(__popc(set >> (u * Vector) & whole));
  }

  /// The bits of the first `count` elements of vector `u`, of all or none if it has not so many.
  template <class Index>
  static __device__ __forceinline__ unsigned first_of(Index count, int u) {
    const unsigned bits = count >= Vector ? whole : count > 0 ? (1u << count) - 1 : 0;
    return bits << (u * Vector);
  }

 private:
  static constexpr unsigned whole = (1u << Vector) - 1;
};

}  // namespace gpu::kernels
