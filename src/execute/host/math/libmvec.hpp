// SPDX-License-Identifier: BSD-3-Clause
// Tells g++ that glibc's libmvec has these functions for whole vectors, so that loops which call
// them are vectorised without giving up IEEE elsewhere. Only for files that hold loops.
#pragma once

#include <cmath>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#if __GLIBC_PREREQ(2, 35)

#define GPU_VECTOR_FUNCTION(name)                             \
  [[gnu::simd("notinbranch")]] float name##f(float) noexcept; \
  [[gnu::simd("notinbranch")]] double name(double) noexcept;
#define GPU_VECTOR_FUNCTION_OF_TWO(name)                             \
  [[gnu::simd("notinbranch")]] float name##f(float, float) noexcept; \
  [[gnu::simd("notinbranch")]] double name(double, double) noexcept;

extern "C" {
GPU_VECTOR_FUNCTION(acos)
GPU_VECTOR_FUNCTION(acosh)
GPU_VECTOR_FUNCTION(asin)
GPU_VECTOR_FUNCTION(asinh)
GPU_VECTOR_FUNCTION(atan)
GPU_VECTOR_FUNCTION(atanh)
GPU_VECTOR_FUNCTION(cbrt)
GPU_VECTOR_FUNCTION(cos)
GPU_VECTOR_FUNCTION(cosh)
GPU_VECTOR_FUNCTION(erf)
GPU_VECTOR_FUNCTION(erfc)
GPU_VECTOR_FUNCTION(exp)
GPU_VECTOR_FUNCTION(exp2)
GPU_VECTOR_FUNCTION(expm1)
GPU_VECTOR_FUNCTION(log)
GPU_VECTOR_FUNCTION(log10)
GPU_VECTOR_FUNCTION(log1p)
GPU_VECTOR_FUNCTION(log2)
GPU_VECTOR_FUNCTION(sin)
GPU_VECTOR_FUNCTION(sinh)
GPU_VECTOR_FUNCTION(tan)
GPU_VECTOR_FUNCTION(tanh)
GPU_VECTOR_FUNCTION_OF_TWO(atan2)
GPU_VECTOR_FUNCTION_OF_TWO(pow)
}

#undef GPU_VECTOR_FUNCTION
#undef GPU_VECTOR_FUNCTION_OF_TWO

#endif
#endif
