// SPDX-License-Identifier: BSD-3-Clause
// What the skeleton `scan` needs of an op that is no reduction, as the reducers of
// kernels/primitives/reducer.hpp give it: an accumulator is a result, and the op combines it with
// the next element. The op need not be associative, so a thread has to go over a segment from its
// beginning.
#pragma once

namespace gpu::kernels {

template <class Op, class T>
struct op_scanner {
  using accumulator = T;
  static __device__ __forceinline__ accumulator lift(T x) { return x; }
  static __device__ __forceinline__ accumulator combine(accumulator a, accumulator b) {
    return Op{}(a, b);
  }
  static __device__ __forceinline__ T finish(accumulator all) { return all; }
};

}  // namespace gpu::kernels
