// SPDX-License-Identifier: BSD-3-Clause
// Tells g++ that glibc's libmvec has these functions for whole vectors, so that loops which call
// them are vectorised without giving up IEEE elsewhere. Only for files that hold loops.
#pragma once

#include <cmath>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#if __GLIBC_PREREQ(2, 35)

// clang-format off
extern "C" {
[[gnu::simd("notinbranch")]] float acosf(float) noexcept;
[[gnu::simd("notinbranch")]] double acos(double) noexcept;
[[gnu::simd("notinbranch")]] float acoshf(float) noexcept;
[[gnu::simd("notinbranch")]] double acosh(double) noexcept;
[[gnu::simd("notinbranch")]] float asinf(float) noexcept;
[[gnu::simd("notinbranch")]] double asin(double) noexcept;
[[gnu::simd("notinbranch")]] float asinhf(float) noexcept;
[[gnu::simd("notinbranch")]] double asinh(double) noexcept;
[[gnu::simd("notinbranch")]] float atanf(float) noexcept;
[[gnu::simd("notinbranch")]] double atan(double) noexcept;
[[gnu::simd("notinbranch")]] float atan2f(float, float) noexcept;
[[gnu::simd("notinbranch")]] double atan2(double, double) noexcept;
[[gnu::simd("notinbranch")]] float atanhf(float) noexcept;
[[gnu::simd("notinbranch")]] double atanh(double) noexcept;
[[gnu::simd("notinbranch")]] float cbrtf(float) noexcept;
[[gnu::simd("notinbranch")]] double cbrt(double) noexcept;
[[gnu::simd("notinbranch")]] float cosf(float) noexcept;
[[gnu::simd("notinbranch")]] double cos(double) noexcept;
[[gnu::simd("notinbranch")]] float coshf(float) noexcept;
[[gnu::simd("notinbranch")]] double cosh(double) noexcept;
[[gnu::simd("notinbranch")]] float erff(float) noexcept;
[[gnu::simd("notinbranch")]] double erf(double) noexcept;
[[gnu::simd("notinbranch")]] float erfcf(float) noexcept;
[[gnu::simd("notinbranch")]] double erfc(double) noexcept;
[[gnu::simd("notinbranch")]] float expf(float) noexcept;
[[gnu::simd("notinbranch")]] double exp(double) noexcept;
[[gnu::simd("notinbranch")]] float exp2f(float) noexcept;
[[gnu::simd("notinbranch")]] double exp2(double) noexcept;
[[gnu::simd("notinbranch")]] float expm1f(float) noexcept;
[[gnu::simd("notinbranch")]] double expm1(double) noexcept;
[[gnu::simd("notinbranch")]] float hypotf(float, float) noexcept;
[[gnu::simd("notinbranch")]] double hypot(double, double) noexcept;
[[gnu::simd("notinbranch")]] float logf(float) noexcept;
[[gnu::simd("notinbranch")]] double log(double) noexcept;
[[gnu::simd("notinbranch")]] float log10f(float) noexcept;
[[gnu::simd("notinbranch")]] double log10(double) noexcept;
[[gnu::simd("notinbranch")]] float log1pf(float) noexcept;
[[gnu::simd("notinbranch")]] double log1p(double) noexcept;
[[gnu::simd("notinbranch")]] float log2f(float) noexcept;
[[gnu::simd("notinbranch")]] double log2(double) noexcept;
[[gnu::simd("notinbranch")]] float powf(float, float) noexcept;
[[gnu::simd("notinbranch")]] double pow(double, double) noexcept;
[[gnu::simd("notinbranch")]] float sinf(float) noexcept;
[[gnu::simd("notinbranch")]] double sin(double) noexcept;
[[gnu::simd("notinbranch")]] float sinhf(float) noexcept;
[[gnu::simd("notinbranch")]] double sinh(double) noexcept;
[[gnu::simd("notinbranch")]] float tanf(float) noexcept;
[[gnu::simd("notinbranch")]] double tan(double) noexcept;
[[gnu::simd("notinbranch")]] float tanhf(float) noexcept;
[[gnu::simd("notinbranch")]] double tanh(double) noexcept;
}
// clang-format on

#endif
#endif
