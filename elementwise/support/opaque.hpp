// SPDX-License-Identifier: BSD-3-Clause
// Hides what a value is from the device's compilers, which compute some expressions wrongly. Only
// for the sake of these an op has another form on the device than on the host:
//
// neg.s16   NVVM writes it for 0 - x and for x + y == 0 of int16 and uint16. ptxas before 13.3, for
//           any GPU, negates in 32 bits and then uses all of them: -(-32768) is 32768 where it is
//           compared or widened. So sums and differences of 16 bits are opaque.
// cvt.s8    NVVM forgets to extend the sign of a sum or difference of int8 if one term is the upper
//           byte of a word, the other is cut from 64 bits, and the result is compared: -128 is 128.
//           Seen in NVRTC 13.0. So sums and differences of 8 bits are opaque.
// VIMNMX3   ptxas writes it for max(max(a, -b), c) and min(min(a, -b), c), for GPUs of 9.0 and
//           10.x, and loses the sign: the instruction cannot negate an operand. Of int32 in ptxas
//           12.6 to 13.3, of int16 in 12.8 to 13.3. So a negation is ~x + 1, the first step opaque:
//           NVVM would make a negation of the two steps, ptxas does not.
// max.f32   NVVM writes it, or min, or f64, for x > 0 ? x : 0 if it knows that zero. Of -0 and 0 it
//           gives the greater one, not the second operand. Seen in NVRTC 13.0. So what floats are
//           compared with to choose one is opaque.
#pragma once

#include <gpu/elementwise/support/element.hpp>

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

/// x, which not even ptxas takes for a negation: a permutation of bytes that leaves each in place.
/// For what the text of a user's kernel, in which nothing is hidden, has computed.
GPU_HD constexpr int opaque_to_assembler(int x) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) asm("prmt.b32 %0, %0, 0, 0x3210;" : "+r"(x));
#endif
  return x;
}

}  // namespace gpu::math
