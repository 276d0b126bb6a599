// SPDX-License-Identifier: BSD-3-Clause
// The bin of an element: -1 outside all bins. What a thread needs for that in registers.
//
// How   see `binning` in kernels/abi.hpp
// T     of elements and edges
// Wide  uniform: in which NumPy computes the number of the bin
//
// uniform, spaced: nearly every element is told its bin by a product, without a look at the edges.
// Example: 4 bins of one width from 0 to 1 and a margin of 0.01. x = 0.3 is at place 1.2, surely in
// bin 1. x = 0.502 is at place 2.008: edges[2] tells whether that is bin 1 or bin 2.
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

/// Rounded towards 0, to the nearest int if it is beyond them; 0 for nan.
GPU_HD int truncated(double x) {
#ifdef __CUDA_ARCH__
  return __double2int_rz(x);
#else
  if (x != x) return 0;
  return static_cast<int>(x < -0x1p31 ? -0x1p31 : x > 0x7fffffff ? 0x7fffffff : x);
#endif
}
GPU_HD int truncated(float x) {
#ifdef __CUDA_ARCH__
  return __float2int_rz(x);
#else
  return truncated(static_cast<double>(x));
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

/// Of few elements: not written out for each.
template <binning How, class T, class Wide>
#ifdef __CUDACC_RTC__
__host__ __device__ __noinline__
#endif
    int
    bin_by_edges(T x, const T* edges, Wide span, int count) {
  if constexpr (How == binning::uniform)
    return static_cast<int>(math::uniform_bin_of(x, span, edges, static_cast<long long>(count)));
  else
    return search_bin(x, edges, count);
}

template <binning How, class T, class Wide = T>
struct bin_finder {
  using type = T;
  using place = typename place_type<T>::type;

  GPU_HD bin_finder(const histogram_bins& bins, const T* all_edges)
      : edges(all_edges),
        first(all_edges[0]),
        last(all_edges[bins.count]),
        origin(math::cast<place>(first)),
        scale(static_cast<place>(bins.scale)),
        margin(static_cast<place>(bins.margin)),
        rest(static_cast<place>(1 - bins.margin)),
        span(math::cast<Wide>(bins.span)),
        count(bins.count) {}

  GPU_HD int operator()(T x) const {
    const place at = (math::cast<place>(x) - origin) * scale;
    const int bin = truncated(at);
    const place part = at - static_cast<place>(bin);
    const bool is_sure =
        part >= margin && part <= rest && static_cast<unsigned>(bin) < static_cast<unsigned>(count);
    if (is_sure) return bin;
    if (x < first || last < x) return -1;
    return bin_by_edges<How>(x, edges, span, count);
  }

 private:
  const T* edges;
  T first;
  T last;
  place origin;
  place scale;
  place margin;
  place rest;
  Wide span;
  int count;
};

template <class T, class Wide>
struct bin_finder<binning::between, T, Wide> {
  using type = T;

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
