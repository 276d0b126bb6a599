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
//
// indexed: the range of the edges is cut into cells of one width, several for each bin, and a table
// tells how many edges lie before each cell and how many in it. Example: edges 0, 0.1, 0.7, 1 and 8
// cells. x = 0.75 is in cell 6. Three edges lie before it and none in it, so x is in bin 2. x =
// 0.69 is in cell 5 with 0.7; two edges lie before it: one comparison tells between bins 1 and 2.
#pragma once

#include <gpu/elementwise/support/bins.hpp>
#include <gpu/kernels/abi.hpp>
#include <gpu/kernels/primitives/place.hpp>

namespace gpu::kernels {

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

template <binning Pattern, class T, class Wide = T>
struct bin_finder;

template <class T, class Wide>
struct bin_finder<binning::spaced, T, Wide> {
  using type = T;
  using place = typename place_type<T>::type;
  static constexpr bool guesses = true;
  static constexpr bool seldom_unsure = true;
  static constexpr bool has_cells = false;

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
    const place at = place_of(x);
    const rounded_place<place> middle = round_place(at);
    bin = static_cast<int>(middle.number);
    return is_within(at - middle.value, reach) && middle.number < static_cast<unsigned>(count);
  }

  /// The edge nearest to x tells on which side of it x is.
  GPU_HD int operator()(T x) const {
    const place at = place_of(x);
    const rounded_place<place> middle = round_place(at);
    const unsigned above = middle.number + static_cast<unsigned>(at > middle.value);
    const int edge = above < static_cast<unsigned>(count) ? static_cast<int>(above) : count;
    const int bin = x < edges[edge] ? edge - 1 : edge;
    return !(x >= first && x <= last) ? -1 : bin < count ? bin : count - 1;
  }

 private:
  GPU_HD place place_of(T x) const {
    return multiply_add(math::cast<place>(x) - origin, scale, place(-0.5));
  }

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
  static constexpr bool seldom_unsure = false;
  static constexpr bool has_cells = false;

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
  static constexpr bool seldom_unsure = false;
  static constexpr bool has_cells = false;

  GPU_HD bin_finder(const histogram_bins& bins, const T* all_edges)
      : edges(all_edges), count(bins.count) {}
  GPU_HD int operator()(T x) const { return search_bin(x, edges, count); }

 private:
  const T* edges;
  int count;
};

template <class T, class Wide>
struct bin_finder<binning::indexed, T, Wide> {
  using type = T;
  using place = typename place_type<T>::type;
  static constexpr bool guesses = true;
  static constexpr bool seldom_unsure = false;  ///< an edge may have many elements near it
  static constexpr bool has_cells = true;

  /// @param all_cells  `bins.cells` results of `cell`; they may be written later
  GPU_HD bin_finder(const histogram_bins& bins, const T* all_edges, const unsigned* all_cells)
      : edges(all_edges),
        cells(all_cells),
        first(all_edges[0]),
        last(all_edges[bins.count]),
        origin(math::cast<place>(first)),
        scale(static_cast<place>(bins.scale)),
        last_cell(static_cast<unsigned>(bins.cells) - 1),
        count(bins.count) {}

  /// How many edges are in earlier cells; in the upper 8 bits how many are in this one, up to 63.
  GPU_HD unsigned cell(unsigned number) const {
    const int before = edges_before_cell(number);
    int here = 0;
    while (here < max_here && before + here <= count && cell_of(edges[before + here]) == number)
      ++here;
    // No x of a cell beyond the last edge is in a bin, but it is compared with an edge.
    return static_cast<unsigned>(before < count ? before : count) | static_cast<unsigned>(here)
                                                                        << 24;
  }

  /// Whether `bin` is surely that of x: its cell has one edge at most. Edges of later cells come
  /// after x, so the comparison is right without one.
  GPU_HD bool guess(T x, int& bin) const {
    const unsigned found = cells[cell_of(x)];
    const int before = static_cast<int>(found & 0xffffffu);
    bin = before - static_cast<int>(x < edges[before]);
    return found < 2u << 24 && x >= first && x < last;
  }

  GPU_HD int operator()(T x) const {
    if (!(x >= first && x <= last)) return -1;
    const unsigned found = cells[cell_of(x)];
    int before = static_cast<int>(found & 0xffffffu);
    int length = static_cast<int>(found >> 24);
    if (length == max_here) length = count + 1 - before;
    while (length > 0) {
      const int half = length / 2;
      const bool is_before = !(x < edges[before + half]);
      before = is_before ? before + half + 1 : before;
      length = is_before ? length - half - 1 : half;
    }
    return before <= count ? before - 1 : count - 1;
  }

 private:
  static constexpr int max_here = 63;

  /// Never less for a larger x, whatever is rounded.
  GPU_HD unsigned cell_of(T x) const {
    return limited_cell((math::cast<place>(x) - origin) * scale, last_cell);
  }
  GPU_HD int edges_before_cell(unsigned number) const {
    int before = 0;
    int length = count + 1;
    while (length > 0) {
      const int half = length / 2;
      const bool is_before = cell_of(edges[before + half]) < number;
      before = is_before ? before + half + 1 : before;
      length = is_before ? length - half - 1 : half;
    }
    return before;
  }

  const T* edges;
  const unsigned* cells;
  T first;
  T last;
  place origin;
  place scale;
  unsigned last_cell;
  int count;
};

template <class T, class Wide>
struct bin_finder<binning::number, T, Wide> {
  using type = T;
  static constexpr bool guesses = false;
  static constexpr bool seldom_unsure = false;
  static constexpr bool has_cells = false;

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
