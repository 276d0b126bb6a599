// SPDX-License-Identifier: BSD-3-Clause
// Elements of streams of random numbers. A stream is a sequence of words of 64 bits: words 4 n to
// 4 n + 3 are what Philox makes of the counter `c + n`, whose words are c0 to c3, and of the key
// k0, k1. So an element depends on its place alone, not on those before it.
#pragma once

#include <gpu/elementwise/support/math.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>
#include <gpu/kernels/primitives/philox.hpp>

namespace gpu::kernels {

/// The block that was asked for last: neighbours on the host share it.
class philox_blocks {
 public:
  GPU_HD const philox_block& at(long long number, const philox_counter& first,
                                const philox_key& key) const {
    if (number != number_) {
      block_ = philox(advanced(first, static_cast<unsigned long long>(number)), key);
      number_ = number;
    }
    return block_;
  }

 private:
  mutable philox_block block_{};
  mutable long long number_ = -1;
};

/// Word i of the stream.
struct random_word {
  static constexpr functor_info info{.name = "random_word", .file = "random", .weight = 64};

  GPU_HD unsigned long long operator()(long long i, unsigned long long c0, unsigned long long c1,
                                       unsigned long long c2, unsigned long long c3,
                                       unsigned long long k0, unsigned long long k1) const {
    return blocks.at(i >> 2, {{c0, c1, c2, c3}}, {{k0, k1}}).word[i & 3];
  }
  philox_blocks blocks{};
};

/// Half i of the words, the lower half of each first; `pending` before half number `first`.
struct random_half_word {
  static constexpr functor_info info{.name = "random_half_word", .file = "random", .weight = 64};

  GPU_HD unsigned operator()(long long i, long long first, unsigned pending, unsigned long long c0,
                             unsigned long long c1, unsigned long long c2, unsigned long long c3,
                             unsigned long long k0, unsigned long long k1) const {
    if (i < first) return pending;
    const unsigned long long word =
        blocks.at(i >> 3, {{c0, c1, c2, c3}}, {{k0, k1}}).word[i >> 1 & 3];
    return static_cast<unsigned>((i & 1) != 0 ? word >> 32 : word);
  }
  philox_blocks blocks{};
};

/// A double of [0, 1): the upper 53 bits of a word.
GPU_HD double unit_double(unsigned long long word) {
  return static_cast<double>(static_cast<long long>(word >> 11)) * 0x1p-53;
}

/// That of each word.
struct random_double {
  static constexpr functor_info info{.name = "random_double", .file = "random", .weight = 64};

  GPU_HD double operator()(long long i, unsigned long long c0, unsigned long long c1,
                           unsigned long long c2, unsigned long long c3, unsigned long long k0,
                           unsigned long long k1) const {
    return unit_double(words(i, c0, c1, c2, c3, k0, k1));
  }
  random_word words{};
};

/// A float of [0, 1) from each half word: its upper 24 bits.
struct random_float {
  static constexpr functor_info info{.name = "random_float", .file = "random", .weight = 64};

  GPU_HD float operator()(long long i, long long first, unsigned pending, unsigned long long c0,
                          unsigned long long c1, unsigned long long c2, unsigned long long c3,
                          unsigned long long k0, unsigned long long k1) const {
    const unsigned half = halves(i, first, pending, c0, c1, c2, c3, k0, k1);
    return static_cast<float>(static_cast<int>(half >> 8)) * 0x1p-24f;
  }
  random_half_word halves{};
};

/// A normal number from each pair of words, by the formula of Box and Muller (1958): the first one
/// gives the radius, the second one the angle.
struct normal_double {
  static constexpr functor_info info{.name = "normal_double", .file = "random", .weight = 96};

  GPU_HD double operator()(long long i, unsigned long long c0, unsigned long long c1,
                           unsigned long long c2, unsigned long long c3, unsigned long long k0,
                           unsigned long long k1) const {
    const philox_block& block = blocks.at(i >> 1, {{c0, c1, c2, c3}}, {{k0, k1}});
    const unsigned long long radius = block.word[2 * (i & 1)];
    const unsigned long long angle = block.word[2 * (i & 1) + 1];
    const double u = static_cast<double>(static_cast<long long>((radius >> 11) + 1)) * 0x1p-53;
    const double v = unit_double(angle);
    return math::sqrt(-2 * math::log(u)) * math::cos(6.283185307179586 * v);
  }
  philox_blocks blocks{};
};

/// The same in float32, from the halves of each word.
struct normal_float {
  static constexpr functor_info info{.name = "normal_float", .file = "random", .weight = 96};

  GPU_HD float operator()(long long i, unsigned long long c0, unsigned long long c1,
                          unsigned long long c2, unsigned long long c3, unsigned long long k0,
                          unsigned long long k1) const {
    const unsigned long long word = words(i, c0, c1, c2, c3, k0, k1);
    // Of (0, 1]: small numbers keep all bits.
    const float u = static_cast<float>(static_cast<long long>(word >> 32) + 1) * 0x1p-32f;
    const float v = static_cast<float>(static_cast<int>(word >> 8 & 0xffffff)) * 0x1p-24f;
    return math::sqrt(-2 * math::log(u)) * math::cos(6.2831855f * v);
  }
  random_word words{};
};

}  // namespace gpu::kernels
