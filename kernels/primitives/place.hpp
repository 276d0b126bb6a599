// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic with the places of elements among bins of one width, of which the first begins at 0.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

namespace gpu::kernels {

/// In which places are computed: exact for elements of T, or as exact as T.
template <class T, bool IsNarrow = (sizeof(T) <= 2)>
struct place_type {
  using type = double;
};
template <class T>
struct place_type<T, true> {
  using type = float;
};
template <>
struct place_type<float, false> {
  using type = float;
};

/// a * b + c, rounded once where that is one instruction.
GPU_HD float multiply_add(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  return __fmaf_rn(a, b, c);
#else
  return a * b + c;
#endif
}
GPU_HD double multiply_add(double a, double b, double c) {
#ifdef __CUDA_ARCH__
  return __fma_rn(a, b, c);
#else
  return a * b + c;
#endif
}

/// An integer, as a place and as a number.
template <class Place>
struct rounded_place {
  Place value;
  unsigned number;
};

/// The integer nearest to x. Where it is not from 0 to 2^22 - 1, the number is 2^22 or more; so it
/// is for nan. Adding 1.5 * 2^23 leaves no bits for fractions, and the integer in the last ones.
GPU_HD rounded_place<float> round_place(float x) {
  const float shifted = x + 0x1.8p23f;
  return {shifted - 0x1.8p23f, bit_cast<unsigned>(shifted) - 0x4b400000u};
}
/// The same up to 2^32 - 1.
GPU_HD rounded_place<double> round_place(double x) {
  const double shifted = x + 0x1.8p52;
  const unsigned long long number = bit_cast<unsigned long long>(shifted) - 0x4338000000000000u;
  return {shifted - 0x1.8p52, number >> 32 == 0 ? static_cast<unsigned>(number) : 0xffffffffu};
}

/// Whether x is from -limit to limit; not if it is nan.
GPU_HD bool is_within(float x, float limit) {
#ifdef __CUDA_ARCH__
  return fabsf(x) <= limit;
#else
  return x >= -limit && x <= limit;
#endif
}
GPU_HD bool is_within(double x, double limit) {
#ifdef __CUDA_ARCH__
  return fabs(x) <= limit;
#else
  return x >= -limit && x <= limit;
#endif
}

/// The whole part of x, limited to 0 ... last; 0 for nan.
template <class Place>
GPU_HD unsigned limited_cell(Place x, unsigned last) {
#ifdef __CUDA_ARCH__
  const unsigned cell = sizeof(Place) == 4 ? __float2uint_rz(static_cast<float>(x))
                                           : __double2uint_rz(static_cast<double>(x));
  return cell < last ? cell : last;
#else
  if (!(x > 0)) return 0;
  return x < static_cast<Place>(last) ? static_cast<unsigned>(x) : last;
#endif
}

}  // namespace gpu::kernels
