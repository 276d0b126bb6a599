// SPDX-License-Identifier: BSD-3-Clause
// IEEE binary16. Compiled by the host compiler and by NVRTC, which has no header here.
#pragma once

#include <gpu/core/bits.hpp>
#include <gpu/core/host_device.hpp>

#ifndef __CUDACC_RTC__
#include <gpu/core/half_limits.hpp>
#endif

namespace gpu {

/// IEEE half precision, NumPy's `float16`. Converts to float implicitly, as a wider type;
/// arithmetic is done in float32 and rounded once, to nearest even.
class float16 {
 public:
  float16() = default;

  GPU_HD explicit constexpr float16(float x) : bits_(round(x)) {}
  /// Rounds once, not by way of float32.
  GPU_HD explicit constexpr float16(double x) : bits_(round(round_to_odd(x))) {}
  /// By way of float32, as NumPy casts integers.
  template <class Integer>
  requires requires(Integer x) { x % x; }
  GPU_HD explicit constexpr float16(Integer x) : float16(static_cast<float>(x)) {}

  GPU_HD static constexpr float16 from_bits(unsigned short bits) {
    float16 x;
    x.bits_ = bits;
    return x;
  }
  GPU_HD constexpr unsigned short bits() const { return bits_; }

  GPU_HD constexpr operator float() const { return widen(bits_); }

  GPU_HD constexpr float16& operator+=(float y) { return *this = float16(float(*this) + y); }
  GPU_HD constexpr float16& operator-=(float y) { return *this = float16(float(*this) - y); }
  GPU_HD constexpr float16& operator*=(float y) { return *this = float16(float(*this) * y); }
  GPU_HD constexpr float16& operator/=(float y) { return *this = float16(float(*this) / y); }

 private:
  GPU_HD static constexpr unsigned short round(float x) {
#ifdef __CUDA_ARCH__
    if (!__builtin_is_constant_evaluated()) {
      // By the form for two numbers: ptxas 13.0 forgets masks on what the other form gives, in
      // every second lane of a vector.
#if __CUDA_ARCH__ >= 800
      unsigned pair;
      asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(0.0f), "f"(x));
      return static_cast<unsigned short>(pair);
#else
      unsigned short h;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
      unsigned whole = h;
      asm("prmt.b32 %0, %0, 0, 0x4410;" : "+r"(whole));
      return static_cast<unsigned short>(whole);
#endif
    }
#endif
    const unsigned u = bit_cast<unsigned>(x);
    const unsigned magnitude = u & 0x7fffffffu;
    // Adding 0.5 leaves the denormal result, rounded by the addition, in the last bits of the sum.
    const unsigned tiny = bit_cast<unsigned>(bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
    const unsigned normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
    const unsigned special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
    const unsigned finite = magnitude < 0x38800000u ? tiny : normal;
    return static_cast<unsigned short>((magnitude >= 0x47800000u ? special : finite) |
                                       ((u >> 16) & 0x8000u));
  }

  GPU_HD static constexpr float widen(unsigned short h) {
#ifdef __CUDA_ARCH__
    if (!__builtin_is_constant_evaluated()) {
      float x;
      asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
      return x;
    }
#endif
    const unsigned magnitude = (h & 0x7fffu) << 13;
    // 2^112 corrects the exponent's bias, and makes denormals normal.
    const unsigned finite = bit_cast<unsigned>(bit_cast<float>(magnitude) * 0x1p112f);
    const unsigned special = magnitude | 0x7f800000u;
    return bit_cast<float>((magnitude >= 0x0f800000u ? special : finite) | (h & 0x8000u) << 16);
  }

  unsigned short bits_;
};

GPU_HD constexpr float16 operator+(float16 x) {
  return x;
}
GPU_HD constexpr float16 operator-(float16 x) {
  return float16::from_bits(static_cast<unsigned short>(x.bits() ^ 0x8000u));
}
// On a device the instructions for 16 bits give the same bits as float32 rounded once, for every
// pair of numbers, since float32 has more than twice as many; and two lanes of a vector share one.
GPU_HD constexpr float16 operator+(float16 x, float16 y) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) {
    unsigned short r;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(x.bits()), "h"(y.bits()));
    return float16::from_bits(r);
  }
#endif
  return float16(float(x) + float(y));
}
GPU_HD constexpr float16 operator-(float16 x, float16 y) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) {
    unsigned short r;
    asm("sub.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(x.bits()), "h"(y.bits()));
    return float16::from_bits(r);
  }
#endif
  return float16(float(x) - float(y));
}
GPU_HD constexpr float16 operator*(float16 x, float16 y) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) {
    unsigned short r;
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(x.bits()), "h"(y.bits()));
    return float16::from_bits(r);
  }
#endif
  return float16(float(x) * float(y));
}
// Quotients: a quotient of numbers of 11 bits is more than 2^-23 of itself away from any at which
// rounding changes, so a float that is nearer to it will do. It is that of a reciprocal that may be
// wrong in its last bit, corrected by its remainder, which is exact (Markstein, "Computation of
// elementary functions on the IBM RISC System/6000 processor", 1990). Halves divide without its
// overflow or underflow; of zero, infinity and nan the quotient is right at once, and no remainder
// is a number but 0. IEEE division has a branch for those, past which compilers move nothing.
GPU_HD constexpr float16 operator/(float16 x, float16 y) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) {
    const float divisor = y;
    const float dividend = x;
    float inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(divisor));
    const float quotient = dividend * inverse;
    float remainder;
    asm("fma.rn.f32 %0, %1, %2, %3;"
        : "=f"(remainder)
        : "f"(-divisor), "f"(quotient), "f"(dividend));
    float corrected;
    asm("fma.rn.f32 %0, %1, %2, %3;"
        : "=f"(corrected)
        : "f"(remainder), "f"(inverse), "f"(quotient));
    const bool is_inexact = remainder < 0.0f || remainder > 0.0f;
    return float16(is_inexact ? corrected : quotient);
  }
#endif
  return float16(float(x) / float(y));
}

}  // namespace gpu

#ifndef __CUDACC_RTC__
/// `digits10` and the like count decimal digits.
template <>
class std::numeric_limits<gpu::float16> : public gpu::detail::half_limits {
  using f16 = gpu::float16;

 public:
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;

  static constexpr f16 min() noexcept { return f16::from_bits(0x0400); }
  static constexpr f16 lowest() noexcept { return f16::from_bits(0xfbff); }
  static constexpr f16 max() noexcept { return f16::from_bits(0x7bff); }
  static constexpr f16 epsilon() noexcept { return f16::from_bits(0x1400); }
  static constexpr f16 round_error() noexcept { return f16::from_bits(0x3800); }
  static constexpr f16 infinity() noexcept { return f16::from_bits(0x7c00); }
  static constexpr f16 quiet_NaN() noexcept { return f16::from_bits(0x7e00); }
  static constexpr f16 signaling_NaN() noexcept { return f16::from_bits(0x7d00); }
  static constexpr f16 denorm_min() noexcept { return f16::from_bits(0x0001); }
};
#endif
