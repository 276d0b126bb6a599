// SPDX-License-Identifier: BSD-3-Clause
// x[key][...] = body(x[key][...], operand) for every update, in their order: `numpy.ufunc.at`.
//
// Updates come sorted by key; the sort was stable, so that those of one key, a run, are in their
// order. One thread applies a whole run to one element: the bits are those of a loop.
//
// Body      functor; takes an element, the operands and the position of one among them
// T         elements of x
// Key       of the rows of x, of `row_size` elements each
// Position  of updates before they were sorted
// launch    any number of threads in x, count * row_size of them in all
// alias     the operands are not in x
//
//     keys       0 0 2 2 2    threads 0 and 2 begin a run; 1, 3 and 4 return
//     positions  1 4 0 2 3    x[2] takes operands 0, 2, 3
#pragma once

#include <gpu/kernels/abi.hpp>

namespace gpu::kernels {

template <class Body, class T, class Key, class Position>
struct at {
  using arguments = at_arguments;

  static __device__ __forceinline__ void run(const arguments& x) {
    const long long thread = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (thread >= x.count * x.row_size) return;
    const long long first = x.row_size == 1 ? thread : thread / x.row_size;
    const long long column = thread - first * x.row_size;
    const Key* const keys = static_cast<const Key*>(x.keys);
    if (x.bad_key >= 0 && keys[x.count - 1] == static_cast<Key>(x.bad_key)) return;
    const Position* const positions = static_cast<const Position*>(x.positions);
    const Key key = keys[first];
    if (first > 0 && keys[first - 1] == key) return;
    const long long last = end_of_run(keys, x.count, first, key);
    T* const element = static_cast<T*>(x.data) + static_cast<long long>(key) * x.row_size + column;
    const long long start = column * x.operand_step;
    T value = *element;
#pragma unroll 8
    for (long long i = first; i < last; ++i)
      value =
          Body{}(value, x.operand, static_cast<long long>(positions[i]) * x.operand_row + start);
    *element = value;
  }

 private:
  /// Known before the loop, so that the loop reads ahead. Most runs are short.
  static __device__ __forceinline__ long long end_of_run(const Key* keys, long long count,
                                                         long long first, Key key) {
    long long inside = first;
    long long step = 1;
    while (inside + step < count && keys[inside + step] == key) {
      inside += step;
      step *= 2;
    }
    for (; step > 0; step /= 2)
      if (inside + step < count && keys[inside + step] == key) inside += step;
    return inside + 1;
  }
};

}  // namespace gpu::kernels
