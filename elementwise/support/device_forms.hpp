// SPDX-License-Identifier: BSD-3-Clause
// What the device computes in another form than the host, and why. Other files of elementwise/ ask
// only whether the compiler has the C library's headers, which lack functions of CUDA's. Below it
// float16 and bfloat16 convert and compute on the device by instructions that give the same bits.
//
// What the device's compilers compute wrongly is hidden from them by `opaque`:
//
// neg.s16   NVVM writes it for 0 - x and for x + y == 0 of int16 and uint16. ptxas before 13.3, for
//           any GPU, negates in 32 bits and then uses all of them: -(-32768) is 32768 where it is
//           compared or widened. So sums and differences of 16 bits are opaque.
// cvt.s8    NVVM forgets to extend the sign of a sum or difference of int8 if one term is the upper
//           byte of a word, the other is cut from 64 bits in memory, and the result is compared or
//           converted: -128 is 128. Seen in NVRTC 13.0. So what is cut from 64 bits to 8 is opaque.
// VIMNMX3   ptxas writes it for max(max(a, -b), c) and min(min(a, -b), c), for GPUs of 9.0 and
//           10.x, and loses the sign: the instruction cannot negate an operand. Of int32 in ptxas
//           12.6 to 13.3, of int16 in 12.8 to 13.3. So a negation is ~x + 1, the first step opaque:
//           NVVM would make a negation of the two steps, ptxas does not.
// max.f32   NVVM writes it, or min, or f64, for x > 0 ? x : 0 if it knows that zero. Of -0 and 0 it
//           gives the greater one, not the second operand. Seen in NVRTC 13.0. So what floats are
//           compared with to choose one is opaque.
// neg.f64   ptxas makes -(b ? 1 : 0), where the number was an integer and is 1 or 0 by a condition
//           of several, a choice between -1.0 and 0.0 for any GPU: the sign of the zero is lost.
//           Through float32, too. Seen in ptxas 13.0. So what is negated is opaque to it.
// MUFU      Exponentials, reciprocals and roots of numbers that it knows ptxas computes itself, not
//           as the instruction does: tanh of true was not tanh of a 1 in memory. Seen in 13.0.
//           Bools may be known, as isfinite of integers and x == x are. So what they are as numbers
//           is opaque to it. Integers that are known are 0: there both are exact.
//
// Functions whose libraries differ:
//
// hypot       CUDA's own is not finite for all results that are. The host's own leaves its vectors
//             for each element that is very small or large.
// pow, log    The host's own leave their vectors for each zero, and vectors compute all branches.
// lgamma      The host's own writes the global variable signgam. CUDA has no other.
// fmod        The host's library divides bit by bit; CUDA's does not.
// ldexp       The host's library has no form for whole vectors.
// x / y       of integers: the host has vector instructions to divide floats only.
// count_ones  The host has no instruction for whole vectors; the device has one for a number.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

#ifndef __CUDA_ARCH__
#include <gpu/elementwise/support/host_forms.hpp>
#endif
#ifndef __CUDACC_RTC__
#include <cmath>
#endif

namespace gpu::math {

GPU_HD constexpr int opaque(int x) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) asm("" : "+r"(x));
#endif
  return x;
}
GPU_HD constexpr float opaque(float x) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) asm("" : "+f"(x));
#endif
  return x;
}
GPU_HD constexpr double opaque(double x) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) asm("" : "+d"(x));
#endif
  return x;
}

/// x, in which not even ptxas sees what it was computed by: a permutation of bytes that leaves each
/// in place. Also for what the text of a user's kernel, in which nothing is hidden, has computed.
GPU_HD constexpr int opaque_to_assembler(int x) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) asm("prmt.b32 %0, %0, 0, 0x3210;" : "+r"(x));
#endif
  return x;
}
GPU_HD constexpr unsigned opaque_to_assembler(unsigned x) {
  return static_cast<unsigned>(opaque_to_assembler(static_cast<int>(x)));
}
GPU_HD constexpr float opaque_to_assembler(float x) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) asm("prmt.b32 %0, %0, 0, 0x3210;" : "+f"(x));
#endif
  return x;
}
GPU_HD constexpr double opaque_to_assembler(double x) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated())
    asm("{\n\t.reg .b32 low, high;\n\tmov.b64 {low, high}, %0;\n\tprmt.b32 high, high, 0, 0x3210;"
        "\n\tmov.b64 %0, {low, high};\n\t}"
        : "+d"(x));
#endif
  return x;
}

/// 1 or 0.
template <class T>
GPU_HD constexpr T number_of(bool x) {
  if constexpr (integral_element<T>)
    return static_cast<T>(opaque_to_assembler(x ? 1u : 0u));
  else if constexpr (is_same<T, double>)
    return opaque_to_assembler(x ? 1.0 : 0.0);
  else
    return T(opaque_to_assembler(x ? 1.0f : 0.0f));
}

/// x / y, rounded towards zero, of which a `T` holds the result; y is not 0. A quotient of floats
/// is exact enough: it differs from the true one by less than 1 / y, the step between quotients.
template <integral_element T>
GPU_HD constexpr T truncated_quotient(T x, T y) {
#ifndef __CUDA_ARCH__
  if constexpr (sizeof(T) <= 2)
    return static_cast<T>(static_cast<float>(x) / static_cast<float>(y));
  if constexpr (sizeof(T) == 4)
    return static_cast<T>(static_cast<double>(x) / static_cast<double>(y));
#endif
  return static_cast<T>(x / y);
}
/// x % y, where `quotient` is x / y.
template <integral_element T>
GPU_HD constexpr T truncated_remainder(T x, T y, [[maybe_unused]] T quotient) {
#ifdef __CUDA_ARCH__
  return static_cast<T>(x % y);
#else
  return static_cast<T>(static_cast<modular<T>>(x) -
                        static_cast<modular<T>>(quotient) * static_cast<modular<T>>(y));
#endif
}

#ifdef __CUDA_ARCH__
namespace detail {

GPU_HD float multiply_add(float x, float y, float z) {
  return ::fmaf(x, y, z);
}
GPU_HD double multiply_add(double x, double y, double z) {
  return ::fma(x, y, z);
}
GPU_HD float square_root(float x) {
  return ::sqrtf(x);
}
GPU_HD double square_root(double x) {
  return ::sqrt(x);
}

/// x / y of what need not be exact: it is much smaller than what it is subtracted from.
GPU_HD float rough_quotient(float x, float y) {
  return __fdividef(x, y);
}
GPU_HD double rough_quotient(double x, double y) {
  return x / y;
}

/// sqrt(x^2 + y^2), almost always correctly rounded, as the host's library has it. A first root,
/// and a Newton step from its exact residue.
template <class T>
GPU_HD T corrected_hypot(T x, T y) {
  x = absolute(x);
  y = absolute(y);
  if (isinf(x) || isinf(y)) return infinity<T>;
  constexpr T far = sizeof(T) == 4 ? T(0x1p60) : T(0x1p510);
  constexpr T shift = sizeof(T) == 4 ? T(0x1p90f) : T(0x1p600);
  const T big = x > y ? x : y;
  const bool is_far = big > far;
  const bool is_near = big < 1 / far;
  const T scale = is_far ? 1 / shift : is_near ? shift : T(1);
  const T unscale = is_far ? shift : is_near ? 1 / shift : T(1);
  const T a = big * scale;
  const T b = (x > y ? y : x) * scale;
  const T square = a * a;
  const T root = square_root(multiply_add(b, b, square));
  if (root == 0) return root;
  const T root_square = root * root;
  const T residue = multiply_add(-b, b, root_square - square) +
                    multiply_add(root, root, -root_square) - multiply_add(a, a, -square);
  return (root - rough_quotient(residue, 2 * root)) * unscale;
}

}  // namespace detail

GPU_HD float hypot(float x, float y) {
  return detail::corrected_hypot(x, y);
}
GPU_HD double hypot(double x, double y) {
  return detail::corrected_hypot(x, y);
}
GPU_HD float fmod(float x, float y) {
  return ::fmodf(x, y);
}
GPU_HD double fmod(double x, double y) {
  return ::fmod(x, y);
}
GPU_HD float pow(float x, float y) {
  return ::powf(x, y);
}
GPU_HD double pow(double x, double y) {
  return ::pow(x, y);
}
#endif

GPU_HD float lgamma(float x) {
#ifdef __CUDA_ARCH__
  return ::lgammaf(x);
#else
  int sign = 0;
  return ::lgammaf_r(x, &sign);
#endif
}
GPU_HD double lgamma(double x) {
#ifdef __CUDA_ARCH__
  return ::lgamma(x);
#else
  int sign = 0;
  return ::lgamma_r(x, &sign);
#endif
}

/// x times a power of two, rounded once: in float64 the product is exact.
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

/// How many binary digits are 1: on the host sums of ever more neighbouring digits.
template <class Unsigned>
GPU_HD constexpr int count_ones(Unsigned x) {
#ifdef __CUDA_ARCH__
  return __popcll(x);
#else
  constexpr auto all = static_cast<Unsigned>(~0ull);
  const auto pairs = static_cast<Unsigned>(x - ((x >> 1) & (all / 3)));
  const auto fours = static_cast<Unsigned>((pairs & (all / 5)) + ((pairs >> 2) & (all / 5)));
  auto sum = static_cast<Unsigned>((fours + (fours >> 4)) & (all / 17));
  if constexpr (sizeof(Unsigned) > 1) sum = static_cast<Unsigned>(sum + (sum >> 8));
  if constexpr (sizeof(Unsigned) > 2) sum = static_cast<Unsigned>(sum + (sum >> 16));
  if constexpr (sizeof(Unsigned) > 4) sum = static_cast<Unsigned>(sum + (sum >> 32));
  return static_cast<int>(sum & 0x7f);
#endif
}

}  // namespace gpu::math
