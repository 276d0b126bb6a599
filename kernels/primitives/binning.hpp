// SPDX-License-Identifier: BSD-3-Clause
// The bin of an element: -1 outside all bins. What a thread needs for that in registers.
//
// How   see `binning` in kernels/abi.hpp
// T     of elements and edges
// Wide  uniform: in which NumPy computes the number of the bin
//
// spaced: a product tells the bin of nearly every element, without a look at the edges. Example: 4
// bins from 0 to 1 and a reach of 0.49. x = 0.3 is at place 1.2, surely in bin 1. x = 0.502 is at
// place 2.008: edges[2] tells whether that is bin 1 or bin 2.
#pragma once

#include <gpu/elementwise/support/bins.hpp>
#include <gpu/kernels/abi.hpp>

namespace gpu::kernels {

/// In which places are computed: exact for elements of T, or as exact as T.
template <class T, bool IsNarrow = (sizeof(T) <= 2)>
struct place_type {
  using type = double;
};
template <class T>
struct place_type<T, true> {
  using type = float;
};
template <>
struct place_type<float, false> {
  using type = float;
};

/// a * b + c, rounded once where that is one instruction.
GPU_HD float multiply_add(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  return __fmaf_rn(a, b, c);
#else
  return a * b + c;
#endif
}
GPU_HD double multiply_add(double a, double b, double c) {
#ifdef __CUDA_ARCH__
  return __fma_rn(a, b, c);
#else
  return a * b + c;
#endif
}

/// The nearest int; 0 for nan.
GPU_HD int nearest(double x) {
#ifdef __CUDA_ARCH__
  return __double2int_rn(x);
#else
  if (x != x) return 0;
  const double limited = x < -0x1p30 ? -0x1p30 : x > 0x1p30 ? 0x1p30 : x;
  return static_cast<int>(limited + (limited < 0 ? -0.5 : 0.5));
#endif
}
GPU_HD int nearest(float x) {
#ifdef __CUDA_ARCH__
  return __float2int_rn(x);
#else
  return nearest(static_cast<double>(x));
#endif
}

/// As `math::bin_between`, with indices of 32 bits.
template <class T>
GPU_HD int search_bin(T x, const T* edges, int count) {
  if (math::isnan(x) || math::sorts_before(edges[count], x)) return -1;
  int before = 0;
  int length = count + 1;
  while (length > 0) {
    const int half = length / 2;
    const bool is_before = !math::sorts_before(x, edges[before + half]);
    before = is_before ? before + half + 1 : before;
    length = is_before ? length - half - 1 : half;
  }
  return before - 1 < count ? before - 1 : count - 1;
}

template <binning How, class T, class Wide = T>
struct bin_finder;

template <class T, class Wide>
struct bin_finder<binning::spaced, T, Wide> {
  using type = T;
  using place = typename place_type<T>::type;
  static constexpr bool guesses = true;

  GPU_HD bin_finder(const histogram_bins& bins, const T* all_edges)
      : edges(all_edges),
        first(all_edges[0]),
        last(all_edges[bins.count]),
        origin(math::cast<place>(first)),
        scale(static_cast<place>(bins.scale)),
        reach(static_cast<place>(bins.reach)),
        count(bins.count) {}

  /// Whether `bin` is surely that of x. Bins have their middle at integers here.
  GPU_HD bool guess(T x, int& bin) const {
    const place at = multiply_add(math::cast<place>(x) - origin, scale, place(-0.5));
    bin = nearest(at);
    const place off = at - static_cast<place>(bin);
    return math::absolute(off) <= reach &&
           static_cast<unsigned>(bin) < static_cast<unsigned>(count);
  }

  /// The edge nearest to x tells on which side of it x is.
  GPU_HD int operator()(T x) const {
    if (!(x >= first && x <= last)) return -1;
    const int edge = nearest((math::cast<place>(x) - origin) * scale);
    if (edge <= 0) return 0;
    if (edge >= count) return count - 1;
    return x < edges[edge] ? edge - 1 : edge;
  }

 private:
  const T* edges;
  T first;
  T last;
  place origin;
  place scale;
  place reach;
  int count;
};

template <class T, class Wide>
struct bin_finder<binning::uniform, T, Wide> {
  using type = T;
  static constexpr bool guesses = false;

  GPU_HD bin_finder(const histogram_bins& bins, const T* all_edges)
      : edges(all_edges), span(math::cast<Wide>(bins.span)), count(bins.count) {}
  GPU_HD int operator()(T x) const {
    return static_cast<int>(math::uniform_bin_of(x, span, edges, static_cast<long long>(count)));
  }

 private:
  const T* edges;
  Wide span;
  int count;
};

template <class T, class Wide>
struct bin_finder<binning::between, T, Wide> {
  using type = T;
  static constexpr bool guesses = false;

  GPU_HD bin_finder(const histogram_bins& bins, const T* all_edges)
      : edges(all_edges), count(bins.count) {}
  GPU_HD int operator()(T x) const { return search_bin(x, edges, count); }

 private:
  const T* edges;
  int count;
};

template <class T, class Wide>
struct bin_finder<binning::number, T, Wide> {
  using type = T;
  static constexpr bool guesses = false;

  GPU_HD bin_finder(const histogram_bins& bins, const T*) : count(bins.count) {}
  /// Negative numbers are large ones without a sign.
  GPU_HD int operator()(T x) const {
    if constexpr (sizeof(T) <= 4)
      return static_cast<unsigned>(x) < static_cast<unsigned>(count) ? static_cast<int>(x) : -1;
    else
      return static_cast<unsigned long long>(x) < static_cast<unsigned long long>(count)
                 ? static_cast<int>(x)
                 : -1;
  }

 private:
  int count;
};

}  // namespace gpu::kernels
