// SPDX-License-Identifier: BSD-3-Clause
// Normal numbers of uniform ones. On the device float32 has functions of its own, without branches:
// in a branch neighbours of a run would not share what they have in common.
#pragma once

#include <gpu/elementwise/support/math.hpp>

namespace gpu::kernels {

/// The cosine of 2 pi v, or the sine, for 0 <= v < 1. On the device without the branches that
/// functions of large angles have.
GPU_HD double turned(double v, bool is_sine) {
#ifdef __CUDA_ARCH__
  return is_sine ? ::sinpi(v + v) : ::cospi(v + v);
#else
  const double angle = 6.283185307179586 * v;
  return is_sine ? math::sin(angle) : math::cos(angle);
#endif
}
/// On the device without a branch, within 1.2 units in the last place: the nearest quarter of a
/// turn is taken off, and polynomials of the rest, which interpolate at Chebyshev's points, are
/// what neighbours of a run share.
GPU_HD float turned(float v, bool is_sine) {
#ifdef __CUDA_ARCH__
  constexpr float integers = 0x1.8p23f;  // has no bits for fractions: a sum with it is rounded
  const float quarters = v * 4;
  const float rounded = quarters + integers;
  const float x = quarters - (rounded - integers);
  const float y = x * x;
  float sine = ::fmaf(0x1.4bc87cp-13f, y, -0x1.32ca9ep-8f);
  sine = ::fmaf(::fmaf(sine, y, 0x1.466bbap-4f), y, -0x1.4abbcep-1f);
  sine = ::fmaf(x, 0x1.921fb6p+0f, sine * y * x);
  float cosine = ::fmaf(0x1.db64d6p-11f, y, -0x1.55cb98p-6f);
  cosine = ::fmaf(::fmaf(cosine, y, 0x1.03c1eap-2f), y, -0x1.3bd3ccp+0f);
  cosine = ::fmaf(cosine, y, 1.0f);
  // Turned on by so many quarters: (c, s), (-s, c), (-c, -s), (s, -c).
  const int turns = __float_as_int(rounded);
  const float value = ((turns & 1) != 0) != is_sine ? sine : cosine;
  const unsigned is_negative = static_cast<unsigned>(is_sine ? turns : turns + 1) & 2u;
  return __int_as_float(__float_as_int(value) ^ static_cast<int>(is_negative << 30));
#else
  return static_cast<float>(turned(static_cast<double>(v), is_sine));
#endif
}

/// The square root of 0, or of a number that is neither tiny nor huge. On the device without the
/// branch for others, in which neighbours of a run would share nothing: a step of Newton's method
/// from an approximation, which is rounded correctly (P. Markstein, "Computation of elementary
/// functions on the IBM RISC System/6000 processor", 1990).
GPU_HD float root_of_common(float x) {
#ifdef __CUDA_ARCH__
  const float inverse = ::rsqrtf(::fmaxf(x, 0x1p-64f));
  const float root = x * inverse;
  return ::fmaf(::fmaf(-root, root, x), 0.5f * inverse, root);
#else
  return math::sqrt(x);
#endif
}
GPU_HD double root_of_common(double x) {
  return math::sqrt(x);
}

/// The logarithm of a number of (0, 1] that is not tiny. In float32 on the device without branches,
/// within a unit in the last place: of 2^k m with 2/3 <= m < 4/3 it is k log 2 and a polynomial of
/// m - 1, which interpolates at Chebyshev's points.
GPU_HD float log_of_common(float u) {
#ifdef __CUDA_ARCH__
  const int bits = __float_as_int(u);
  const int exponent = (bits - 0x3f2aaaab) & static_cast<int>(0xff800000);  // 2/3 is 0x3f2aaaab
  const float x = __int_as_float(bits - exponent) - 1;
  constexpr float coefficients[] = {-0x1.04cba2p-3f, 0x1.19bbe2p-3f,  -0x1.f483fap-4f,
                                    0x1.1fd494p-3f,  -0x1.55913ep-3f, 0x1.99bffep-3f,
                                    -0x1.ffff28p-3f, 0x1.55552cp-2f,  -0.5f};
  float sum = coefficients[0];
  for (int i = 1; i < 9; ++i) sum = ::fmaf(sum, x, coefficients[i]);
  sum = ::fmaf(x * sum, x, x);
  return ::fmaf(static_cast<float>(exponent) * 0x1p-23f, 0x1.62e43p-1f, sum);
#else
  return math::log(u);
#endif
}
GPU_HD double log_of_common(double u) {
  return math::log(u);
}

/// Two independent normal numbers from numbers of (0, 1] and [0, 1). G. E. P. Box, M. E. Muller, "A
/// note on the generation of random normal deviates", 1958. The second one is wanted of odd
/// elements.
template <class R>
GPU_HD R normal_of(R u, R v, bool is_second) {
  return root_of_common(R(-2) * log_of_common(u)) * turned(v, is_second);
}

}  // namespace gpu::kernels
