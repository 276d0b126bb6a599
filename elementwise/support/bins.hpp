// SPDX-License-Identifier: BSD-3-Clause
// In which bin an element falls: searches among edges, with NumPy's order and rounding.
#pragma once

#include <gpu/elementwise/support/cast.hpp>

namespace gpu::math {

/// Whether x comes before y: nans come last.
template <class T>
GPU_HD constexpr bool sorts_before(T x, T y) {
  return x < y || (isnan(y) && !isnan(x));
}

/// How many of `count` ascending edges come before x; those equal to it as well if `inclusive`.
/// `numpy.searchsorted`.
template <class T, class Edges>
GPU_HD long long edges_before(T x, const Edges& edges, long long count, bool inclusive) {
  long long low = 0;
  long long high = count;
  while (low < high) {
    const long long middle = low + (high - low) / 2;
    const T edge = T(edges[middle]);
    if (inclusive ? !sorts_before(x, edge) : sorts_before(edge, x))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The bin of x between ascending edges, the last of which belongs to the last bin; -1 outside.
template <class T, class Edges>
GPU_HD long long bin_between(T x, const Edges& edges, long long bins) {
  const T last = T(edges[bins]);
  if (isnan(x) || sorts_before(last, x)) return -1;
  const long long bin = edges_before(x, edges, bins + 1, true) - 1;
  return bin < bins ? bin : bins - 1;
}

/// The bin of x, between the first and the last edge, among bins of one width: computed in `Wide`,
/// in which `span` is the width of all of them.
template <class Wide, class T, class Edges>
GPU_HD long long uniform_bin(T x, Wide span, const Edges& edges, long long bins) {
  const T first = T(edges[0]);
  const Wide part = Wide(cast<Wide>(T(x - first)) / span);
  long long bin = cast<long long>(Wide(part * cast<Wide>(bins)));
  if (bin == bins) --bin;
  // The quotient was rounded: edges decide. Where it overflowed, NumPy would look beyond them.
  if (bin < 0 || bin >= bins) return bin_between(x, edges, bins);
  if (bin > 0 && x < T(edges[bin])) --bin;
  if (bin != bins - 1 && x >= T(edges[bin + 1])) ++bin;
  return bin;
}

/// The same for any x; -1 outside.
template <class Wide, class T, class Edges>
GPU_HD long long uniform_bin_of(T x, Wide span, const Edges& edges, long long bins) {
  const bool is_inside = x >= T(edges[0]) && x <= T(edges[bins]);
  return is_inside ? uniform_bin(x, span, edges, bins) : -1;
}

}  // namespace gpu::math
