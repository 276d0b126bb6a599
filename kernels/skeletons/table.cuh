// SPDX-License-Identifier: BSD-3-Clause
// out[i...] = body(in[i...]...) for every index of any number of axes, whatever the strides, with
// the arguments in device memory: for iteration spaces whose arguments do not fit a launch.
//
// Body     functor; takes a reference for each output, then a value for each input
// Threads  of a block
// Operand  write<T, strided>, read<T, strided> or affine
// launch   Threads in x, ceil(size / Threads) blocks; no shared memory
// alias    an output may be an input of the same iteration space; see contiguous.cuh
#pragma once

#include <gpu/kernels/primitives/operand.cuh>

namespace gpu::kernels {

template <class Body, int Threads, class... Operand>
struct table {
  using order = typename counted<sizeof...(Operand)>::type;

  struct arguments {
    table_head head;
  };

  static __device__ __forceinline__ void run(const arguments& x) {
    const long long size = x.head.words[0];
    const int rank = static_cast<int>(x.head.words[1]);
    const long long* places = x.head.words + 2 + 3 * rank;
    const long long* end = places + static_cast<int>(sizeof...(Operand)) * (rank + 1);
    const long long i = static_cast<long long>(blockIdx.x) * Threads + threadIdx.x;
    if (i >= size) return;
    lanes<1, Operand...> held;
    point(held, x.head.words + 2, places, rank, i, order{});
    held.load();
    held.finish(*reinterpret_cast<const Body*>(end));
  }

 private:
  template <int... I>
  static __device__ __forceinline__ void point(lanes<1, Operand...>& held, const long long* axes,
                                               const long long* places, int rank, long long n,
                                               indices<I...>) {
    long long offset[sizeof...(I)] = {};
#pragma unroll 1
    for (int axis = rank - 1; axis >= 0; --axis) {
      const auto& by = *reinterpret_cast<const divisor<long long>*>(axes + 3 * axis);
      const long long quotient = by.quotient(n);
      const long long at = by.remainder(n, quotient);
      n = quotient;
      ((offset[I] += at * places[I * (rank + 1) + 1 + axis]), ...);
    }
    (get<I>(held).point(reinterpret_cast<void*>(places[I * (rank + 1)]), offset[I], 0), ...);
  }
};

}  // namespace gpu::kernels
