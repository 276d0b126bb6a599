// SPDX-License-Identifier: BSD-3-Clause
// Sums of floats as integers, without carries: each number is split into a few limbs, small signed
// integers of which `bits` bits apart, and each limb is added to a word of its own.
//
// Limb k counts units of 2^(limb_top - (k + 1) * bits) units of the sum in fixed_point.hpp, so the
// largest number of the sample that chose that unit just fits limb 0. Each limb is rounded to
// nearest, and the next one holds what is left: magnitudes are at most 2^(bits - 1), so a word of
// 32 bits cannot overflow by fewer than 2^(32 - bits) additions: see `limb_bits_for`. What all
// limbs leave of a number is added to the sum in fixed point; so is all of a number that is larger
// than limb 0 holds.
//
// Example: 4 bits, limb 0 in units of 1. 2.4375 is 2 + 7 / 16: limbs 2 and 7. 2.5625 is 3 - 7 / 16:
// limbs 3 and -7. Each is at most 8.
#pragma once

#include <gpu/elementwise/support/device_forms.hpp>
#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/fixed_point.hpp>
#include <gpu/kernels/primitives/place.hpp>

namespace gpu::kernels {

/// The bit of a sum in fixed point above the largest number of the sample, and one for the sign.
inline constexpr int limb_top = largest_bit + 2;

/// What sums of T split their numbers by.
template <class T, int Limbs>
class limb_splitter {
 public:
  /// @param unit  of the sum in fixed point
  GPU_HD limb_splitter(int unit, int bits) {
    using format = weight_format<T>;
    const int exponent = unit + largest_bit;
    const bool is_usable = exponent <= format::bias - format::mantissa - 4;
    // Small numbers are scaled up, which is exact; so no unit of a limb is below all floats.
    const int most = format::bias - 1;
    const int raised = exponent >= 0 ? 0 : exponent > -most ? -exponent : most;
    const int first = is_usable ? exponent + raised + 2 : 0;
    // Else a device computes it again for each number.
    scale_ = math::opaque_to_assembler(power_of_two<T>(raised));
    limit_ = is_usable ? power_of_two<T>(first - 1) * power_of_two<T>(-raised) : T(-1);
    rest_unit_ = unit + raised;
    // The last bit of such a number is the unit of a limb, and stays so whatever limb is added.
    for (int k = 0; k < Limbs; ++k)
      magic_[k] = T(1.5) * power_of_two<T>(first - (k + 1) * bits + format::mantissa);
  }

  /// Whether limb 0 holds x, which then is neither infinity nor nan.
  GPU_HD bool takes(T x) const { return is_within(x, limit_); }

  /// Returns what the limbs leave of x, in units of `rest_unit()`: 0 if they are exact.
  /// @param x  a number that it takes
  GPU_HD T split(T x, int (&limb)[Limbs]) const {
    return split_rest<1, Limbs>(split_first(x, limb[0]), limb);
  }

  /// The same for limb 0 alone.
  GPU_HD T split_first(T x, int& limb) const {
    const T shifted = multiply_add(x, scale_, magic_[0]);
    limb = integer_in(shifted, magic_[0]);
    return multiply_add(x, scale_, magic_[0] - shifted);
  }
  /// The same for limbs `First` to `End` - 1, of what those before them leave.
  template <int First, int End>
  GPU_HD T split_rest(T rest, int (&limb)[Limbs]) const {
    for (int k = First; k < End; ++k) {
      const T shifted = rest + magic_[k];
      rest = rest - (shifted - magic_[k]);
      limb[k] = integer_in(shifted, magic_[k]);
    }
    return rest;
  }

  GPU_HD int rest_unit() const { return rest_unit_; }

 private:
  GPU_HD static int integer_in(float shifted, float magic) {
    return static_cast<int>(bit_cast<unsigned>(shifted) - bit_cast<unsigned>(magic));
  }
  /// The lower word of `magic` is 0.
  GPU_HD static int integer_in(double shifted, double) {
    return static_cast<int>(static_cast<unsigned>(bit_cast<unsigned long long>(shifted)));
  }

  T scale_;
  T limit_;  ///< of magnitudes
  T magic_[Limbs];
  int rest_unit_;
};

/// The sum in fixed point of which `sum` are the sums of the limbs: magnitudes below 2^45.
template <int Limbs>
GPU_HD fixed_sum fixed_sum_of(const long long (&sum)[Limbs], int bits) {
  static_assert(limb_top > Limbs * max_limb_bits, "limbs begin at bit 1 of the sum or later");
  const auto with_sign = [](long long x) {
    return fixed_sum{static_cast<unsigned long long>(x), static_cast<unsigned long long>(x >> 63)};
  };
  const long long next = 1ll << bits;
  // Two limbs at a time, which have room in 64 bits.
  constexpr int first = 2 - Limbs % 2;
  fixed_sum total = with_sign(first == 1 ? sum[0] : sum[0] * next + sum[1]);
  for (int k = first; k < Limbs; k += 2) {
    total = total.shifted(2 * bits);
    total.add(with_sign(sum[k] * next + sum[k + 1]));
  }
  return total.shifted(limb_top - Limbs * bits);
}

}  // namespace gpu::kernels
