// SPDX-License-Identifier: BSD-3-Clause
// Values that are known up to an error: what one may expect of sums whose order is not said.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "host_value.hpp"

namespace gpu::fuzz {

/// Elements, and by how much a right result may be away from each; of complex numbers each part.
/// Infinite: anything is right.
struct bounded {
  host_value value;
  std::vector<double> radius;  ///< empty: 0

  [[nodiscard]] double radius_at(std::ptrdiff_t i) const {
    return radius.empty() ? 0 : radius[static_cast<std::size_t>(i)];
  }
};

inline constexpr double unknown = std::numeric_limits<double>::infinity();

/// A result before it is rounded to its dtype.
struct wide_number {
  long double real = 0;
  long double imag = 0;
  std::uint64_t bits = 0;  ///< of an integer, which wraps around
  bool is_integer = false;
  double radius = 0;
};

/// Distance to the next number of a floating dtype beyond `size`; 0 of an integer dtype.
[[nodiscard]] double unit_at(dtype type, double size);
/// The largest finite number of a floating dtype.
[[nodiscard]] double largest_of(dtype type);

/// Writes `x` as an element of `type`. The radius, with that of the rounding: `unknown` where it
/// is not sure whether the result is finite.
double store(dtype type, void* to, const wide_number& x);

/// One part of an element of an inexact dtype.
[[nodiscard]] double part_of(dtype type, const void* element, bool imaginary);
/// Whether a part of an element is nan.
[[nodiscard]] bool holds_nan(dtype type, const void* element);
/// The absolute value of an element of any dtype.
[[nodiscard]] double size_of(dtype type, const void* element);

/// The elements converted to `type`.
[[nodiscard]] bounded converted(const bounded& from, dtype type);

/// How many elements were compared, and how many could not be.
struct tally {
  std::uint64_t compared = 0;
  std::uint64_t unknown = 0;
};

/// Where and how the values differ by more than the radius; empty if they do not. Zeros of either
/// sign are the same where the radius is not 0, nans always are.
[[nodiscard]] std::string difference(const host_value& actual, const bounded& expected,
                                     tally& counts);

}  // namespace gpu::fuzz
