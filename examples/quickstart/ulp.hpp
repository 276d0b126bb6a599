// SPDX-License-Identifier: BSD-3-Clause
// How far apart two results are, counted in float32 numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include <gpu/interop/xtensor.hpp>

/// How many float32 numbers lie between `a` and `b`, counting one of them; 0 for two nans.
inline std::int64_t ulps_between(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<std::int64_t>::max();
  const auto place = [](float x) {
    const auto bits = std::bit_cast<std::int32_t>(x);
    return bits >= 0 ? std::int64_t{bits}
                     : std::int64_t{std::numeric_limits<std::int32_t>::min()} - bits;
  };
  return std::abs(place(a) - place(b));
}

/// The largest distance of two elements at the same place; the shapes must be equal.
inline std::int64_t largest_ulps(const xt::xarray<float>& a, const xt::xarray<float>& b) {
  if (a.shape() != b.shape()) return std::numeric_limits<std::int64_t>::max();
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, ulps_between(a.data()[i], b.data()[i]));
  return largest;
}
