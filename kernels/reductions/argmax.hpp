// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/core/reduction_info.hpp>
#include <gpu/elementwise/support/order.hpp>

namespace gpu::reductions {

/// Position of the largest element: the first of equals; of the first nan if there is one. Operands
/// are the elements and their positions.
struct argmax {
  static constexpr reduction_info info{
      .name = "argmax",
      .loops =
          "?l->l bl->l Bl->l hl->l Hl->l il->l Il->l ll->l Ll->l el->l El->l fl->l dl->l "
          "Fl->l Dl->l",
      .empty = "argmax",
  };

  /// An element and its position; -1 for no element.
  template <class T>
  struct candidate {
    T value;
    long long position;
  };
  template <class Out, class T, class Position>
  using state = candidate<T>;

  template <class State>
  GPU_HD static constexpr State identity() {
    return {{}, -1};
  }
  template <class State, class T>
  GPU_HD static constexpr State lift(T value, long long position) {
    return {value, position};
  }
  template <class T>
  GPU_HD constexpr candidate<T> operator()(candidate<T> a, candidate<T> b) const {
    if (a.position < 0) return b;
    if (b.position < 0) return a;
    const bool nan_a = math::isnan(a.value);
    const bool nan_b = math::isnan(b.value);
    if (nan_a != nan_b) return nan_a ? a : b;
    const bool equal = nan_a || a.value == b.value;
    if (equal) return a.position < b.position ? a : b;
    return a.value > b.value ? a : b;
  }
  template <class Out, class T>
  GPU_HD static constexpr Out finish(candidate<T> best) {
    return best.position;
  }
};

}  // namespace gpu::reductions
