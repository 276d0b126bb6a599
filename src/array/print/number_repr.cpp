// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/print/number_repr.hpp>

#include <algorithm>
#include <bit>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>

namespace gpu::detail {
namespace {

/// Nothing of 0.
std::string digits_of(std::uint64_t magnitude, unsigned base) {
  std::string digits;
  for (; magnitude != 0; magnitude /= base)
    digits.push_back("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[magnitude % base]);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string repeated(int count, char digit) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), digit);
}

}  // namespace

std::string digits_in_base(std::uint64_t magnitude, bool is_negative, int base, int padding) {
  if (base > 36)
    throw value_error(text_of("Bases greater than 36 not handled in base_repr: ", base));
  if (base < 2) throw value_error(text_of("Bases less than 2 not handled in base_repr: ", base));
  const std::string digits =
      repeated(padding, '0') + digits_of(magnitude, static_cast<unsigned>(base));
  return (is_negative ? "-" : "") + (digits.empty() ? std::string("0") : digits);
}

std::string binary_digits(std::uint64_t magnitude, bool is_negative, std::optional<int> width) {
  if (magnitude == 0) return repeated(width.value_or(0) == 0 ? 1 : *width, '0');
  if (is_negative && !width) return "-" + digits_of(magnitude, 2);
  std::string digits = digits_of(magnitude, 2);
  if (is_negative) {
    // The fewest digits of which the first is a sign.
    const int bits = std::bit_width(magnitude - 1) + 1;
    const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    digits = digits_of(all - magnitude + 1, 2);
  }
  const auto count = static_cast<int>(digits.size());
  if (width && *width < count)
    throw value_error(text_of("Insufficient bit width=", *width, " provided for binwidth=", count));
  return repeated(width.value_or(count) - count, is_negative ? '1' : '0') + digits;
}

}  // namespace gpu::detail
