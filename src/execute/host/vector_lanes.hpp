// SPDX-License-Identifier: BSD-3-Clause
// Vectors of elements, as compilers that have them know them.
#pragma once

#include <gpu/elementwise/support/element.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace gpu::execute::detail {

/// As wide as an element: vectors of both have the same length.
template <class T>
using truth_of = std::conditional_t<
    sizeof(T) == 1, std::int8_t,
    std::conditional_t<sizeof(T) == 2, std::int16_t,
                       std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;

#ifdef __GNUC__

/// The elements that are compared as vectors.
template <class T>
inline constexpr bool has_vectors = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// Vectors are handed over by reference: by value, what is called would depend on AVX.

template <bool Most, std::size_t Half, class Vector, std::size_t... Lane>
GPU_HD void fold_lanes(Vector& y, std::index_sequence<Lane...> all) {
  const Vector other = __builtin_shufflevector(y, y, static_cast<int>(Lane ^ Half)...);
  y = (Most ? other > y : other < y) ? other : y;
  if constexpr (Half > 1) fold_lanes<Most, Half / 2>(y, all);
}

template <bool Most, class Vector, std::size_t... Lane>
GPU_HD auto extremum_lane(const Vector& y, std::index_sequence<Lane...>) {
  constexpr std::size_t lanes = sizeof...(Lane);
  if constexpr (sizeof(Vector) == 32) {
    const auto low = __builtin_shufflevector(y, y, static_cast<int>(Lane)...);
    const auto high = __builtin_shufflevector(y, y, static_cast<int>(Lane + lanes)...);
    const auto best = (Most ? high > low : high < low) ? high : low;
    return extremum_lane<Most>(best, std::make_index_sequence<lanes / 2>());
  } else {
    Vector folded = y;
    fold_lanes<Most, lanes>(folded, std::make_index_sequence<2 * lanes>());
    return folded[0];
  }
}

/// The largest or the smallest lane of 16 or 32 bytes.
template <bool Most, class Vector>
GPU_HD auto extremum_lane(const Vector& y) {
  return extremum_lane<Most>(y, std::make_index_sequence<sizeof(Vector) / sizeof(y[0]) / 2>());
}

#else

template <class T>
inline constexpr bool has_vectors = false;

#endif

}  // namespace gpu::execute::detail
