// SPDX-License-Identifier: BSD-3-Clause
// bfloat16: the upper half of a float32. Compiled by the host compiler and by NVRTC, which has no
// header here.
#pragma once

#include <gpu/core/bits.hpp>
#include <gpu/core/host_device.hpp>

#ifndef __CUDACC_RTC__
#include <gpu/core/half_limits.hpp>
#endif

namespace gpu {

/// Eight bits of precision with the range of float32. Converts to float implicitly, as a wider
/// type; arithmetic is done in float32 and rounded once, to nearest even.
class bfloat16 {
 public:
  bfloat16() = default;

  GPU_HD explicit constexpr bfloat16(float x) : bits_(round(x)) {}
  /// Rounds once, not by way of float32.
  GPU_HD explicit constexpr bfloat16(double x) : bits_(round(round_to_odd(x))) {}
  /// By way of float32, as NumPy casts integers to float16.
  template <class Integer>
  requires requires(Integer x) { x % x; }
  GPU_HD explicit constexpr bfloat16(Integer x) : bfloat16(static_cast<float>(x)) {}

  GPU_HD static constexpr bfloat16 from_bits(unsigned short bits) {
    bfloat16 x;
    x.bits_ = bits;
    return x;
  }
  GPU_HD constexpr unsigned short bits() const { return bits_; }

  GPU_HD constexpr operator float() const { return widen(bits_); }

  GPU_HD constexpr bfloat16& operator+=(float y) { return *this = bfloat16(float(*this) + y); }
  GPU_HD constexpr bfloat16& operator-=(float y) { return *this = bfloat16(float(*this) - y); }
  GPU_HD constexpr bfloat16& operator*=(float y) { return *this = bfloat16(float(*this) * y); }
  GPU_HD constexpr bfloat16& operator/=(float y) { return *this = bfloat16(float(*this) / y); }

 private:
  GPU_HD static constexpr unsigned short round(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if (!__builtin_is_constant_evaluated()) {
      unsigned pair;  // as in float16
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(0.0f), "f"(x));
      return static_cast<unsigned short>(pair);
    }
#endif
    const unsigned u = bit_cast<unsigned>(x);
    const unsigned nearest = u + 0x7fffu + ((u >> 16) & 1u);
    const unsigned quiet = u | 0x400000u;
    return static_cast<unsigned short>((x == x ? nearest : quiet) >> 16);
  }

  GPU_HD static constexpr float widen(unsigned short h) {
    return bit_cast<float>(static_cast<unsigned>(h) << 16);
  }

  unsigned short bits_;
};

GPU_HD constexpr bfloat16 operator+(bfloat16 x) {
  return x;
}
GPU_HD constexpr bfloat16 operator-(bfloat16 x) {
  return bfloat16::from_bits(static_cast<unsigned short>(x.bits() ^ 0x8000u));
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
/// x * y + z, rounded once: on a device for the arithmetic of 16 bits, as in float16.
GPU_HD bfloat16 multiply_add(bfloat16 x, bfloat16 y, bfloat16 z) {
  unsigned short r;
  asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(x.bits()), "h"(y.bits()), "h"(z.bits()));
  return bfloat16::from_bits(r);
}
#endif

GPU_HD constexpr bfloat16 operator+(bfloat16 x, bfloat16 y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if (!__builtin_is_constant_evaluated()) return multiply_add(x, bfloat16::from_bits(0x3f80), y);
#endif
  return bfloat16(float(x) + float(y));
}
GPU_HD constexpr bfloat16 operator-(bfloat16 x, bfloat16 y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if (!__builtin_is_constant_evaluated()) return multiply_add(y, bfloat16::from_bits(0xbf80), x);
#endif
  return bfloat16(float(x) - float(y));
}
GPU_HD constexpr bfloat16 operator*(bfloat16 x, bfloat16 y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if (!__builtin_is_constant_evaluated()) return multiply_add(x, y, bfloat16::from_bits(0x8000));
#endif
  return bfloat16(float(x) * float(y));
}
GPU_HD constexpr bfloat16 operator/(bfloat16 x, bfloat16 y) {
  return bfloat16(float(x) / float(y));
}

}  // namespace gpu

#ifndef __CUDACC_RTC__
/// `digits10` and the like count decimal digits.
template <>
class std::numeric_limits<gpu::bfloat16> : public gpu::detail::half_limits {
  using bf16 = gpu::bfloat16;

 public:
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int min_exponent = -125;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;

  static constexpr bf16 min() noexcept { return bf16::from_bits(0x0080); }
  static constexpr bf16 lowest() noexcept { return bf16::from_bits(0xff7f); }
  static constexpr bf16 max() noexcept { return bf16::from_bits(0x7f7f); }
  static constexpr bf16 epsilon() noexcept { return bf16::from_bits(0x3c00); }
  static constexpr bf16 round_error() noexcept { return bf16::from_bits(0x3f00); }
  static constexpr bf16 infinity() noexcept { return bf16::from_bits(0x7f80); }
  static constexpr bf16 quiet_NaN() noexcept { return bf16::from_bits(0x7fc0); }
  static constexpr bf16 signaling_NaN() noexcept { return bf16::from_bits(0x7fa0); }
  static constexpr bf16 denorm_min() noexcept { return bf16::from_bits(0x0001); }
};
#endif
