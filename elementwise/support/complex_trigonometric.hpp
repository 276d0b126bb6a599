// SPDX-License-Identifier: BSD-3-Clause
// Complex circular functions: the hyperbolic ones of the argument turned by a right angle.
#pragma once

#include <gpu/elementwise/support/complex_hyperbolic.hpp>

namespace gpu::math {

/// y + ix for x + iy: turning, mirrored, so that it is its own inverse.
template <class T>
GPU_HD complex<T> swapped(complex<T> z) {
  return {z.imag(), z.real()};
}

template <class T>
GPU_HD complex<T> sin(complex<T> z) {
  return swapped(sinh(swapped(z)));
}

template <class T>
GPU_HD complex<T> cos(complex<T> z) {
  return cosh(complex<T>(-z.imag(), z.real()));
}

template <class T>
GPU_HD complex<T> tan(complex<T> z) {
  return swapped(tanh(swapped(z)));
}

}  // namespace gpu::math
