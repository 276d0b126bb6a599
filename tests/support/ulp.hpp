// SPDX-License-Identifier: BSD-3-Clause
// Distances between results, in units of the last place.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <gpu/core/op_info.hpp>

namespace gpu::test {

inline constexpr double different = std::numeric_limits<double>::infinity();

/// Bits of `x` as a signed integer that counts representable numbers; the zeros are 0 and -1.
template <class T>
std::int64_t ordinal(T x) {
  using bits = std::conditional_t<sizeof(T) == 2, std::int16_t,
                                  std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;
  const bits b = bit_cast<bits>(x);
  return b < 0 ? static_cast<std::int64_t>(std::numeric_limits<bits>::min()) - b - 1 : b;
}

/// Number of representable steps between the two. nan equals any nan, -0 is different from 0.
template <class T>
double ulp_distance(T actual, T expected) {
  if constexpr (!std::numeric_limits<T>::is_iec559) {
    return actual == expected ? 0 : different;
  } else {
    const bool nan = actual != actual;
    if (nan || expected != expected) return nan && expected != expected ? 0 : different;
    if (actual == 0 && expected == 0) return ordinal(actual) == ordinal(expected) ? 0 : different;
    const auto a = static_cast<std::uint64_t>(ordinal(actual));
    const auto b = static_cast<std::uint64_t>(ordinal(expected));
    return static_cast<double>(ordinal(actual) > ordinal(expected) ? a - b : b - a);
  }
}

/// The larger error of the two parts, in units of the last place of the larger part. A part that is
/// zero, infinite or nan in both must agree exactly.
template <class T>
double ulp_distance(complex<T> actual, complex<T> expected) {
  const T size = std::fmax(std::abs(expected.real()), std::abs(expected.imag()));
  const auto part = [size](T a, T b) {
    if ((a == 0 && b == 0) || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(size))
      return ulp_distance(a, b);
    const T unit = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
    return std::abs(static_cast<double>(a) - static_cast<double>(b)) / static_cast<double>(unit);
  };
  return std::fmax(part(actual.real(), expected.real()), part(actual.imag(), expected.imag()));
}

}  // namespace gpu::test
