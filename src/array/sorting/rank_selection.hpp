// SPDX-License-Identifier: BSD-3-Clause
// Elements by their rank among unsorted ones, on the host.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpu::detail {

/// A few of many elements, which have the ranks from `before` on.
template <class T>
struct ranked_elements {
  T* data;
  std::ptrdiff_t count;
  std::ptrdiff_t before;
};

/// Fewer elements are not narrowed down.
inline constexpr std::ptrdiff_t min_sampled = 2048;

/// `std::nth_element`, mostly without branches: elements are moved whether they are smaller or not.
template <class T>
void select_rank(T* data, std::ptrdiff_t count, std::ptrdiff_t rank) {
  constexpr std::ptrdiff_t max_sorted = 24;
  T* first = data;
  T* last = data + count;
  T* const wanted = data + rank;
  /// To the front, those for which `is_front` is true; returns the end of them.
  const auto parted = [&](const auto& is_front) {
    T* end = first;
    for (T* i = first; i != last; ++i) {
      const T x = *i;
      *i = *end;
      *end = x;
      end += static_cast<std::ptrdiff_t>(is_front(x));
    }
    return end;
  };
  int rounds = 3 * std::bit_width(static_cast<std::size_t>(count));
  while (last - first > max_sorted && rounds-- > 0) {
    const std::ptrdiff_t quarter = (last - first) / 4;
    const T a = first[quarter];
    const T b = first[2 * quarter];
    const T c = first[3 * quarter];
    const T pivot = std::max(std::min(a, b), std::min(std::max(a, b), c));
    T* end = parted([pivot](T x) { return x < pivot; });
    if (wanted < end) {
      last = end;
      continue;
    }
    if (end == first) {
      end = parted([pivot](T x) { return !(pivot < x); });
      if (wanted < end) return;
    }
    first = end;
  }
  std::nth_element(first, wanted, last);
}

namespace rank_selection {

/// Bounds that enclose the elements of ranks `first` to `last`, most probably.
template <class T>
std::array<T, 2> bounds(const T* data, std::ptrdiff_t count, std::ptrdiff_t first,
                        std::ptrdiff_t last) {
  const std::ptrdiff_t size = std::clamp<std::ptrdiff_t>(count / 64, 512, 16384);
  const std::unique_ptr<T[]> drawn(new T[static_cast<std::size_t>(size)]);
  // From places that look random, so that no pattern of the data hides from the sample.
  std::uint64_t state = 0x9e3779b97f4a7c15u;
  for (std::ptrdiff_t i = 0; i < size; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    drawn[i] =
        data[static_cast<std::ptrdiff_t>((state >> 32) * static_cast<std::uint64_t>(count) >> 32)];
  }
  // Three standard deviations of the number of drawn elements below the median.
  const double margin = 1.5 * std::sqrt(static_cast<double>(size)) + 1;
  const double share = static_cast<double>(size) / static_cast<double>(count);
  const auto place = [&](double rank) {
    return static_cast<std::ptrdiff_t>(std::clamp(rank, 0.0, static_cast<double>(size - 1)));
  };
  T* const low = drawn.get() + place(static_cast<double>(first) * share - margin);
  T* const high = drawn.get() + place(static_cast<double>(last) * share + margin);
  select_rank(drawn.get(), size, low - drawn.get());
  const T lowest = *low;
  select_rank(low, drawn.get() + size - low, high - low);
  return {lowest, *high};
}

}  // namespace rank_selection

/// To `room`, elements among which are those of the ranks `first` to `last`: few, if there are
/// many. None of them is a nan. The sampling of Floyd and Rivest, "Expected time bounds for
/// selection" (1975).
/// @param room  for `count` elements
template <class T>
ranked_elements<T> narrowed(const T* data, std::ptrdiff_t count, std::ptrdiff_t first,
                            std::ptrdiff_t last, T* room) {
  if (count >= min_sampled && count >> 32 == 0) {
    const auto [low, high] = rank_selection::bounds(data, count, first, last);
    std::ptrdiff_t below = 0;
    std::ptrdiff_t kept = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      const T x = data[i];
      const bool is_below = x < low;
      room[kept] = x;
      below += static_cast<std::ptrdiff_t>(is_below);
      kept += static_cast<std::ptrdiff_t>(!is_below & !(high < x));
    }
    if (below <= first && last < below + kept) return {room, kept, below};
  }
  std::copy_n(data, count, room);
  return {room, count, 0};
}

/// The element of a rank; others are as `narrowed`.
template <class T>
T element_of_rank(const T* data, std::ptrdiff_t count, std::ptrdiff_t rank, T* room) {
  const ranked_elements<T> near = narrowed(data, count, rank, rank, room);
  select_rank(near.data, near.count, rank - near.before);
  return near.data[rank - near.before];
}

}  // namespace gpu::detail
