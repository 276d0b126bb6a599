// SPDX-License-Identifier: BSD-3-Clause
// C's mathematical functions of integers and of mixed types, for the text of user kernels: both
// compilers then find the same functions with the same types of results.
#pragma once

#include <gpu/elementwise/support/c_names.hpp>
#include <gpu/elementwise/support/device_forms.hpp>

namespace gpu::c_math {

template <class T>
concept number = integral_element<T> || real_element<T>;

template <class T>
struct widened {
  using type = double;
};
template <>
struct widened<float> {
  using type = float;
};
template <half_element T>
struct widened<T> {
  using type = float;
};
/// double, unless all are float or narrower floating-point types.
template <class... T>
using real_result = decltype((typename widened<T>::type() + ...));

template <number A>
GPU_HD real_result<A> exp(A x) {
  return ::exp(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> exp2(A x) {
  return ::exp2(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> expm1(A x) {
  return ::expm1(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> log(A x) {
  return ::log(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> log2(A x) {
  return ::log2(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> log10(A x) {
  return ::log10(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> log1p(A x) {
  return ::log1p(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> sqrt(A x) {
  return ::sqrt(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> cbrt(A x) {
  return ::cbrt(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> sin(A x) {
  return ::sin(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> cos(A x) {
  return ::cos(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> tan(A x) {
  return ::tan(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> asin(A x) {
  return ::asin(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> acos(A x) {
  return ::acos(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> atan(A x) {
  return ::atan(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> sinh(A x) {
  return ::sinh(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> cosh(A x) {
  return ::cosh(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> tanh(A x) {
  return ::tanh(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> asinh(A x) {
  return ::asinh(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> acosh(A x) {
  return ::acosh(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> atanh(A x) {
  return ::atanh(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> floor(A x) {
  return ::floor(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> ceil(A x) {
  return ::ceil(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> trunc(A x) {
  return ::trunc(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> rint(A x) {
  return ::rint(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> nearbyint(A x) {
  return ::nearbyint(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> round(A x) {
  return ::round(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> fabs(A x) {
  return ::fabs(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> erf(A x) {
  return ::erf(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> erfc(A x) {
  return ::erfc(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> tgamma(A x) {
  return ::tgamma(static_cast<real_result<A>>(x));
}
template <number A>
GPU_HD real_result<A> lgamma(A x) {
  return ::lgamma(static_cast<real_result<A>>(x));
}
template <number A, number B>
GPU_HD real_result<A, B> fmod(A x, B y) {
  return ::fmod(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> hypot(A x, B y) {
  return ::hypot(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> atan2(A x, B y) {
  return ::atan2(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> copysign(A x, B y) {
  return ::copysign(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> nextafter(A x, B y) {
  return ::nextafter(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> fmax(A x, B y) {
  return ::fmax(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> fmin(A x, B y) {
  return ::fmin(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> fdim(A x, B y) {
  return ::fdim(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
template <number A, number B>
GPU_HD real_result<A, B> pow(A x, B y) {
  return ::pow(static_cast<real_result<A, B>>(x), static_cast<real_result<A, B>>(y));
}
/// As CUDA has it: a float to an integer power is a float.
template <real_element A, integral_element B>
GPU_HD real_result<A> pow(A x, B y) {
  return ::pow(static_cast<real_result<A>>(x), static_cast<real_result<A>>(y));
}
#ifndef __CUDACC_RTC__
inline float rsqrt(float x) {
  return 1 / ::sqrtf(x);
}
inline float rsqrtf(float x) {
  return 1 / ::sqrtf(x);
}
inline double rsqrt(double x) {
  return 1 / ::sqrt(x);
}
#else
template <number A>
GPU_HD real_result<A> rsqrt(A x) {
  return ::rsqrt(static_cast<real_result<A>>(x));
}
#endif

template <integral_element A>
GPU_HD bool isnan(A) {
  return false;
}
template <integral_element A>
GPU_HD bool isinf(A) {
  return false;
}
template <integral_element A>
GPU_HD bool isfinite(A) {
  return true;
}

/// In the common type of the operands; of a nan and a number the number, as C's fmax.
template <number A, number B>
GPU_HD auto max(A x, B y) {
  using common = decltype(x + y);
  if constexpr (integral_element<common>)
    return static_cast<common>(x) < static_cast<common>(y) ? static_cast<common>(y)
                                                           : static_cast<common>(x);
  else
    return ::fmax(static_cast<common>(x), static_cast<common>(y));
}
template <number A, number B>
GPU_HD auto min(A x, B y) {
  using common = decltype(x + y);
  if constexpr (integral_element<common>)
    return static_cast<common>(y) < static_cast<common>(x) ? static_cast<common>(y)
                                                           : static_cast<common>(x);
  else
    return ::fmin(static_cast<common>(x), static_cast<common>(y));
}
template <number A>
GPU_HD auto abs(A x) {
  using promoted = decltype(+x);
  if constexpr (real_element<promoted>)
    return ::fabs(static_cast<promoted>(x));
  else
    return x < 0 ? static_cast<promoted>(-static_cast<promoted>(x)) : static_cast<promoted>(x);
}

}  // namespace gpu::c_math
