// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::ops {

struct reciprocal;

/// `x / y`, always inexact: integers are divided as float64. Complex by Smith's method.
struct divide {
  static constexpr op_info info{
      .name = "divide",
      .loops = "ee->e EE->E ff->f dd->d FF->F DD->D",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
      .aliases = "true_divide",
      .integers_as_float64 = true,
  };

  using cases = number_cases<number_case<reciprocal, 2, 0>>;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return x / y;
  }
};

}  // namespace gpu::ops
