// SPDX-License-Identifier: BSD-3-Clause
// The functions of <cmath> and <complex> of arrays, found by their argument: `exp(x)`, also after
// `using std::exp`, is `gpu::exp(x)`, as generic code has it that serves numbers too. The
// functions of gpu:: are objects, which the language does not look for in this way. std::norm is
// not among them: where gpu::linalg::norm is visible, `norm(x)` is that.
#pragma once

#include <utility>

#include <gpu/array/array_methods.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/ufunc/rounding.hpp>
#include <gpu/ops.hpp>

namespace gpu::standard_functions {

#define GPU_STANDARD_FUNCTION(name)                                            \
  template <class... Arguments>                                                \
  requires(array_like<Arguments> || ...) auto name(Arguments&&... arguments) { \
    return gpu::name(std::forward<Arguments>(arguments)...);                   \
  }

GPU_STANDARD_FUNCTION(abs)
GPU_STANDARD_FUNCTION(acos)
GPU_STANDARD_FUNCTION(acosh)
GPU_STANDARD_FUNCTION(arg)
GPU_STANDARD_FUNCTION(asin)
GPU_STANDARD_FUNCTION(asinh)
GPU_STANDARD_FUNCTION(atan)
GPU_STANDARD_FUNCTION(atan2)
GPU_STANDARD_FUNCTION(atanh)
GPU_STANDARD_FUNCTION(cbrt)
GPU_STANDARD_FUNCTION(ceil)
GPU_STANDARD_FUNCTION(conj)
GPU_STANDARD_FUNCTION(copysign)
GPU_STANDARD_FUNCTION(cos)
GPU_STANDARD_FUNCTION(cosh)
GPU_STANDARD_FUNCTION(erf)
GPU_STANDARD_FUNCTION(erfc)
GPU_STANDARD_FUNCTION(exp)
GPU_STANDARD_FUNCTION(exp2)
GPU_STANDARD_FUNCTION(expm1)
GPU_STANDARD_FUNCTION(fabs)
GPU_STANDARD_FUNCTION(fdim)
GPU_STANDARD_FUNCTION(floor)
GPU_STANDARD_FUNCTION(fma)
GPU_STANDARD_FUNCTION(fmax)
GPU_STANDARD_FUNCTION(fmin)
GPU_STANDARD_FUNCTION(fmod)
GPU_STANDARD_FUNCTION(frexp)
GPU_STANDARD_FUNCTION(hypot)
GPU_STANDARD_FUNCTION(imag)
GPU_STANDARD_FUNCTION(isfinite)
GPU_STANDARD_FUNCTION(isinf)
GPU_STANDARD_FUNCTION(isnan)
GPU_STANDARD_FUNCTION(ldexp)
GPU_STANDARD_FUNCTION(lgamma)
GPU_STANDARD_FUNCTION(log)
GPU_STANDARD_FUNCTION(log10)
GPU_STANDARD_FUNCTION(log1p)
GPU_STANDARD_FUNCTION(log2)
GPU_STANDARD_FUNCTION(modf)
GPU_STANDARD_FUNCTION(nearbyint)
GPU_STANDARD_FUNCTION(nextafter)
GPU_STANDARD_FUNCTION(real)
GPU_STANDARD_FUNCTION(remainder)
GPU_STANDARD_FUNCTION(rint)
GPU_STANDARD_FUNCTION(round)
GPU_STANDARD_FUNCTION(signbit)
GPU_STANDARD_FUNCTION(sin)
GPU_STANDARD_FUNCTION(sinh)
GPU_STANDARD_FUNCTION(sqrt)
GPU_STANDARD_FUNCTION(tan)
GPU_STANDARD_FUNCTION(tanh)
GPU_STANDARD_FUNCTION(tgamma)
GPU_STANDARD_FUNCTION(trunc)

#undef GPU_STANDARD_FUNCTION

}  // namespace gpu::standard_functions
