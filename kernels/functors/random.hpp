// SPDX-License-Identifier: BSD-3-Clause
// Elements of streams of random numbers. A stream is a sequence of words of 64 bits: words 4 n to
// 4 n + 3 are what Philox makes of the counter `c + n`, whose words are c0 to c3, and of the key
// k0, k1. So an element depends on its place alone, not on those before it.
#pragma once

#include <gpu/kernels/primitives/functor_info.hpp>
#include <gpu/kernels/primitives/philox.hpp>
#include <gpu/kernels/primitives/run_index.hpp>

namespace gpu::kernels {

/// `condition ? a : b` without a branch: neighbours would not share what is computed in one.
GPU_HD unsigned long long chosen(bool condition, unsigned long long a, unsigned long long b) {
  return b ^ ((a ^ b) & (0 - static_cast<unsigned long long>(condition)));
}

/// The words of a stream. On the device neighbours share blocks if they are a run; on the host the
/// block that was asked for last is kept.
class stream_words {
 public:
  /// Word `i`.
  GPU_HD unsigned long long at(const run_index& i, const philox_counter& first,
                               const philox_key& key) const {
#ifdef __CUDA_ARCH__
    if (i.is_in_run)
      return block((i.first >> 2) + (i.position >> 2), first, key).word[i.position & 3];
    return pick(block(i >> 2, first, key), static_cast<int>(i & 3));
#else
    const long long number = i >> 2;
    if (number != number_) {
      block_ = block(number, first, key);
      number_ = number;
    }
    return block_.word[i & 3];
#endif
  }

  /// Word `i + shift` with 0 <= shift <= 4.
  GPU_HD unsigned long long at(const run_index& i, int shift, const philox_counter& first,
                               const philox_key& key) const {
#ifdef __CUDA_ARCH__
    if (i.is_in_run) {
      const long long number = (i.first >> 2) + (i.position >> 2);
      const philox_block block0 = block(number, first, key);
      const philox_block block1 = block(number + 1, first, key);
      const auto word = [&](int n) { return n < 4 ? block0.word[n & 3] : block1.word[n & 3]; };
      const int n = i.position & 3;
      const unsigned long long even = chosen((shift & 2) != 0, word(n + 2), word(n));
      const unsigned long long odd = chosen((shift & 2) != 0, word(n + 3), word(n + 1));
      return chosen((shift & 4) != 0, word(n + 4), chosen((shift & 1) != 0, odd, even));
    }
#endif
    return at(run_index(i + shift), first, key);
  }

 private:
  GPU_HD static philox_block block(long long number, const philox_counter& first,
                                   const philox_key& key) {
    return philox(advanced(first, static_cast<unsigned long long>(number)), key);
  }
  /// Not by an index that is not known when compiled: the words stay in registers.
  GPU_HD static unsigned long long pick(const philox_block& from, int n) {
    const unsigned long long even = (n & 2) != 0 ? from.word[2] : from.word[0];
    const unsigned long long odd = (n & 2) != 0 ? from.word[3] : from.word[1];
    return (n & 1) != 0 ? odd : even;
  }

#ifndef __CUDA_ARCH__
  mutable philox_block block_{};
  mutable long long number_ = -1;
#endif
};

GPU_HD unsigned lower_half(unsigned long long word) {
  return static_cast<unsigned>(word);
}
GPU_HD unsigned upper_half(unsigned long long word) {
  return static_cast<unsigned>(word >> 32);
}

/// Word i of the stream.
struct random_word {
  static constexpr functor_info info{
      .name = "random_word", .file = "random", .weight = 16, .runs = true};

  GPU_HD unsigned long long operator()(run_index i, unsigned long long c0, unsigned long long c1,
                                       unsigned long long c2, unsigned long long c3,
                                       unsigned long long k0, unsigned long long k1) const {
    return words.at(i, {{c0, c1, c2, c3}}, {{k0, k1}});
  }
  stream_words words{};
};
/// Word i + shift, 0 < shift < 4: where the stream stands within a block.
struct random_word_shifted {
  static constexpr functor_info info{
      .name = "random_word_shifted", .file = "random", .weight = 32, .runs = true};

  GPU_HD unsigned long long operator()(run_index i, int shift, unsigned long long c0,
                                       unsigned long long c1, unsigned long long c2,
                                       unsigned long long c3, unsigned long long k0,
                                       unsigned long long k1) const {
    return words.at(i, shift, {{c0, c1, c2, c3}}, {{k0, k1}});
  }
  stream_words words{};
};

/// Half i of the words, the lower half of each first.
struct random_half_word {
  static constexpr functor_info info{
      .name = "random_half_word", .file = "random", .weight = 16, .runs = true};

  GPU_HD unsigned operator()(run_index i, unsigned long long c0, unsigned long long c1,
                             unsigned long long c2, unsigned long long c3, unsigned long long k0,
                             unsigned long long k1) const {
    const unsigned long long word = words.at(i.half(), {{c0, c1, c2, c3}}, {{k0, k1}});
    return i.is_odd() ? upper_half(word) : lower_half(word);
  }
  stream_words words{};
};
/// Half i + shift, 0 < shift < 8. `has_pending` replaces the first one by `pending`, which the
/// stream kept of an earlier word.
struct random_half_word_shifted {
  static constexpr functor_info info{
      .name = "random_half_word_shifted", .file = "random", .weight = 32, .runs = true};

  GPU_HD unsigned operator()(run_index i, int shift, bool has_pending, unsigned pending,
                             unsigned long long c0, unsigned long long c1, unsigned long long c2,
                             unsigned long long c3, unsigned long long k0,
                             unsigned long long k1) const {
    const philox_counter first{{c0, c1, c2, c3}};
    const philox_key key{{k0, k1}};
    // An odd shift takes upper halves for lower ones, and lower halves of the words after them.
    const bool is_upper = i.is_odd();
    const int next = is_upper ? (shift + 1) >> 1 : shift >> 1;
    const unsigned long long word = words.at(i.half(), next, first, key);
    const bool takes_upper = is_upper != ((shift & 1) != 0);
    const unsigned half = static_cast<unsigned>(chosen(takes_upper, word >> 32, word));
    return static_cast<unsigned>(chosen(has_pending && i == 0, pending, half));
  }
  stream_words words{};
};

/// A double of [0, 1): the upper 53 bits of a word.
GPU_HD double unit_double(unsigned long long word) {
  return static_cast<double>(static_cast<long long>(word >> 11)) * 0x1p-53;
}
/// A float of [0, 1): the upper 24 bits of half a word.
GPU_HD float unit_float(unsigned half) {
  return static_cast<float>(static_cast<int>(half >> 8)) * 0x1p-24f;
}

/// The word as a double of [0, 1).
struct random_double {
  static constexpr functor_info info{
      .name = "random_double", .file = "random", .weight = random_word::info.weight, .runs = true};

  GPU_HD double operator()(run_index i, unsigned long long c0, unsigned long long c1,
                           unsigned long long c2, unsigned long long c3, unsigned long long k0,
                           unsigned long long k1) const {
    return unit_double(words(i, c0, c1, c2, c3, k0, k1));
  }
  random_word words{};
};
/// The same of `random_word_shifted`.
struct random_double_shifted {
  static constexpr functor_info info{.name = "random_double_shifted",
                                     .file = "random",
                                     .weight = random_word_shifted::info.weight,
                                     .runs = true};

  GPU_HD double operator()(run_index i, int shift, unsigned long long c0, unsigned long long c1,
                           unsigned long long c2, unsigned long long c3, unsigned long long k0,
                           unsigned long long k1) const {
    return unit_double(words(i, shift, c0, c1, c2, c3, k0, k1));
  }
  random_word_shifted words{};
};
/// The half word as a float of [0, 1).
struct random_float {
  static constexpr functor_info info{.name = "random_float",
                                     .file = "random",
                                     .weight = random_half_word::info.weight,
                                     .runs = true};

  GPU_HD float operator()(run_index i, unsigned long long c0, unsigned long long c1,
                          unsigned long long c2, unsigned long long c3, unsigned long long k0,
                          unsigned long long k1) const {
    return unit_float(words(i, c0, c1, c2, c3, k0, k1));
  }
  random_half_word words{};
};
/// The same of `random_half_word_shifted`.
struct random_float_shifted {
  static constexpr functor_info info{.name = "random_float_shifted",
                                     .file = "random",
                                     .weight = random_half_word_shifted::info.weight,
                                     .runs = true};

  GPU_HD float operator()(run_index i, int shift, bool has_pending, unsigned pending,
                          unsigned long long c0, unsigned long long c1, unsigned long long c2,
                          unsigned long long c3, unsigned long long k0,
                          unsigned long long k1) const {
    return unit_float(words(i, shift, has_pending, pending, c0, c1, c2, c3, k0, k1));
  }
  random_half_word_shifted words{};
};

}  // namespace gpu::kernels
