// SPDX-License-Identifier: BSD-3-Clause
// What a block adds up for each bin in shared memory, and then in memory: how many elements there
// are, or their weights.
//
// Copies   of the counts in shared memory: a power of two up to 32; 0: counted in memory at once
// launch   blocks of whole warps; shared memory for `histogram_words(bins, Copies)` words for a
//          count, four times as many for a sum of weights
//
// Both are sums of integers, so the order in which they are added does not change a bit. Lane k of
// a warp counts in copy k % Copies. The copies of a bin are neighbours: with 32 of them each lane
// has a bank of shared memory for itself, whatever the elements are. With fewer copies the banks of
// neighbouring bins are permuted every 32 / Copies bins, so that regular gaps between the bins that
// occur do not lead to one bank. Lanes that increment the same word are one increment in hardware.
// Bin `count` is that of elements outside all bins: nobody reads it.
//
//     Copies 8, a group is 32 / 8 = 4 bins    bin 0 1 2 3 | 4 5 6 7 | 8 9 10 11
//                                            slot 0 1 2 3 | 5 4 7 6 | 10 11 8 9
//     bin 5 in lane 19 is word 4 * 8 + 19 % 8 = 35
#pragma once

#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/fixed_point.hpp>

namespace gpu::kernels {

inline constexpr unsigned all_lanes = 0xffffffff;

template <int Copies>
__device__ __forceinline__ int slot_of(int bin) {
  if constexpr (Copies == 0 || Copies == 32) return bin;
  constexpr unsigned group = Copies == 0 ? 1 : 32 / Copies;
  return bin ^ static_cast<int>(static_cast<unsigned>(bin) / group & (group - 1));
}

/// The address of this lane's copy in shared memory. Comes out of a shuffle so that the compiler
/// keeps it, and does not ask for the address of the block's memory before each increment.
template <int Copies>
__device__ __forceinline__ unsigned copy_of_lane(const unsigned* copies) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const auto address =
      static_cast<unsigned>(__cvta_generic_to_shared(copies + lane % (Copies > 0 ? Copies : 1)));
  return __shfl_sync(all_lanes, address, lane);
}

template <int Copies>
__device__ __forceinline__ unsigned address_in(unsigned copy, int bin) {
  return copy + static_cast<unsigned>(slot_of<Copies>(bin)) * (4 * Copies);
}

/// Calls `add(bin, sum)` with what the copies of each bin add up to. Each block begins with another
/// bin, so that blocks that end together do not meet. A lane begins with another copy than its
/// neighbours, whose bins are neighbours.
template <int Copies, class Add>
__device__ __forceinline__ void add_copies(const unsigned* copies, int count, const Add& add) {
  const int first = static_cast<int>(static_cast<long long>(blockIdx.x) * count /
                                     static_cast<long long>(gridDim.x));
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) {
    const int behind = count - first;
    const int bin = i < behind ? first + i : i - behind;
    unsigned long long sum = 0;
#pragma unroll
    for (int k = 0; k < Copies; ++k)
      sum += copies[slot_of<Copies>(bin) * Copies + (k + bin) % Copies];
    if (sum > 0) add(bin, sum);
  }
}

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
      asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(address_in<Copies>(copy, bin)) : "memory");
    else if (bin < count)
      add_in_memory(bin);
  }

  /// By one lane of a warp, for all of them.
  __device__ __forceinline__ void add(int bin, unsigned elements) const {
    if (threadIdx.x % 32 != 0) return;
    if constexpr (Copies > 0)
      asm volatile("red.shared.add.u32 [%0], %1;"
                   :
                   : "r"(address_in<Copies>(copy, bin)), "r"(elements)
                   : "memory");
    else if (bin < count)
      atomicAdd(totals + bin, static_cast<unsigned long long>(elements));
  }

  /// When all threads of the block have counted.
  __device__ __forceinline__ void finish() const {
    if constexpr (Copies > 0) {
      __syncthreads();
      add_copies<Copies>(all, count,
                         [&](int bin, unsigned long long sum) { atomicAdd(totals + bin, sum); });
    }
  }

 private:
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

/// The weights of the elements in fixed point: four words for each bin, whose sums are 64 bits wide
/// in memory. Word k of all bins is plane k. If a number is not exact, in a bin or outside all of
/// them, `bins.inexact` becomes 1.
template <class Weight, int Copies>
struct bin_sums {
  using weight = Weight;
  static constexpr bool is_weighted = true;
  static constexpr int copies = Copies;
  static constexpr int planes = 4;

  __device__ __forceinline__ bin_sums(unsigned* memory, const histogram_bins& bins,
                                      unsigned long long* sums)
      : all(memory),
        copy(copy_of_lane<Copies>(memory)),
        plane(4 * static_cast<unsigned>(histogram_words(bins.count, Copies))),
        count(bins.count),
        unit(unit_for(*bins.largest)),
        totals(sums),
        inexact(bins.inexact),
        is_inexact(unit > weight_format<Weight>::max_unit) {}

  __device__ __forceinline__ void add_one(int bin, Weight weight) {
    constexpr int parts = weight_format<Weight>::parts;
    const fixed_number<parts> number = number_of(weight);
    if constexpr (Copies > 0) {
      const unsigned first =
          address_in<Copies>(copy, bin) + static_cast<unsigned>(number.word) * plane;
      unsigned carry = 0;
#pragma unroll
      for (int k = 0; k < parts; ++k) carry = add_word(first + k * plane, number.part[k], carry);
      if (number.sign + carry != 0)
#pragma unroll 1
        for (int k = parts; k + number.word < 4; ++k)
          carry = add_word(first + k * plane, number.sign, carry);
    } else if (bin < count) {
#pragma unroll
      for (int k = 0; k < parts; ++k) add_in_memory(bin, number.word + k, number.part[k]);
      for (int k = number.word + parts; k < 4; ++k) add_in_memory(bin, k, number.sign);
    }
  }

  /// All lanes of a warp, which have weights for the same bin.
  template <int Count>
  __device__ __forceinline__ void add(int bin, const Weight (&weights)[Count]) {
    fixed_sum sum;
#pragma unroll
    for (int i = 0; i < Count; ++i) sum.add(number_of(weights[i]));
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes /= 2)
      sum.add(fixed_sum{__shfl_xor_sync(all_lanes, sum.low, lanes),
                        __shfl_xor_sync(all_lanes, sum.high, lanes)});
    if (threadIdx.x % 32 != 0) return;
    const unsigned word[] = {static_cast<unsigned>(sum.low), static_cast<unsigned>(sum.low >> 32),
                             static_cast<unsigned>(sum.high),
                             static_cast<unsigned>(sum.high >> 32)};
    unsigned carry = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      if constexpr (Copies > 0)
        carry = add_word(address_in<Copies>(copy, bin) + k * plane, word[k], carry);
      else if (bin < count)
        add_in_memory(bin, k, word[k]);
    }
  }

  __device__ __forceinline__ void finish() const {
    const bool any = __syncthreads_or(is_inexact) != 0;
    if (any && threadIdx.x == 0) *inexact = 1;
    if constexpr (Copies > 0) {
#pragma unroll 1
      for (int k = 0; k < planes; ++k)
        add_copies<Copies>(all + k * histogram_words(count, Copies), count,
                           [&](int bin, unsigned long long sum) {
                             atomicAdd(totals + static_cast<long long>(k) * count + bin, sum);
                           });
    }
  }

 private:
  __device__ __forceinline__ auto number_of(Weight weight) {
    const auto number = fixed_number_of(weight, unit);
    is_inexact = is_inexact || !number.is_exact;
    return number;
  }

  /// Whether the word overflowed: then the next one gets one more.
  static __device__ __forceinline__ unsigned add_word(unsigned address, unsigned value,
                                                      unsigned carry) {
    const unsigned sum = value + carry;
    unsigned before = 0;
    asm volatile(
        "{\n"
        "  .reg .pred p;\n"
        "  setp.ne.u32 p, %2, 0;\n"
        "  @p atom.shared.add.u32 %0, [%1], %2;\n"
        "}"
        : "+r"(before)
        : "r"(address), "r"(sum)
        : "memory");
    return sum == 0 ? carry : static_cast<unsigned>(before + sum < sum);
  }

  __device__ __forceinline__ void add_in_memory(int bin, int word, unsigned value) const {
    if (value != 0)
      atomicAdd(totals + static_cast<long long>(word) * count + bin,
                static_cast<unsigned long long>(value));
  }

  const unsigned* all;
  unsigned copy;
  unsigned plane;  ///< bytes
  int count;
  int unit;
  unsigned long long* totals;
  unsigned* inexact;
  bool is_inexact;
};

}  // namespace gpu::kernels
