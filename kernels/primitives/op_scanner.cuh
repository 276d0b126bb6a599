// SPDX-License-Identifier: BSD-3-Clause
// What the skeleton `scan` needs of an op that is no reduction, as the reducers of
// kernels/primitives/reducer.hpp give it: a state is a result, and the op combines it with the next
// element. The op need not be associative, so a thread has to go over a line from its beginning.
#pragma once

namespace gpu::kernels {

template <class Op, class T>
struct op_scanner {
  using state = T;
  static __device__ __forceinline__ state lift(T x) { return x; }
  static __device__ __forceinline__ state combine(state a, state b) { return Op{}(a, b); }
  static __device__ __forceinline__ T finish(state s) { return s; }
};

}  // namespace gpu::kernels
