// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/complex_pow.hpp>
#include <gpu/elementwise/support/integer.hpp>

namespace gpu::ops {

struct positive;
struct reciprocal;
struct sqrt;
struct square;

/// x to the power y. Integers wrap; a negative power of an integer is the integer part of 1 / x^|y|
/// (NumPy raises), and of 0 it is 0.
///
///     x      any    1      0      0      -1      |x| < 1    |x| > 1    x < 0
///     y      0      any    > 0    < 0    +-inf   +inf       +inf       not integral
///     pow    1      1      0      inf    1       0          inf        nan
///
/// As in NumPy a number 0.5 as the power gives the square root, which of -0 is -0 and of -inf nan.
struct power {
  static constexpr op_info info{
      .name = "power",
      .loops = loops::numeric_pair,
      .domain = {-10, 10},
      .max_ulp = 5,
      .complex_ulp = 340,  // grows with |y log x|
      .complex_smallest = 1e-4,
      .c_names = "pow",
      .complex_code_size = 32,
  };

  using cases = number_cases<number_case<square, 4>, number_case<positive, 2>, number_case<sqrt, 1>,
                             number_case<reciprocal, -2>>;

  template <class T>
  GPU_HD constexpr T operator()(T x, T y) const {
    return math::pow(x, y);
  }
};

}  // namespace gpu::ops
