// SPDX-License-Identifier: BSD-3-Clause
// Finite floating-point numbers as decimal digits.
#pragma once

#include <string>

#include <gpu/core/dtype.hpp>

namespace gpu::detail {

/// A finite number `d.ddd * 10^exponent`; no digit at the end is 0, unless it is the only one.
struct decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

/// The fewest digits that tell `value` from every other number of the floating-point dtype `type`,
/// of which it is one.
[[nodiscard]] decimal shortest_decimal(double value, dtype type);

/// `value` with at most `precision` digits behind the point of its scientific notation. Keeps the
/// digits of `shortest` if they are few enough, else rounds the exact value once, ties to even.
[[nodiscard]] decimal rounded_scientific(double value, const decimal& shortest, int precision);

/// `value` with exactly `precision` digits behind the point of its scientific notation: as many of
/// the exact value as are needed, zeros included.
[[nodiscard]] decimal filled_scientific(double value, const decimal& shortest, int precision);

/// `value` with at most `precision` digits behind the decimal point, rounded as above.
[[nodiscard]] decimal rounded_positional(double value, const decimal& shortest, int precision);

/// `value` rounded once to `precision` digits behind the decimal point.
[[nodiscard]] decimal exact_positional(double value, int precision);

/// The same, unless `shortest` has exactly that many.
[[nodiscard]] decimal filled_positional(double value, const decimal& shortest, int precision);

/// The digits before and behind the point, and the exponent.
struct decimal_parts {
  std::string integer;   ///< with the sign: "-12", "+1"
  std::string fraction;  ///< may be empty
  std::string exponent;  ///< "+05"; empty in positional notation
};
[[nodiscard]] decimal_parts scientific_parts(const decimal& number, bool plus);
[[nodiscard]] decimal_parts positional_parts(const decimal& number, bool plus);

}  // namespace gpu::detail
