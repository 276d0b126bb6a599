// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/elementwise/support/classify.hpp>
#include <gpu/elementwise/support/pair.hpp>

namespace gpu::ops {

/// The mantissa, of magnitude 0.5 to 1, and the int32 exponent with x = mantissa * 2^exponent.
///
///     x           +-0    +-inf    nan
///     mantissa    x      x        nan
///     exponent    0      0        0
struct frexp {
  static constexpr op_info info{
      .name = "frexp",
      .loops = "e->ei E->Ei f->fi d->di",
      .domain = {-1e3, 1e3},
      .max_ulp = 0,
  };

  GPU_HD constexpr math::pair<float, int> operator()(float x) const {
    const bool tiny = math::absolute(x) < math::smallest<float>;
    const float normal = tiny ? x * 0x1p24f : x;
    const unsigned bits = bit_cast<unsigned>(normal);
    const int exponent = static_cast<int>(bits >> 23 & 0xff) - 126 - (tiny ? 24 : 0);
    const bool splits = math::isfinite(x) && x != 0;
    return {splits ? bit_cast<float>((bits & 0x807fffffu) | 0x3f000000u) : x,
            splits ? exponent : 0};
  }
  GPU_HD constexpr math::pair<double, int> operator()(double x) const {
    const bool tiny = math::absolute(x) < math::smallest<double>;
    const double normal = tiny ? x * 0x1p54 : x;
    const unsigned long long bits = bit_cast<unsigned long long>(normal);
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1022 - (tiny ? 54 : 0);
    const bool splits = math::isfinite(x) && x != 0;
    const unsigned long long half = (bits & 0x800fffffffffffffull) | 0x3fe0000000000000ull;
    return {splits ? bit_cast<double>(half) : x, splits ? exponent : 0};
  }
  template <half_element T>
  GPU_HD constexpr math::pair<T, int> operator()(T x) const {
    const math::pair<float, int> both = (*this)(static_cast<float>(x));
    return {T(both.first), both.second};
  }
};

}  // namespace gpu::ops
