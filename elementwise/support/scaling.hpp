// SPDX-License-Identifier: BSD-3-Clause
// Products with powers of two, rounded once.
#pragma once

#include <gpu/elementwise/support/element.hpp>

namespace gpu::math {

#ifndef __CUDA_ARCH__
namespace detail {

/// 2 to a power from -1022 to 1023.
GPU_HD constexpr double power_of_two(int power) {
  return bit_cast<double>(static_cast<unsigned long long>(power + 1023) << 52);
}

GPU_HD constexpr int limited(int power, int limit) {
  return power > limit ? limit : power < -limit ? -limit : power;
}

}  // namespace detail
#endif

/// The host's own functions have no form for whole vectors. In float64 the product is exact.
GPU_HD float ldexp(float x, int power) {
#ifdef __CUDA_ARCH__
  return ::ldexpf(x, power);
#else
  return static_cast<float>(x * detail::power_of_two(detail::limited(power, 500)));
#endif
}
GPU_HD double ldexp(double x, int power) {
#ifdef __CUDA_ARCH__
  return ::ldexp(x, power);
#else
  // A power of two that is no float64 is three. A product that lost digits was scaled down, and the
  // next makes 0 of it, so that none is rounded twice.
  const int all = detail::limited(power, 2100);
  const int share = all > 1022 || all < -1022 ? 3 * (all >> 3) : 0;
  const double third = detail::power_of_two(share);
  return x * detail::power_of_two(all - 2 * share) * third * third;
#endif
}
/// The product is exact in float64, or too small or large for any half to be near.
template <half_element T>
GPU_HD T ldexp(T x, int power) {
#ifdef __CUDA_ARCH__
  return T(::ldexp(static_cast<double>(static_cast<float>(x)), power));
#else
  return T(static_cast<float>(x) * detail::power_of_two(detail::limited(power, 500)));
#endif
}

}  // namespace gpu::math
