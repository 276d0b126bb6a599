// SPDX-License-Identifier: BSD-3-Clause
// How far a result is from the exact one.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <concepts>
#include <limits>

#include <gpu/core/complex.hpp>

namespace gpu::ulp {

inline constexpr double different = std::numeric_limits<double>::infinity();

/// The exponent of the last place of `T` in numbers like `x`, which is finite.
template <class T, class Wide>
int last_place(Wide x) {
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr int least = std::numeric_limits<T>::min_exponent;
  constexpr int most = std::numeric_limits<T>::max_exponent;
  return (x == 0 ? least : std::clamp(std::ilogb(x) + 1, least, most)) - digits;
}

/// In units of the last place. Infinity counts as the next number would if the exponent had no end;
/// any two nans are equal, zeros of different signs are not.
template <class T, class Wide>
double ulp_error(T actual, Wide exact) {
  const auto value = static_cast<Wide>(static_cast<double>(actual));
  if (std::isnan(exact) || std::isnan(value))
    return std::isnan(exact) && std::isnan(value) ? 0 : different;
  if (value == 0 && exact == 0) return std::signbit(value) == std::signbit(exact) ? 0 : different;
  static const Wide beyond = std::ldexp(Wide(1), std::numeric_limits<T>::max_exponent);
  const Wide nearest = std::clamp(value, -beyond, beyond);
  const Wide wanted = std::clamp(exact, -beyond, beyond);
  if (nearest == wanted) return 0;
  return static_cast<double>(std::ldexp(std::abs(nearest - wanted), -last_place<T>(wanted)));
}

/// The larger error of the two parts, in units of the last place of the larger part; 0 for exact
/// results that `T` cannot hold.
template <class T, class Wide>
double ulp_error(complex<T> actual, std::complex<Wide> exact) {
  const Wide size = std::max(std::abs(exact.real()), std::abs(exact.imag()));
  if (!(size <= std::numeric_limits<T>::max())) return 0;
  const auto part = [place = last_place<T>(size)](T value, Wide wanted) {
    return std::isfinite(value) ? static_cast<double>(std::ldexp(std::abs(value - wanted), -place))
                                : different;
  };
  return std::max(part(actual.real(), exact.real()), part(actual.imag(), exact.imag()));
}
template <class T, class Wide>
requires std::floating_point<T>
double ulp_error(T actual, std::complex<Wide> exact) {
  return ulp_error(actual, exact.real());
}

}  // namespace gpu::ulp
