// SPDX-License-Identifier: BSD-3-Clause
// The functions of <complex> of one element of an array, found by their argument: `abs(z(0))`, also
// after `using std::abs`. Qualified, `std::abs(z(0))` finds no function: templates of the standard
// library take no proxy, but `std::abs(std::complex<double>(z(0)))`.
#pragma once

#include <complex>
#include <type_traits>

#include <gpu/array/concepts.hpp>
#include <gpu/core/dtype.hpp>

namespace gpu::complex_functions {

/// What derives from it finds the functions of this namespace by its type.
struct argument {};

template <class E>
concept complex_element = element_proxy<E> && traits(dtype_of<typename E::value_type>)
.kind == dtype_kind::complex;

/// The number that an element reads as.
template <complex_element E>
[[nodiscard]] auto number_of(const E& element) {
  using T = typename E::value_type;
  return std::complex<typename T::value_type>(static_cast<T>(element));
}

#define GPU_COMPLEX_FUNCTION(name)            \
  template <complex_element E>                \
  [[nodiscard]] auto name(const E& element) { \
    return std::name(number_of(element));     \
  }

GPU_COMPLEX_FUNCTION(abs)
GPU_COMPLEX_FUNCTION(acos)
GPU_COMPLEX_FUNCTION(acosh)
GPU_COMPLEX_FUNCTION(arg)
GPU_COMPLEX_FUNCTION(asin)
GPU_COMPLEX_FUNCTION(asinh)
GPU_COMPLEX_FUNCTION(atan)
GPU_COMPLEX_FUNCTION(atanh)
GPU_COMPLEX_FUNCTION(conj)
GPU_COMPLEX_FUNCTION(cos)
GPU_COMPLEX_FUNCTION(cosh)
GPU_COMPLEX_FUNCTION(exp)
GPU_COMPLEX_FUNCTION(imag)
GPU_COMPLEX_FUNCTION(log)
GPU_COMPLEX_FUNCTION(log10)
GPU_COMPLEX_FUNCTION(norm)
GPU_COMPLEX_FUNCTION(proj)
GPU_COMPLEX_FUNCTION(real)
GPU_COMPLEX_FUNCTION(sin)
GPU_COMPLEX_FUNCTION(sinh)
GPU_COMPLEX_FUNCTION(sqrt)
GPU_COMPLEX_FUNCTION(tan)
GPU_COMPLEX_FUNCTION(tanh)

#undef GPU_COMPLEX_FUNCTION

}  // namespace gpu::complex_functions
