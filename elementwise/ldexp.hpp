// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/device_forms.hpp>

namespace gpu::ops {

/// x times 2 to the power n, rounded once.
struct ldexp {
  static constexpr op_info info{
      .name = "ldexp",
      .loops = "ei->e Ei->E fi->f el->e El->E fl->f di->d dl->d",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  template <class T, class Integer>
  GPU_HD T operator()(T x, Integer n) const {
    // Beyond this every number is 0 or infinite.
    const Integer limit = 100000;
    const Integer power = n > limit ? limit : n < -limit ? -limit : n;
    return math::ldexp(x, static_cast<int>(power));
  }
};

}  // namespace gpu::ops
