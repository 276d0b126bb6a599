// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/host_device.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace gpu::execute::detail {

/// The largest of `count` contiguous elements, or the smallest; nan if there is one. Some may be
/// read twice: the last vectors overlap others. They are vectors of the compiler, of `Bytes` bytes:
/// it would keep an array of them in memory, which only narrow ones do not mind.
template <bool Largest, int Bytes, class T>
GPU_HD T extremum_of(std::ptrdiff_t count, const T* x) {
  typedef T vector __attribute__((vector_size(Bytes)));
  typedef T elements __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
  constexpr auto width = static_cast<std::ptrdiff_t>(sizeof(vector) / sizeof(T));
  constexpr std::ptrdiff_t vectors = 4;
  const auto take = [](auto& all, auto& nans, const auto& next) {
    all = (Largest ? all > next : all < next) ? all : next;  // one instruction
    nans |= next != next;
  };
  T found = x[0];
  bool has_nan = false;
  std::ptrdiff_t i = 0;
  if (count >= width) {
    vector all[vectors] = {};
    auto nans = all[0] != all[0];
    const auto take_vector = [&](std::ptrdiff_t k, std::ptrdiff_t at) {
      const vector next = *reinterpret_cast<const elements*>(x + at);
      take(all[k], nans, next);
    };
    for (vector& one : all) one += found;
    for (; i + vectors * width <= count; i += vectors * width)
#pragma GCC unroll 4
      for (std::ptrdiff_t k = 0; k < vectors; ++k) take_vector(k, i + k * width);
    for (; i < count; i += width) take_vector(0, std::min(i, count - width));
#pragma GCC unroll 4
    for (std::ptrdiff_t k = 1; k < vectors; ++k) take(all[0], nans, all[k]);
    for (std::ptrdiff_t k = 0; k < width; ++k) {
      take(found, has_nan, all[0][k]);
      has_nan |= nans[k] != 0;
    }
  }
  for (; i < count; ++i) take(found, has_nan, x[i]);
  return has_nan ? std::numeric_limits<T>::quiet_NaN() : found;
}

}  // namespace gpu::execute::detail
