// SPDX-License-Identifier: BSD-3-Clause
// Sums of floats as integers: exact, so no order of additions changes a bit.
//
// A sum is an integer of 128 bits times 2^unit, in two's complement. A number can be added if it is
// an integer of up to 96 bits times 2^unit; 2^31 of them do not overflow. The unit is at most
// `max_unit` of the type, so that neither infinity nor nan is taken for a number.
//
// Example: unit -2. 2.75 is 11 units. -2.75 is -11 units: 0xfffffff5 in the first word and
// 0xffffffff in all others.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::kernels {

/// The bits of a weight, and how many words its integer touches wherever it begins.
template <class T>
struct weight_format;
template <>
struct weight_format<float> {
  using bits_type = unsigned;
  using integer = int;
  static constexpr int mantissa = 23;
  static constexpr int bias = 127;
  static constexpr int parts = 2;
  static constexpr int max_unit = 32;
};
template <>
struct weight_format<double> {
  using bits_type = unsigned long long;
  using integer = long long;
  static constexpr int mantissa = 52;
  static constexpr int bias = 1023;
  static constexpr int parts = 3;
  static constexpr int max_unit = 928;
};

/// What is added for a number: `Parts` words, the first to word `word` of the sum; `sign` to those
/// behind them.
template <int Parts>
struct fixed_number {
  unsigned part[Parts];
  unsigned sign;
  int word;
  bool is_exact;  ///< else the rest has no meaning, except that it is within the sum
};

/// The upper half of (high, low) << bits, for up to 31 bits.
GPU_HD unsigned shifted_high(unsigned low, unsigned high, int bits) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << bits >> 32);
}

/// 2^exponent, a normal number.
template <class T>
GPU_HD T power_of_two(int exponent) {
  using format = weight_format<T>;
  return bit_cast<T>(static_cast<typename format::bits_type>(exponent + format::bias)
                     << format::mantissa);
}

/// The bit of a sum where the largest number of a sample begins. Others may be 2^8 times as large.
inline constexpr int largest_bit = 87;

/// The unit of sums of numbers of which `largest` is the largest of a sample, or 0. Most numbers
/// are then in one word or two. Beyond every `max_unit` for infinity and nan.
GPU_HD int unit_for(double largest) {
  const int exponent = static_cast<int>(bit_cast<unsigned long long>(largest) >> 52) & 0x7ff;
  if (largest == 0) return -largest_bit;
  return (exponent != 0 ? exponent : 1) - 1023 - largest_bit;
}

/// @param unit  the exponent of the sum
template <class T>
GPU_HD fixed_number<weight_format<T>::parts> fixed_number_of(T x, int unit) {
  using format = weight_format<T>;
  using integer = typename format::integer;
  using bits_type = typename format::bits_type;
  constexpr int parts = format::parts;
  constexpr int max_shift = 95 - format::mantissa;
  constexpr bits_type implied = bits_type{1} << format::mantissa;
  const bits_type bits = bit_cast<bits_type>(x);
  const int exponent = static_cast<int>(bits >> format::mantissa) & (2 * format::bias + 1);
  integer units = static_cast<integer>((bits & (implied - 1)) | (exponent != 0 ? implied : 0));
  int shift = (exponent != 0 ? exponent : 1) - (format::bias + format::mantissa) - unit;
  bool is_exact = shift <= max_shift;
  if (shift < 0) {
    const int dropped = shift < -format::mantissa - 1 ? format::mantissa + 1 : -shift;
    const integer kept = units >> dropped;
    is_exact = kept << dropped == units;
    units = kept;
    shift = 0;
  }
  shift = shift < max_shift ? shift : max_shift;
  if (bits >> (8 * sizeof(T) - 1) != 0) units = -units;
  fixed_number<parts> number{};
  number.word = shift >> 5;
  number.is_exact = is_exact;
  const int within = shift & 31;
  auto below = static_cast<unsigned>(units);
  number.part[0] = below << within;
  for (int k = 1; k < parts; ++k) {
    const auto here = static_cast<unsigned>(static_cast<long long>(units) >> (k == 1 ? 32 : 63));
    number.part[k] = shifted_high(below, here, within);
    below = here;
  }
  number.sign = static_cast<unsigned>(static_cast<int>(number.part[parts - 1]) >> 31);
  return number;
}

/// The 128 bits of a sum.
struct fixed_sum {
  unsigned long long low = 0;
  unsigned long long high = 0;

  GPU_HD void add(const fixed_sum& other) {
    low += other.low;
    high += other.high + static_cast<unsigned long long>(low < other.low);
  }
  /// Times 2^bits, for 1 to 63 bits.
  GPU_HD fixed_sum shifted(int bits) const {
    return {low << bits, high << bits | low >> (64 - bits)};
  }
  template <int Parts>
  GPU_HD void add(const fixed_number<Parts>& x) {
    unsigned word[4];
    for (int k = 0; k < 4; ++k) {
      word[k] = k < x.word ? 0 : x.sign;
      for (int part = 0; part < Parts; ++part)
        if (k == x.word + part) word[k] = x.part[part];
    }
    add(fixed_sum{word[0] | static_cast<unsigned long long>(word[1]) << 32,
                  word[2] | static_cast<unsigned long long>(word[3]) << 32});
  }
};

/// x * 2^exponent, for exponents from -2000 to 2000.
GPU_HD double scaled_by(double x, int exponent) {
  const int half = exponent / 2;
  return x * power_of_two<double>(half) * power_of_two<double>(exponent - half);
}

/// The number nearest to a sum; word k of it is the sum of integers of 32 bits with a sign,
/// `digits[k]` in two's complement. 2^31 of them do not overflow.
GPU_HD double value_of(const unsigned long long (&digits)[4], int unit) {
  unsigned word[4];
  long long carried = 0;
  for (int k = 0; k < 4; ++k) {
    carried += static_cast<long long>(digits[k]);
    word[k] = static_cast<unsigned>(carried);
    carried >>= 32;
  }
  unsigned long long low = word[0] | static_cast<unsigned long long>(word[1]) << 32;
  unsigned long long high = word[2] | static_cast<unsigned long long>(word[3]) << 32;
  const bool is_negative = high >> 63 != 0;
  if (is_negative) {
    low = 0 - low;
    high = ~high + static_cast<unsigned long long>(low == 0);
  }
  if (high != 0) {
    // The first 64 bits, and in the last of them whether more follow.
    for (; high >> 63 == 0; --unit, low <<= 1) high = high << 1 | low >> 63;
    unit += 64;
    low = high | static_cast<unsigned long long>(low != 0);
  }
  const double magnitude = scaled_by(static_cast<double>(low), unit);
  return is_negative ? -magnitude : magnitude;
}

}  // namespace gpu::kernels
