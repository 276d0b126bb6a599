// SPDX-License-Identifier: BSD-3-Clause
// What a block adds up for each bin in shared memory, and then in memory: how many elements there
// are, or their weights.
//
// Copies   of the counts in shared memory: a power of two up to 32; 0: counted in memory at once
// launch   blocks of whole warps; shared memory for `histogram_words(bins, Copies)` words for a
//          count, for each limb of a sum of weights. Fewer than 2^32 elements of a block are
//          counted; weights are added fewer than 2^(32 - `bins.limb_bits`) times to a copy
//
// Both are sums of integers, so the order in which they are added does not change a bit.
// bin_copies.cuh says which copy a lane adds to. Bin `count` is that of elements outside all bins:
// nobody reads it.
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/bin_copies.cuh>
#include <gpu/kernels/primitives/limb_sum.hpp>

namespace gpu::kernels {

/// How many elements there are: 64 bits for each bin in memory, 32 in shared memory.
template <int Copies>
struct bin_counts {
  using weight = char;  // there are none
  static constexpr bool is_weighted = false;
  static constexpr int copies = Copies;
  static constexpr int planes = 1;

  __device__ __forceinline__ bin_counts(unsigned* memory, const histogram_bins& bins,
                                        unsigned long long* counts)
      : all(memory), copy(copy_of_lane<Copies>(memory)), count(bins.count), totals(counts) {}

  __device__ __forceinline__ void add_one(int bin) const {
    if constexpr (Copies > 0)
      add_in_shared(address_in<Copies>(copy, bin), 1);
    else if (bin < count)
      add_in_memory(bin);
  }

  /// By one lane of a warp, for all of them.
  __device__ __forceinline__ void add(int bin, unsigned elements) const {
    if (threadIdx.x % 32 != 0) return;
    if constexpr (Copies > 0)
      add_in_shared(address_in<Copies>(copy, bin), elements);
    else if (bin < count)
      atomicAdd(totals + bin, static_cast<unsigned long long>(elements));
  }

  /// When all threads of the block have counted.
  __device__ __forceinline__ void finish() const {
    if constexpr (Copies > 0) {
      __syncthreads();
      for_each_bin(count, [&](int bin) {
        const unsigned long long sum = sum_of_copies(bin);
        if (sum > 0) atomicAdd(totals + bin, sum);
      });
    }
  }

 private:
  /// A lane begins with another copy than its neighbours, whose bins are neighbours.
  __device__ __forceinline__ unsigned long long sum_of_copies(int bin) const {
    unsigned long long sum = 0;
#pragma unroll
    for (int i = 0; i < Copies; ++i) sum += all[slot_of<Copies>(bin) * Copies + (i + bin) % Copies];
    return sum;
  }

  /// Lanes that are here together and have the same bin add once.
  __device__ __forceinline__ void add_in_memory(int bin) const {
    const unsigned same = __match_any_sync(__activemask(), bin);
    if (__ffs(static_cast<int>(same)) - 1 == static_cast<int>(threadIdx.x) % 32)
      atomicAdd(totals + bin, static_cast<unsigned long long>(__popc(same)));
  }

  const unsigned* all;
  unsigned copy;
  int count;
  unsigned long long* totals;
};

/// The weights of the elements: sums of limbs in shared memory, those of a bin side by side, which
/// the block adds to sums in fixed point in memory: four words for each bin, each a sum of integers
/// of 32 bits, 64 bits wide with a sign. Word k of all bins is plane k. What the limbs leave of a
/// weight is added in memory at once. If it is not exact there, in a bin or outside all of them,
/// `bins.inexact` becomes 1.
template <class Weight, int Copies, int Limbs>
struct bin_sums {
  using weight = Weight;
  static constexpr bool is_weighted = true;
  static constexpr int copies = Copies;
  static constexpr int planes = Limbs;

  __device__ __forceinline__ bin_sums(unsigned* memory, const histogram_bins& bins,
                                      unsigned long long* sums)
      : all(memory),
        copy(copy_of_lane<Copies>(memory)),
        count(bins.count),
        unit(unit_for(*bins.largest)),
        limb_bits(bins.limb_bits),
        splitter(unit, limb_bits),
        totals(sums),
        inexact(bins.inexact),
        is_inexact(unit > weight_format<Weight>::max_unit) {}

  template <int Count>
  __device__ __forceinline__ void add_each(const int (&found)[Count],
                                           const Weight (&weights)[Count]) {
    if (Copies == 0 || !takes(weights)) return add_each_in_memory(found, weights);
    int limb[Count][Limbs];
    Weight rest[Count];
    unsigned first[Count];
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      rest[i] = splitter.template split_rest<1, always_added>(
          splitter.split_first(weights[i], limb[i][0]), limb[i]);
      first[i] = address_of(found[i]);
    }
    add_limbs<0, always_added>(first, limb);
    if (!any_is_left(rest)) return;
    if constexpr (Limbs > always_added) {
#pragma unroll
      for (int i = 0; i < Count; ++i)
        rest[i] = splitter.template split_rest<always_added, Limbs>(rest[i], limb[i]);
      add_limbs<always_added, Limbs>(first, limb);
      if (!any_is_left(rest)) return;
    }
    add_rest(found, rest);
  }

  /// All lanes of a warp, which have weights for the same bin.
  template <int Count>
  __device__ __forceinline__ void add_together(const int (&found)[Count],
                                               const Weight (&weights)[Count]) {
    if (Copies == 0 || !__all_sync(all_lanes, takes(weights)))
      return add_warp_in_memory(found[0], weights);
    int sum[Limbs] = {};
    Weight rest[Count];
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      int limb[Limbs];
      rest[i] = splitter.split(weights[i], limb);
#pragma unroll
      for (int k = 0; k < Limbs; ++k) sum[k] += limb[k];
    }
#pragma unroll
    for (int k = 0; k < Limbs; ++k) sum[k] = sum_of_lanes<Copies>(sum[k]);
    if (threadIdx.x % 32 < Copies) {
      const unsigned first = address_of(found[0]);
#pragma unroll
      for (int k = 0; k < Limbs; ++k) add_in_shared(first + k * plane_bytes, sum[k]);
    }
    if (any_is_left(rest)) add_rest(found, rest);
  }

  __device__ __forceinline__ void finish() const {
    const bool any = __syncthreads_or(is_inexact) != 0;
    if (any && threadIdx.x == 0) *inexact = 1;
    if constexpr (Copies > 0)
      for_each_bin(count, [&](int bin) { add_in_memory(bin, sum_of_copies(bin)); });
  }

 private:
  /// Limbs that most weights need; the others are computed if these leave anything.
  static constexpr int always_added = 3;
  static constexpr int plane_bytes = 4 * Copies;

  template <int Count>
  __device__ __forceinline__ bool takes(const Weight (&weights)[Count]) const {
    bool all = true;
#pragma unroll
    for (int i = 0; i < Count; ++i) all = all && splitter.takes(weights[i]);
    return all;
  }

  /// Where this lane adds limb 0 of a bin.
  __device__ __forceinline__ unsigned address_of(int bin) const {
    return copy + static_cast<unsigned>(slot_of<Copies>(bin)) * (plane_bytes * Limbs);
  }

  template <int First, int End, int Count>
  static __device__ __forceinline__ void add_limbs(const unsigned (&first)[Count],
                                                   const int (&limb)[Count][Limbs]) {
#pragma unroll
    for (int k = First; k < End; ++k)
#pragma unroll
      for (int i = 0; i < Count; ++i) add_in_shared(first[i] + k * plane_bytes, limb[i][k]);
  }

  template <int Count>
  static __device__ __forceinline__ bool any_is_left(const Weight (&rest)[Count]) {
    bool any = false;
#pragma unroll
    for (int i = 0; i < Count; ++i) any = any || rest[i] != Weight(0);
    return any;
  }

  /// Seldom anything is left, so few instructions.
  template <int Count>
  __device__ __forceinline__ void add_rest(const int (&found)[Count], const Weight (&rest)[Count]) {
#pragma unroll 1
    for (int next = 0; next < Count; ++next) {
      int bin = found[0];
      Weight weight = rest[0];
#pragma unroll
      for (int i = 1; i < Count; ++i) {
        bin = i == next ? found[i] : bin;
        weight = i == next ? rest[i] : weight;
      }
      if (weight != Weight(0)) add_in_memory(bin, number_of(weight, splitter.rest_unit()));
    }
  }

  template <int Count>
  __device__ __forceinline__ void add_each_in_memory(const int (&found)[Count],
                                                     const Weight (&weights)[Count]) {
#pragma unroll
    for (int i = 0; i < Count; ++i) add_in_memory(found[i], number_of(weights[i], unit));
  }

  template <int Count>
  __device__ __forceinline__ void add_warp_in_memory(int bin, const Weight (&weights)[Count]) {
    fixed_sum sum;
#pragma unroll
    for (int i = 0; i < Count; ++i) sum.add(number_of(weights[i], unit));
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes /= 2)
      sum.add(fixed_sum{__shfl_xor_sync(all_lanes, sum.low, lanes),
                        __shfl_xor_sync(all_lanes, sum.high, lanes)});
    if (threadIdx.x % 32 == 0) add_in_memory(bin, sum);
  }

  __device__ __forceinline__ auto number_of(Weight weight, int in_units) {
    const auto number = fixed_number_of(weight, in_units);
    is_inexact = is_inexact || !number.is_exact;
    return number;
  }

  /// A lane begins with another copy than its neighbours, whose bins are neighbours.
  __device__ __forceinline__ fixed_sum sum_of_copies(int bin) const {
    const int first = slot_of<Copies>(bin) * (Copies * Limbs);
    long long sum[Limbs];
    long long any = 0;
#pragma unroll
    for (int k = 0; k < Limbs; ++k) {
      sum[k] = 0;
#pragma unroll
      for (int i = 0; i < Copies; ++i)
        sum[k] += static_cast<int>(all[first + k * Copies + (i + bin) % Copies]);
      any |= sum[k];
    }
    if (any == 0) return {};
    return fixed_sum_of(sum, limb_bits);
  }

  template <int Parts>
  __device__ __forceinline__ void add_in_memory(int bin, const fixed_number<Parts>& number) const {
#pragma unroll
    for (int k = 0; k + 1 < Parts; ++k) add_word(bin, number.word + k, number.part[k]);
    add_word(bin, number.word + Parts - 1, static_cast<int>(number.part[Parts - 1]));
  }
  __device__ __forceinline__ void add_in_memory(int bin, const fixed_sum& sum) const {
    add_word(bin, 0, static_cast<unsigned>(sum.low));
    add_word(bin, 1, static_cast<unsigned>(sum.low >> 32));
    add_word(bin, 2, static_cast<unsigned>(sum.high));
    add_word(bin, 3, static_cast<int>(sum.high >> 32));
  }
  __device__ __forceinline__ void add_word(int bin, int word, long long value) const {
    if (value != 0 && bin < count)
      atomicAdd(totals + static_cast<long long>(word) * count + bin,
                static_cast<unsigned long long>(value));
  }

  const unsigned* all;
  unsigned copy;
  int count;
  int unit;
  int limb_bits;
  limb_splitter<Weight, Limbs> splitter;
  unsigned long long* totals;
  unsigned* inexact;
  bool is_inexact;
};

}  // namespace gpu::kernels
