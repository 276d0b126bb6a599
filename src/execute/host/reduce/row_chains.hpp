// SPDX-License-Identifier: BSD-3-Clause
// How states side by side take rows of elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "execute/host/reduce/contiguous_reduction.hpp"

namespace gpu::execute::detail {

/// Rows are taken in chains, and those are put together pairwise: errors of sums grow with the
/// logarithm of the number of rows. `Reducer` has `combine` and `lift`, and may have `take<Rows>(s,
/// row, i)`, which does as those do for element i of each of the rows, but faster.
template <class Reducer, class T>
class row_chains {
 public:
  using state = typename Reducer::state;

  /// State i takes element i of each row; there are at most `max_rows`.
  GPU_HD static void take(state* s, std::ptrdiff_t rows, std::ptrdiff_t count, element_rows<T> x) {
    if (rows <= chain) return take_chain(s, rows, count, x);
    for (std::ptrdiff_t first = 0; first < count; first += strip)
      take_strip(s + first, rows, std::min(strip, count - first), x.from(first));
  }

 private:
  /// Rows that are put together before a state takes them: it is read and written once for all.
  static constexpr std::ptrdiff_t group = 8;
  static constexpr std::ptrdiff_t chain = 4 * group;
  /// States on the way are in the first cache.
  static constexpr std::ptrdiff_t strip = std::min<std::ptrdiff_t>(128, 2048 / sizeof(state));
  static constexpr std::size_t max_levels = 6;
  static_assert(max_rows <= chain << (max_levels - 1));

  GPU_HD static void take_chain(state* s, std::ptrdiff_t rows, std::ptrdiff_t count,
                                element_rows<T> x) {
    std::ptrdiff_t r = 0;
    for (; r + group <= rows; r += group) take_group<group>(s, count, x, r);
    for (; r + 2 <= rows; r += 2) take_group<2>(s, count, x, r);
    if (r < rows) take_group<1>(s, count, x, r);
  }

  template <std::ptrdiff_t Rows>
  GPU_HD static void take_group(state* s, std::ptrdiff_t count, element_rows<T> x,
                                std::ptrdiff_t first) {
    const T* row[Rows];
    for (std::ptrdiff_t r = 0; r < Rows; ++r) row[r] = x[first + r];
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
    for (std::ptrdiff_t i = 0; i < count; ++i) s[i] = taken<Rows>(s[i], row, i);
  }
  template <std::ptrdiff_t Rows>
  GPU_HD static state taken(const state& s, const T* const* row, std::ptrdiff_t i) {
    if constexpr (requires { Reducer::template take<Rows>(s, row, i); })
      return Reducer::template take<Rows>(s, row, i);
    else
      return Reducer::combine(s, combined<Rows>(row, i));
  }
  template <std::ptrdiff_t Rows>
  GPU_HD static state combined(const T* const* row, std::ptrdiff_t i) {
    if constexpr (Rows == 1)
      return Reducer::lift(row[0][i]);
    else
      return Reducer::combine(combined<Rows / 2>(row, i), combined<Rows / 2>(row + Rows / 2, i));
  }

  /// A counter of chains: level k has 2^k of them if the bit is set.
  GPU_HD static void take_strip(state* s, std::ptrdiff_t rows, std::ptrdiff_t count,
                                element_rows<T> x) {
    state memory[max_levels + 1][strip];
    state* levels[max_levels];
    for (std::size_t k = 0; k < max_levels; ++k) levels[k] = memory[k];
    state* own = memory[max_levels];
    std::size_t chains = 0;
    for (std::ptrdiff_t r = 0; r < rows; r += chain, ++chains) {
      for (std::ptrdiff_t i = 0; i < count; ++i) own[i] = Reducer::identity();
      take_chain(own, std::min(chain, rows - r), count, x.below(r));
      std::size_t level = 0;
      for (; (chains >> level & 1) != 0; ++level) {
        add(levels[level], own, count);
        std::swap(levels[level], own);
      }
      std::swap(levels[level], own);
    }
    own = nullptr;
    for (std::size_t level = 0; level < max_levels; ++level) {
      if ((chains >> level & 1) == 0) continue;
      if (own != nullptr) add(levels[level], own, count);
      own = levels[level];
    }
    add(s, own, count);
  }

  GPU_HD static void add(state* s, const state* others, std::ptrdiff_t count) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
    for (std::ptrdiff_t i = 0; i < count; ++i) s[i] = Reducer::combine(s[i], others[i]);
  }
};

}  // namespace gpu::execute::detail
