// SPDX-License-Identifier: BSD-3-Clause
// Normal numbers of uniform ones. float32 has functions of its own, without branches: in a branch
// neighbours of a run would not share what they have in common on the device, and the host computes
// many at once.
#pragma once

#include <gpu/elementwise/support/math.hpp>

namespace gpu::kernels {

/// The cosine, or the sine, of so many quarters of a turn, from 0 to 4. On the device without the
/// branches that functions of large angles have.
GPU_HD double cosine_or_sine(double quarters, bool is_sine) {
#ifdef __CUDA_ARCH__
  return is_sine ? ::sinpi(0.5 * quarters) : ::cospi(0.5 * quarters);
#else
  const double angle = 1.5707963267948966 * quarters;
  return is_sine ? math::sin(angle) : math::cos(angle);
#endif
}

/// x y + z, which only the device rounds once.
GPU_HD float multiply_add(float x, float y, float z) {
#ifdef __CUDA_ARCH__
  return ::fmaf(x, y, z);
#else
  return x * y + z;
#endif
}

/// a if the condition is true, else b: without a branch on the host, too.
GPU_HD float chosen(bool condition, float a, float b) {
#ifdef __CUDA_ARCH__
  return condition ? a : b;
#else
  const unsigned all = 0u - static_cast<unsigned>(condition);
  return __builtin_bit_cast(
      float, (__builtin_bit_cast(unsigned, a) & all) | (__builtin_bit_cast(unsigned, b) & ~all));
#endif
}

/// Within 1.2 units in the last place on the device, and 2.1 on the host: the nearest quarter of a
/// turn is taken off, and polynomials of the rest, which interpolate at Chebyshev's points, are
/// what neighbours of a run share.
GPU_HD float cosine_or_sine(float quarters, bool is_sine) {
  constexpr float integers = 0x1.8p23f;  // has no bits for fractions: a sum with it is rounded
  const float rounded = quarters + integers;
  const float x = quarters - (rounded - integers);
  const float y = x * x;
  float sine = multiply_add(0x1.4bc87cp-13f, y, -0x1.32ca9ep-8f);
  sine = multiply_add(multiply_add(sine, y, 0x1.466bbap-4f), y, -0x1.4abbcep-1f);
  sine = multiply_add(x, 0x1.921fb6p+0f, sine * y * x);
  float cosine = multiply_add(0x1.db64d6p-11f, y, -0x1.55cb98p-6f);
  cosine = multiply_add(multiply_add(cosine, y, 0x1.03c1eap-2f), y, -0x1.3bd3ccp+0f);
  cosine = multiply_add(cosine, y, 1.0f);
  // Cosine and sine of so many quarters more: (c, s), (-s, c), (-c, -s), (s, -c).
  const unsigned quadrant = __builtin_bit_cast(unsigned, rounded);
  const float value = chosen(((quadrant & 1) != 0) != is_sine, sine, cosine);
  const unsigned is_negative = (is_sine ? quadrant : quadrant + 1) & 2;
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, value) ^ is_negative << 30);
}

/// The square root of 0, or of a number that is neither tiny nor huge. On the device without the
/// branch for others, in which neighbours of a run would share nothing: a step of Newton's method
/// from an approximation, which is rounded correctly (P. Markstein, "Computation of elementary
/// functions on the IBM RISC System/6000 processor", 1990).
GPU_HD float root_of_common(float x) {
#ifdef __CUDA_ARCH__
  float inverse;  // rsqrtf of what is not tiny
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(::fmaxf(x, 0x1p-64f)));
  const float root = x * inverse;
  return ::fmaf(::fmaf(-root, root, x), 0.5f * inverse, root);
#else
  return math::sqrt(x);
#endif
}
GPU_HD double root_of_common(double x) {
  return math::sqrt(x);
}

/// The logarithm of a number of (0, 1] that is not tiny. In float32 within a unit in the last place
/// on the device, and 1.1 on the host: of 2^k m with 2/3 <= m < 4/3 it is k log 2 and a polynomial
/// of m - 1, which interpolates at Chebyshev's points.
GPU_HD float log_of_common(float u) {
  const int bits = __builtin_bit_cast(int, u);
  const int exponent = (bits - 0x3f2aaaab) & static_cast<int>(0xff800000);  // 2/3 is 0x3f2aaaab
  const float x = __builtin_bit_cast(float, bits - exponent) - 1;
  float sum = multiply_add(-0x1.04cba2p-3f, x, 0x1.19bbe2p-3f);
  sum = multiply_add(multiply_add(sum, x, -0x1.f483fap-4f), x, 0x1.1fd494p-3f);
  sum = multiply_add(multiply_add(sum, x, -0x1.55913ep-3f), x, 0x1.99bffep-3f);
  sum = multiply_add(multiply_add(sum, x, -0x1.ffff28p-3f), x, 0x1.55552cp-2f);
  sum = multiply_add(sum, x, -0.5f);
  sum = multiply_add(x * sum, x, x);
  return multiply_add(static_cast<float>(exponent), 0x1.62e43p-24f, sum);  // log 2 / 2^23
}
GPU_HD double log_of_common(double u) {
  return math::log(u);
}

/// Two independent normal numbers from numbers of (0, 1] and [0, 4). G. E. P. Box, M. E. Muller, "A
/// note on the generation of random normal deviates", 1958. The second one is wanted of odd
/// elements.
template <class R>
GPU_HD R normal_of(R u, R quarters, bool is_second) {
  return root_of_common(R(-2) * log_of_common(u)) * cosine_or_sine(quarters, is_second);
}

}  // namespace gpu::kernels
