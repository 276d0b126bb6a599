// SPDX-License-Identifier: BSD-3-Clause
// Integers as text in other bases.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] std::string digits_in_base(std::uint64_t magnitude, bool is_negative, int base,
                                         int padding);
[[nodiscard]] std::string binary_digits(std::uint64_t magnitude, bool is_negative,
                                        std::optional<int> width);
/// The absolute value, of the least number as well.
template <std::integral Integer>
[[nodiscard]] constexpr std::uint64_t magnitude_of(Integer number) noexcept {
  const auto bits = static_cast<std::uint64_t>(number);
  return number < Integer(0) ? std::uint64_t{0} - bits : bits;
}
}  // namespace detail

/// An integer in a base, with `padding` zeros before its digits: `base_repr(-13, 16)` is "-D".
/// `numpy.base_repr`.
/// @throws value_error  "Bases greater than 36 not handled in base_repr: 37", "Bases less than 2
/// not
///                      handled in base_repr: 1"
template <std::integral Integer>
[[nodiscard]] std::string base_repr(Integer number, strict_integer base = 2,
                                    strict_integer padding = 0) {
  return detail::digits_in_base(detail::magnitude_of(number), number < Integer(0), base.to_int(),
                                padding.to_int());
}

/// An integer in binary digits, at least `width` of them: a negative one in two's complement if
/// there is a width, else behind a minus. `numpy.binary_repr`.
/// @throws value_error  "Insufficient bit width=2 provided for binwidth=3"
template <std::integral Integer>
[[nodiscard]] std::string binary_repr(Integer number,
                                      std::optional<strict_integer> width = std::nullopt) {
  return detail::binary_digits(detail::magnitude_of(number), number < Integer(0), width);
}

}  // namespace gpu
