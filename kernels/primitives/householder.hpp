// SPDX-License-Identifier: BSD-3-Clause
// Householder reflectors H = 1 - tau v v^H, with v = (1, x), as LAPACK's larfg chooses them: the
// first element of H^H times a column is a real number, and its others are 0.
//
//     column   (alpha, x)      all divided by `scale`, the largest part of an element, so that
//     size     |(alpha, x)|    squares neither overflow nor vanish
//     beta     -size if Re alpha >= 0, else size
//     tau      (beta - alpha) / beta, conjugated
//     v        (1, x / (alpha - beta)); |alpha - beta| >= |x_i|
//
// A column with x = 0 and a real alpha has H = 1: tau is 0, and beta is alpha.
#pragma once

#include <gpu/elementwise/support/math.hpp>
#include <gpu/kernels/primitives/scalar_parts.hpp>

namespace gpu::kernels {

/// Of kernels/skeletons/qr.cuh. Matrices lie by columns without gaps, one after the other.
struct qr_arguments {
  void* matrices;  ///< overwritten: R above, reflectors below the diagonal
  void* factors;   ///< tau, min(rows, columns) for each matrix
  void* q;         ///< rows * q_columns for each matrix, or null
  int rows;
  int columns;
  int q_columns;  ///< at least min(rows, columns), at most rows
};

template <class T>
class reflector {
 public:
  using parts = scalar_parts<T>;
  using real = typename parts::real;

  /// What a column has below its first element adds to the square of its size.
  GPU_HD static real square(T x, real scale) {
    const real re = parts::real_part(x) / scale;
    const real im = parts::imaginary_part(x) / scale;
    return re * re + im * im;
  }

  /// @param largest  part of an element of x
  /// @param scale    the same of the whole column
  /// @param squares  the sum of `square` over x
  GPU_HD reflector(T alpha, real largest, real scale, real squares) : scale_(scale) {
    const real re = parts::real_part(alpha);
    const real im = parts::imaginary_part(alpha);
    is_unit_ = largest == 0 && im == 0;
    beta_ = re;
    tau_ = T(0);
    difference_ = T(1);
    if (is_unit_) return;
    const real size = math::sqrt(squares + square(alpha, scale));
    const real beta = re >= 0 ? -size : size;
    const real re_scaled = re / scale;
    const real im_scaled = im / scale;
    beta_ = beta * scale;
    tau_ = parts::make((beta - re_scaled) / beta, -im_scaled / beta);
    difference_ = parts::make(re_scaled - beta, im_scaled);
  }

  [[nodiscard]] GPU_HD bool is_unit() const { return is_unit_; }
  [[nodiscard]] GPU_HD T tau() const { return tau_; }
  [[nodiscard]] GPU_HD T beta() const { return parts::make(beta_, real(0)); }
  /// The element of v for one of x.
  [[nodiscard]] GPU_HD T of(T x) const {
    return parts::make(parts::real_part(x) / scale_, parts::imaginary_part(x) / scale_) /
           difference_;
  }

 private:
  real scale_;
  real beta_;
  T tau_;
  T difference_;  ///< of alpha and beta, scaled
  bool is_unit_;
};

}  // namespace gpu::kernels
