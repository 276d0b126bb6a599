// SPDX-License-Identifier: BSD-3-Clause
// Searches among sorted elements, and where the first of equal ones are.
#pragma once

#include <gpu/elementwise/support/sort_key.hpp>
#include <gpu/kernels/primitives/functor_info.hpp>

namespace gpu::kernels {

/// How many of `count` elements, sorted in NumPy's order, come before x; if `right`, those equal to
/// it as well.
template <class T>
GPU_HD long long sorted_before(T x, const array_at<T>& sorted, long long count, bool right) {
  long long low = 0;
  long long high = count;
  while (low < high) {
    const long long middle = low + (high - low) / 2;
    const T element = sorted[middle];
    if (right ? !math::precedes(x, element) : math::precedes(element, x))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The same of elements that are `step` apart in memory.
template <class T>
struct searchsorted {
  static constexpr functor_info info{
      .name = "searchsorted", .file = "search", .weight = unbounded_weight};

  GPU_HD long long operator()(T x, long long sorted, long long step, long long count,
                              bool right) const {
    return sorted_before(x, array_at<T>(sorted, step), count, right);
  }
};

/// Whether x is equal to one of `count` sorted elements; the opposite if `invert`.
template <class T>
struct is_in {
  static constexpr functor_info info{.name = "is_in", .file = "search", .weight = unbounded_weight};

  GPU_HD bool operator()(T x, array_at<T> sorted, long long count, bool invert) const {
    const long long place = sorted_before(x, sorted, count, false);
    return (place < count && T(sorted[place]) == x) != invert;
  }
};

/// Whether row i, in the order that the indices at the address `order` give (0: as they lie),
/// differs from the one before it. Rows have `columns` elements.
template <class T>
struct starts_run {
  static constexpr functor_info info{
      .name = "starts_run", .file = "search", .weight = unbounded_weight};

  GPU_HD bool operator()(long long i, array_at<T> rows, long long order, long long columns,
                         bool equal_nan) const {
    if (i == 0) return true;
    const array_at<long long> row(order);
    const long long here = (order == 0 ? i : row[i]) * columns;
    const long long before = (order == 0 ? i - 1 : row[i - 1]) * columns;
    for (long long k = 0; k < columns; ++k) {
      const T x = rows[here + k];
      const T y = rows[before + k];
      if (!(x == y) && !(equal_nan && math::isnan(x) && math::isnan(y))) return true;
    }
    return false;
  }
};

}  // namespace gpu::kernels
