// SPDX-License-Identifier: BSD-3-Clause
// Normal numbers, in pairs: of elements 2 p and 2 p + 1.
//
// An array has a stream of its own, of Philox4x32, whose multiplications cost half as much a bit as
// those of the generator's Philox4x64. Words that the generator has next are its counter and key.
#pragma once

#include <gpu/kernels/primitives/functor_info.hpp>
#include <gpu/kernels/primitives/normal_numbers.hpp>
#include <gpu/kernels/primitives/philox.hpp>
#include <gpu/kernels/primitives/run_index.hpp>

namespace gpu::kernels {

/// What a pair is made of: numbers of (0, 1] and [0, 4).
template <class R>
struct uniform_pair;

/// 53 bits of each, from a block.
template <>
struct uniform_pair<double> {
  static constexpr int log2_in_block = 0;
  double u;
  double quarters;

  GPU_HD uniform_pair(const philox32_block& block, int)
      : u(static_cast<double>(upper_bits(block.word[0], block.word[1]) + 1) * 0x1p-53),
        quarters(static_cast<double>(upper_bits(block.word[2], block.word[3])) * 0x1p-51) {}

 private:
  GPU_HD static constexpr long long upper_bits(unsigned low, unsigned high) {
    return static_cast<long long>(high) << 21 | low >> 11;
  }
};

/// From half a block. Small numbers u keep all of 32 bits; `quarters` has 24.
template <>
struct uniform_pair<float> {
  static constexpr int log2_in_block = 1;
  float u;
  float quarters;

  GPU_HD uniform_pair(const philox32_block& block, int which)
      : u(multiply_add(static_cast<float>(block.word[2 * which]), 0x1p-32f, 0x1p-33f)),
        quarters(static_cast<float>(static_cast<int>(block.word[2 * which + 1] >> 8)) * 0x1p-22f) {}
};

/// Element i of the stream that begins at the counter `low`, `high`.
template <class R>
struct random_normal {
  static constexpr functor_info info{
      .name = "random_normal", .file = "random_normal", .weight = 32, .runs = true};

  GPU_HD R operator()(run_index i, unsigned long long low, unsigned long long high,
                      unsigned long long key) const {
    constexpr int shift = uniform_pair<R>::log2_in_block;
    constexpr int last = (1 << shift) - 1;
    const philox32_stream stream{low, high, key};
    const run_index pair = i.half();
#ifdef __CUDA_ARCH__
    if (pair.is_in_run) {  // neighbours share the blocks
      const uniform_pair<R> from(philox32(stream, (pair.first >> shift) + (pair.position >> shift)),
                                 pair.position & last);
      return normal_of(from.u, from.quarters, i.is_odd());
    }
#endif
    const long long number = pair;
    const philox32_block block = philox32(stream, number >> shift);
    const uniform_pair<R> from((number & last) != 0 ? uniform_pair<R>(block, last)
                                                    : uniform_pair<R>(block, 0));
    return normal_of(from.u, from.quarters, i.is_odd());
  }
};

}  // namespace gpu::kernels
