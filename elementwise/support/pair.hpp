// SPDX-License-Identifier: BSD-3-Clause
// What an op with two results returns.
#pragma once

#include <gpu/core/op_info.hpp>

namespace gpu::math {

template <class First, class Second>
struct pair {
  First first;
  Second second;
};

/// The functor that calls `Op`, and keeps one of its two results.
template <class Op, int Position>
struct component {
  template <class... T>
  GPU_HD constexpr auto operator()(T... x) const {
    const auto both = Op{}(x...);
    if constexpr (Position == 0)
      return both.first;
    else
      return both.second;
  }
};

}  // namespace gpu::math
