// SPDX-License-Identifier: BSD-3-Clause
// The different ones of keys, in no order, if they are not too many: each is put into a table.
//
// Key      unsigned, or unsigned long long
// Threads  of a block
// launch   Threads in x, any number of blocks; twice: first of a sample of the keys, then of all
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

#include <gpu/kernels/primitives/key_table.hpp>
#include <gpu/kernels/primitives/vector.cuh>

namespace gpu::kernels {

template <class Key, int Threads>
struct distinct_keys {
  using arguments = distinct_keys_arguments;

  static __device__ __forceinline__ void run(const arguments& x) {
    if (*static_cast<volatile unsigned*>(x.count) > x.most) return;
    const Key* const keys = static_cast<const Key*>(x.keys);
    const long long vectors = x.size / vector;
    bool goes_on = true;
    for (long long chunk = blockIdx.x * x.step; goes_on && chunk * Threads < vectors;
         chunk += gridDim.x * x.step) {
      const long long i = chunk * Threads + threadIdx.x;
      if (i >= vectors) break;
      const auto loaded = load_vector_once<false, Key, vector>(keys + i * vector);
#pragma unroll
      for (int k = 0; k < vector; ++k) goes_on = goes_on && add(x, loaded.at[k]);
    }
    if (blockIdx.x > 0) return;
    const long long rest = vectors * vector + threadIdx.x;
    if (rest < x.size) add(x, keys[rest]);
  }

 private:
  static constexpr int vector = 16 / static_cast<int>(sizeof(Key));

  /// False if there are too many keys.
  static __device__ __forceinline__ bool add(const arguments& x, Key key) {
    if (key == free_slot<Key>) {
      volatile unsigned* const known = x.has_free_slot_key;
      return *known != 0 || atomicExch(x.has_free_slot_key, 1u) != 0 || append(x, key);
    }
    Key* const table = static_cast<Key*>(x.table);
    const unsigned last = (1u << x.bits) - 1;
    unsigned slot = first_slot(key, x.bits);
    for (unsigned probe = 0; probe < max_probes; ++probe, slot = (slot + 1) & last) {
      Key there = table[slot];
      if (there == free_slot<Key>) there = __ldcg(table + slot);
      if (there == free_slot<Key>) there = atomicCAS(table + slot, free_slot<Key>, key);
      if (there == free_slot<Key>) return append(x, key);
      if (there == key) return true;
    }
    atomicMax(x.count, x.most + 1);
    return false;
  }

  static __device__ __forceinline__ bool append(const arguments& x, Key key) {
    const unsigned place = atomicAdd(x.count, 1u);
    if (place >= x.most) return false;
    static_cast<Key*>(x.found)[place] = key;
    return true;
  }
};

}  // namespace gpu::kernels
