// SPDX-License-Identifier: BSD-3-Clause
// Constants and names of types for the text of user kernels.
#pragma once

#include <gpu/elementwise/support/classify.hpp>

#ifndef __CUDACC_RTC__
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Device functions of a preamble are ordinary functions here.
#define __device__
#define __host__
#define __forceinline__ inline
#else
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define INFINITY (::gpu::math::infinity<float>)
#define NAN (::gpu::math::nan<float>)
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1p-126f
#define FLT_EPSILON 0x1p-23f
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1p-1022
#define DBL_EPSILON 0x1p-52
#endif

/// For `using namespace`: joins the overloads of the global namespace.
namespace gpu::c_math {

#ifdef __CUDACC_RTC__
using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;
#endif
using bool_ = bool;
using int8 = signed char;
using int16 = short;
using int32 = int;
using int64 = long long;
using uint8 = unsigned char;
using uint16 = unsigned short;
using uint32 = unsigned int;
using uint64 = unsigned long long;
using float32 = float;
using float64 = double;
using complex64 = complex<float>;
using complex128 = complex<double>;
using gpu::bfloat16;
using gpu::complex;
using gpu::float16;

}  // namespace gpu::c_math
