// SPDX-License-Identifier: BSD-3-Clause
// Where the first extremum of contiguous elements is: `Op` is argmax or argmin.
#pragma once

#include <gpu/core/host_device.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "execute/host/vector_loop.hpp"

namespace gpu::execute::detail {

template <class Op, class T>
GPU_HD std::ptrdiff_t first_extremum_in_order(std::ptrdiff_t count, const T* x) {
  std::ptrdiff_t first = 0;
  T value = x[0];
  for (std::ptrdiff_t i = 1; i < count; ++i) {
    const bool is_better = Op::precedes(x[i], value);
    first = is_better ? i : first;
    value = is_better ? x[i] : value;
  }
  return first;
}

/// Of numbers of at least 4 bytes, fewer than 2^31. Each lane of a few vectors of `Bytes` bytes
/// keeps the first place of its own extremum. Some numbers may be read twice: the last vectors
/// overlap others. They are vectors of the compiler: it would keep an array of them in memory.
template <class Op, int Bytes, class T>
GPU_HD std::ptrdiff_t first_extremum_in_vectors(std::ptrdiff_t count, const T* x) {
  using place = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  typedef T vector __attribute__((vector_size(Bytes)));
  typedef place places __attribute__((vector_size(Bytes)));
  typedef T elements __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
  constexpr auto width = static_cast<int>(sizeof(vector) / sizeof(T));
  constexpr int vectors = 4;
  constexpr bool is_largest = Op::precedes(T(1), T(0));
  if (count < vectors * width) return first_extremum_in_order<Op>(count, x);
  vector all[vectors] = {};
  places at[vectors];  // less the place of the lane among those of all vectors
  places lane, here = {};
  auto nans = all[0] != all[0];
  for (std::ptrdiff_t k = 0; k < width; ++k) lane[k] = static_cast<place>(k);
  for (std::ptrdiff_t k = 0; k < vectors; ++k) {
    all[k] += x[0];
    at[k] = -lane - static_cast<place>(k * width);
  }
  const auto take_vector = [&](std::ptrdiff_t k, std::ptrdiff_t from) {
    const vector next = *reinterpret_cast<const elements*>(x + from);
    const auto is_better = is_largest ? next > all[k] : next < all[k];
    all[k] = is_better ? next : all[k];
    at[k] = is_better ? here : at[k];
    nans |= next != next;
  };
  std::ptrdiff_t i = 0;
  for (; i + vectors * width <= count; i += vectors * width, here += vectors * width)
#pragma GCC unroll 4
    for (std::ptrdiff_t k = 0; k < vectors; ++k) take_vector(k, i + k * width);
  for (; i < count; i += width) {
    here = places{} + static_cast<place>(std::min(i, count - width));
    take_vector(0, here[0]);
  }
  at[0] += lane;
#pragma GCC unroll 4
  for (std::ptrdiff_t k = 1; k < vectors; ++k) {
    at[k] += lane + static_cast<place>(k * width);
    const auto is_better =
        (is_largest ? all[k] > all[0] : all[k] < all[0]) | ((all[k] == all[0]) & (at[k] < at[0]));
    all[0] = is_better ? all[k] : all[0];
    at[0] = is_better ? at[k] : at[0];
  }
  std::ptrdiff_t best = 0;
  bool has_nan = false;
  for (std::ptrdiff_t k = 0; k < width; ++k) {
    const bool is_equal = all[0][k] == all[0][best];
    if (Op::precedes(all[0][k], all[0][best]) || (is_equal && at[0][k] < at[0][best])) best = k;
    has_nan |= nans[k] != 0;
  }
  return has_nan ? first_extremum_in_order<Op>(count, x) : at[0][best];
}

/// Of float16 and bfloat16: integers in the order of the numbers, with one zero; nan first.
template <class Op, class T>
GPU_HD int ordered_key(T x) {
  constexpr int infinity = T(std::numeric_limits<float>::infinity()).bits();
  constexpr int nan = Op::precedes(T(1.0f), T(0.0f)) ? 0x7fff : -0x7fff;
  const int magnitude = x.bits() & 0x7fff;
  if (magnitude > infinity) return nan;
  return x.bits() > 0x7fff ? -magnitude : magnitude;
}

/// The first element that is wanted, else `count`.
template <class T, class Wanted>
GPU_HD std::ptrdiff_t first_of(std::ptrdiff_t count, const T* x, const Wanted& wanted) {
  constexpr std::ptrdiff_t block = 32;
  std::ptrdiff_t i = 0;
  for (; i + block <= count; i += block) {
    int found = 0;
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t k = 0; k < block; ++k) found |= wanted(x[i + k]) ? 1 : 0;
    if (found != 0) break;
  }
  while (i < count && !wanted(x[i])) ++i;
  return i;
}

/// The place of the first extremum, or of the first nan; `count` if it is not needed.
template <class Op, int Bytes, class Stored, class Needed>
GPU_HD std::ptrdiff_t first_extremum(std::ptrdiff_t count, const Stored* x,
                                     const Needed& is_needed) {
  std::ptrdiff_t first = 0;
  if constexpr (std::is_arithmetic_v<Stored> && sizeof(Stored) >= 4) {
    first = first_extremum_in_vectors<Op, Bytes>(count, x);
  } else if constexpr (std::is_integral_v<Stored>) {
    Stored value = x[0];
    for (std::ptrdiff_t i = 1; i < count; ++i) value = Op::precedes(x[i], value) ? x[i] : value;
    if (!is_needed(value)) return count;
    return first_of(count, x, [value](Stored y) { return y == value; });
  } else if constexpr (sizeof(Stored) == 2) {
    int best = ordered_key<Op>(x[0]);
    GPU_VECTOR_LOOP
    for (std::ptrdiff_t i = 1; i < count; ++i) {
      const int key = ordered_key<Op>(x[i]);
      best = Op::precedes(key, best) ? key : best;
    }
    first = first_of(count, x, [best](Stored y) { return ordered_key<Op>(y) == best; });
  } else {
    first = first_extremum_in_order<Op>(count, x);
  }
  return is_needed(x[first]) ? first : count;
}

}  // namespace gpu::execute::detail
