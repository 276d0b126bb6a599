// SPDX-License-Identifier: BSD-3-Clause
// The different keys of elements, in no order, if they are not too many: each is put into a table.
//
// T        of the elements: real
// Threads  of a block
// launch   Threads in x, any number of blocks; twice: first for a sample of the elements, then for
//          all
// alias    no memory is another's
//
// A chunk is a vector of 16 bytes for each thread. The table is read through the multiprocessor's
// own cache, where most keys are found. That may not know yet what others have put into the table:
// a free slot is looked at again where all see the same. The first launch is there to make that
// rare: it puts into the table what comes often, and the caches are empty when the second begins.
//
// A thread ends once `most` keys have been found and it would add another. So the table needs
// room for a key of each thread beside them.
#pragma once

#include <gpu/elementwise/support/sort_key.hpp>
#include <gpu/kernels/primitives/key_table.hpp>
#include <gpu/kernels/primitives/vector.cuh>

namespace gpu::kernels {

template <class T, int Threads>
struct distinct_keys {
  using arguments = distinct_keys_arguments;

  static __device__ __forceinline__ void run(const arguments& x) {
    if (*static_cast<volatile unsigned*>(x.count) > x.most) return;
    const T* const elements = static_cast<const T*>(x.elements);
    const long long vectors = (x.size - x.head) / vector;
    bool goes_on = true;
    for (long long chunk = blockIdx.x * x.step; goes_on; chunk += gridDim.x * x.step) {
      const long long i = chunk * Threads + threadIdx.x;
      if (i >= vectors) break;
      const auto loaded = load_vector_once<false, T, vector>(elements + (x.head + i * vector));
#pragma unroll
      for (int k = 0; k < vector; ++k) goes_on = goes_on && add(x, math::order_key(loaded.at[k]));
    }
    if (blockIdx.x > 0) return;
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < x.head) add(x, math::order_key(elements[thread]));
    const long long rest = x.head + vectors * vector + thread;
    if (rest < x.size) add(x, math::order_key(elements[rest]));
  }

 private:
  using key_type = math::sort_key_t<T>;
  static constexpr int vector = 16 / static_cast<int>(sizeof(T));

  /// False if there are too many keys.
  static __device__ __forceinline__ bool add(const arguments& x, key_type key) {
    if (key == free_slot<key_type>) {
      volatile unsigned* const known = x.has_free_slot_key;
      return *known != 0 || atomicExch(x.has_free_slot_key, 1u) != 0 || append(x, key);
    }
    key_type* const table = static_cast<key_type*>(x.table);
    const unsigned last = (1u << x.bits) - 1;
    unsigned slot = first_slot(key, x.bits);
    for (unsigned probe = 0; probe < max_probes; ++probe, slot = (slot + 1) & last) {
      key_type there = table[slot];
      if (there == free_slot<key_type>) there = __ldcg(table + slot);
      if (there == free_slot<key_type>) there = atomicCAS(table + slot, free_slot<key_type>, key);
      if (there == free_slot<key_type>) return append(x, key);
      if (there == key) return true;
    }
    atomicMax(x.count, x.most + 1);
    return false;
  }

  static __device__ __forceinline__ bool append(const arguments& x, key_type key) {
    const unsigned place = atomicAdd(x.count, 1u);
    if (place >= x.most) return false;
    static_cast<key_type*>(x.found)[place] = key;
    return true;
  }
};

}  // namespace gpu::kernels
