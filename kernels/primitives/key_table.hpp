// SPDX-License-Identifier: BSD-3-Clause
// A hash table of unsigned keys with open addressing and linear probing: Knuth, The Art of Computer
// Programming, volume 3, section 6.4. Keys are mixed as by SplitMix64: Steele, Lea and Flood, Fast
// Splittable Pseudorandom Number Generators, OOPSLA 2014.
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::kernels {

/// The key that marks a slot as free.
template <class Key>
inline constexpr Key free_slot = static_cast<Key>(~Key{0});

/// Where the search for a key begins in a table of 2^bits slots.
GPU_HD unsigned first_slot(unsigned long long key, int bits) {
  key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9ull;
  key = (key ^ key >> 27) * 0x94d049bb133111ebull;
  return static_cast<unsigned>((key ^ key >> 31) >> (64 - bits));
}

/// Slots that are looked at for a key: if more were needed, the keys would be mixed badly.
inline constexpr unsigned max_probes = 1024;

/// Of kernels/skeletons/distinct_keys.cuh.
struct distinct_keys_arguments {
  const void* elements;
  void* table;      ///< 2^bits keys, all bits set before the first launch
  void* found;      ///< room for `most` keys
  unsigned* count;  ///< 0 before the first launch: of different keys; more than `most` if there are
                    ///< too many
  unsigned* has_free_slot_key;  ///< 0 before the first launch
  long long size;               ///< elements
  long long step;               ///< one in so many chunks is looked at
  unsigned most;
  int bits;
  int head;  ///< elements before the first one that is aligned to 16 bytes
};

}  // namespace gpu::kernels
