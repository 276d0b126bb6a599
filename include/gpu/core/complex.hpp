// SPDX-License-Identifier: BSD-3-Clause
// Complex numbers with NumPy's arithmetic. Compiled by the host compiler and by NVRTC.
#pragma once

#include <gpu/core/host_device.hpp>

#ifndef __CUDACC_RTC__
#include <complex>
#endif

namespace gpu {

/// A complex number with the layout of `std::complex<T>`, to which it converts. `T` is float or
/// double. Arithmetic is NumPy's: no product is rescued from nan, and nothing is contracted.
template <class T>
class complex {
 public:
  using value_type = T;

  complex() = default;
  GPU_HD constexpr complex(T real, T imag = T(0)) : real_(real), imag_(imag) {}
  /// From the other precision; implicit if nothing is lost.
  template <class U>
  GPU_HD explicit(sizeof(U) > sizeof(T)) constexpr complex(const complex<U>& z)
      : real_(static_cast<T>(z.real())), imag_(static_cast<T>(z.imag())) {}
#ifndef __CUDACC_RTC__
  constexpr complex(const std::complex<T>& z) : real_(z.real()), imag_(z.imag()) {}
  constexpr operator std::complex<T>() const {
    return {real_, imag_};
  }
#endif

  GPU_HD constexpr T real() const {
    return real_;
  }
  GPU_HD constexpr T imag() const {
    return imag_;
  }

  GPU_HD friend constexpr complex operator+(complex z) {
    return z;
  }
  GPU_HD friend constexpr complex operator-(complex z) {
    return {-z.real_, -z.imag_};
  }
  GPU_HD friend constexpr complex operator+(complex a, complex b) {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  GPU_HD friend constexpr complex operator-(complex a, complex b) {
    return {a.real_ - b.real_, a.imag_ - b.imag_};
  }
  GPU_HD friend constexpr complex operator*(complex a, complex b) {
    return {a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_};
  }

  /// Smith's method: divides by the larger part of `b` first, so that nothing overflows early.
  GPU_HD friend constexpr complex operator/(complex a, complex b) {
    const T abs_real = magnitude(b.real_);
    const T abs_imag = magnitude(b.imag_);
    if (abs_real >= abs_imag) {
      if (abs_real == T(0) && abs_imag == T(0)) return {a.real_ / abs_real, a.imag_ / abs_real};
      const T ratio = b.imag_ / b.real_;
      const T scale = T(1) / (b.real_ + b.imag_ * ratio);
      return {(a.real_ + a.imag_ * ratio) * scale, (a.imag_ - a.real_ * ratio) * scale};
    }
    const T ratio = b.real_ / b.imag_;
    const T scale = T(1) / (b.imag_ + b.real_ * ratio);
    return {(a.real_ * ratio + a.imag_) * scale, (a.imag_ * ratio - a.real_) * scale};
  }

  GPU_HD constexpr complex& operator+=(complex z) {
    return *this = *this + z;
  }
  GPU_HD constexpr complex& operator-=(complex z) {
    return *this = *this - z;
  }
  GPU_HD constexpr complex& operator*=(complex z) {
    return *this = *this * z;
  }
  GPU_HD constexpr complex& operator/=(complex z) {
    return *this = *this / z;
  }

  GPU_HD friend constexpr bool operator==(complex a, complex b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }

  /// Lexicographic, real part first; false if a part that decides is nan. NumPy's order.
  GPU_HD friend constexpr bool operator<(complex a, complex b) {
    return (a.real_ < b.real_ && ordered(a.imag_, b.imag_)) ||
           (a.real_ == b.real_ && a.imag_ < b.imag_);
  }
  GPU_HD friend constexpr bool operator<=(complex a, complex b) {
    return (a.real_ < b.real_ && ordered(a.imag_, b.imag_)) ||
           (a.real_ == b.real_ && a.imag_ <= b.imag_);
  }
  GPU_HD friend constexpr bool operator>(complex a, complex b) {
    return b < a;
  }
  GPU_HD friend constexpr bool operator>=(complex a, complex b) {
    return b <= a;
  }

 private:
  /// Never -0.
  GPU_HD static constexpr T magnitude(T x) {
    return (x < T(0) ? -x : x) + T(0);
  }
  GPU_HD static constexpr bool ordered(T x, T y) {
    return x == x && y == y;
  }

  T real_;
  T imag_;
};

}  // namespace gpu
