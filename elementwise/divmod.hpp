// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/division.hpp>
#include <gpu/elementwise/support/integer.hpp>
#include <gpu/elementwise/support/pair.hpp>

namespace gpu::ops {

/// floor_divide(x, y) and remainder(x, y), of one division.
///
///     x                y         quotient         remainder
///     integer          0         0                0
///     least integer    -1        wraps to x       0
///     real             0         x / y            nan
///     finite           +-inf     0 or -1          x if the signs agree, else y
///     +-inf            any       nan              nan
struct divmod {
  static constexpr op_info info{
      .name = "divmod",
      .loops =
          "bb->bb BB->BB hh->hh HH->HH ii->ii II->II ll->ll LL->LL ee->ee EE->EE ff->ff dd->dd",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .code_size = 4,
  };

  template <integral_element T>
  GPU_HD constexpr math::pair<T, T> operator()(T x, T y) const {
    return {math::floor_divide(x, y), math::remainder(x, y)};
  }
  template <real_element T>
  GPU_HD constexpr math::pair<T, T> operator()(T x, T y) const {
    const math::floored_division<computed<T>> both(x, y);
    return {T(both.quotient), T(both.remainder)};
  }
};

}  // namespace gpu::ops
