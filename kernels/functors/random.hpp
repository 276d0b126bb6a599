// SPDX-License-Identifier: BSD-3-Clause
// Elements of streams of random numbers. A stream is a sequence of words of 64 bits: words 4 n to
// 4 n + 3 are what Philox makes of the counter `c + n`, whose words are c0 to c3, and of the key
// k0, k1. So an element depends on its place alone, not on those before it.
#pragma once

#include <gpu/elementwise/support/math.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>
#include <gpu/kernels/primitives/philox.hpp>
#include <gpu/kernels/primitives/run_index.hpp>

namespace gpu::kernels {

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
  /// Without a branch: neighbours would not share what is computed in one.
  GPU_HD static unsigned long long chosen(bool condition, unsigned long long a,
                                          unsigned long long b) {
    return b ^ ((a ^ b) & (0 - static_cast<unsigned long long>(condition)));
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
    if (has_pending && i == 0) return pending;
    return takes_upper ? upper_half(word) : lower_half(word);
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

/// The cosine of 2 pi v, or the sine, for 0 <= v < 1. On the device without the branches that
/// functions of large angles have.
GPU_HD double turned(double v, bool is_sine) {
#ifdef __CUDA_ARCH__
  return is_sine ? ::sinpi(v + v) : ::cospi(v + v);
#else
  const double angle = 6.283185307179586 * v;
  return is_sine ? math::sin(angle) : math::cos(angle);
#endif
}
/// On the device without a branch, within 1.2 units in the last place: the nearest quarter of a
/// turn is taken off, and polynomials of the rest, which interpolate at Chebyshev's points, are
/// what neighbours of a run share.
GPU_HD float turned(float v, bool is_sine) {
#ifdef __CUDA_ARCH__
  constexpr float integers = 0x1.8p23f;  // has no bits for fractions: a sum with it is rounded
  const float quarters = v * 4;
  const float rounded = quarters + integers;
  const float x = quarters - (rounded - integers);
  const float y = x * x;
  float sine = ::fmaf(0x1.4bc87cp-13f, y, -0x1.32ca9ep-8f);
  sine = ::fmaf(::fmaf(sine, y, 0x1.466bbap-4f), y, -0x1.4abbcep-1f);
  sine = ::fmaf(x, 0x1.921fb6p+0f, sine * y * x);
  float cosine = ::fmaf(0x1.db64d6p-11f, y, -0x1.55cb98p-6f);
  cosine = ::fmaf(::fmaf(cosine, y, 0x1.03c1eap-2f), y, -0x1.3bd3ccp+0f);
  cosine = ::fmaf(cosine, y, 1.0f);
  // Turned on by so many quarters: (c, s), (-s, c), (-c, -s), (s, -c).
  const int turns = __float_as_int(rounded);
  const float turned = ((turns & 1) != 0) != is_sine ? sine : cosine;
  const unsigned is_negative = static_cast<unsigned>(is_sine ? turns : turns + 1) & 2u;
  return __int_as_float(__float_as_int(turned) ^ static_cast<int>(is_negative << 30));
#else
  return static_cast<float>(turned(static_cast<double>(v), is_sine));
#endif
}

/// The square root of 0, or of a number that is neither tiny nor huge. On the device without the
/// branch for others, in which neighbours of a run would share nothing: a step of Newton's method
/// from an approximation, which is rounded correctly (P. Markstein, "Computation of elementary
/// functions on the IBM RISC System/6000 processor", 1990).
GPU_HD float root_of_common(float x) {
#ifdef __CUDA_ARCH__
  const float inverse = ::rsqrtf(::fmaxf(x, 0x1p-64f));
  const float root = x * inverse;
  return ::fmaf(::fmaf(-root, root, x), 0.5f * inverse, root);
#else
  return math::sqrt(x);
#endif
}
GPU_HD double root_of_common(double x) {
  return math::sqrt(x);
}

/// The logarithm of a number of (0, 1] that is not tiny. In float32 on the device without branches,
/// within a unit in the last place: of 2^k m with 2/3 <= m < 4/3 it is k log 2 and a polynomial of
/// m - 1, which interpolates at Chebyshev's points.
GPU_HD float log_of_common(float u) {
#ifdef __CUDA_ARCH__
  const int bits = __float_as_int(u);
  const int exponent = (bits - 0x3f2aaaab) & static_cast<int>(0xff800000);  // 2/3 is 0x3f2aaaab
  const float x = __int_as_float(bits - exponent) - 1;
  constexpr float coefficients[] = {-0x1.04cba2p-3f, 0x1.19bbe2p-3f,  -0x1.f483fap-4f,
                                    0x1.1fd494p-3f,  -0x1.55913ep-3f, 0x1.99bffep-3f,
                                    -0x1.ffff28p-3f, 0x1.55552cp-2f,  -0.5f};
  float sum = coefficients[0];
  for (int i = 1; i < 9; ++i) sum = ::fmaf(sum, x, coefficients[i]);
  sum = ::fmaf(x * sum, x, x);
  return ::fmaf(static_cast<float>(exponent) * 0x1p-23f, 0x1.62e43p-1f, sum);
#else
  return math::log(u);
#endif
}
GPU_HD double log_of_common(double u) {
  return math::log(u);
}

/// Two independent normal numbers from numbers of (0, 1] and [0, 1). G. E. P. Box, M. E. Muller, "A
/// note on the generation of random normal deviates", 1958. The second one is wanted of odd
/// elements.
template <class R>
GPU_HD R normal_of(R u, R v, bool is_second) {
  return root_of_common(R(-2) * log_of_common(u)) * turned(v, is_second);
}

/// Of each pair of words two normal numbers.
struct normal_double {
  static constexpr functor_info info{
      .name = "normal_double", .file = "random", .weight = 32, .runs = true};

  GPU_HD double operator()(run_index i, unsigned long long c0, unsigned long long c1,
                           unsigned long long c2, unsigned long long c3, unsigned long long k0,
                           unsigned long long k1) const {
    const philox_counter first{{c0, c1, c2, c3}};
    const philox_key key{{k0, k1}};
    const unsigned long long radius = words.at(i.even(), first, key);
    const double u = static_cast<double>(static_cast<long long>((radius >> 11) + 1)) * 0x1p-53;
    return normal_of(u, unit_double(words.at(i.odd(), first, key)), i.is_odd());
  }
  stream_words words{};
};

/// The same in float32, from the halves of each word.
struct normal_float {
  static constexpr functor_info info{
      .name = "normal_float", .file = "random", .weight = 32, .runs = true};

  GPU_HD float operator()(run_index i, unsigned long long c0, unsigned long long c1,
                          unsigned long long c2, unsigned long long c3, unsigned long long k0,
                          unsigned long long k1) const {
    const unsigned long long word = words.at(i.half(), {{c0, c1, c2, c3}}, {{k0, k1}});
    // Of (0, 1]: small numbers keep all bits.
    const float u = static_cast<float>(upper_half(word)) * 0x1p-32f + 0x1p-33f;
    return normal_of(u, unit_float(lower_half(word)), i.is_odd());
  }
  stream_words words{};
};

}  // namespace gpu::kernels
