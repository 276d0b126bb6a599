// SPDX-License-Identifier: BSD-3-Clause
// Matrix products on `cpu()` by a BLAS with Fortran's interface and 32-bit integers: OpenBLAS, MKL
// or BLIS. It is opened at first use, and need not be there.
#pragma once

#include <gpu/core/complex.hpp>

#include <cstddef>
#include <string>

#include "vendor/blas/matrix_operand.hpp"

namespace gpu::vendor {

/// out = a b, of shapes (m, k), (k, n) -> (m, n). Rows of `out` are `out_stride` elements apart,
/// at least n, and their elements are neighbours. `out` overlaps neither operand.
template <class T>
struct matrix_product {
  std::ptrdiff_t m, n, k;
  const T* a;
  matrix_operand a_place;
  const T* b;
  matrix_operand b_place;
  T* out;
  std::ptrdiff_t out_stride;
};

/// Computes the product before it returns; k = 0 gives zeros. Returns false, and has written
/// nothing, if there is no BLAS, or if an extent or a stride does not fit its integers. Needs a
/// `call_scope` that is true, of the caller or of who waits for it.
///
/// @throws library_not_found  if GPU_NDARRAY_BLAS names a file that is no BLAS
[[nodiscard]] bool multiply(const matrix_product<float>& product);
[[nodiscard]] bool multiply(const matrix_product<double>& product);
[[nodiscard]] bool multiply(const matrix_product<complex<float>>& product);
[[nodiscard]] bool multiply(const matrix_product<complex<double>>& product);

/// A vector, and how many elements its neighbours are apart: at least one.
template <class T>
struct vector_operand {
  const T* data;
  std::ptrdiff_t step;
};

/// out = the sum of conj(a[i]) b[i] of `count` elements, at least one; those of `a` are neighbours.
/// Otherwise as `multiply`.
[[nodiscard]] bool multiply_conjugated(std::ptrdiff_t count, const complex<float>* a,
                                       const vector_operand<complex<float>>& b,
                                       complex<float>* out);
[[nodiscard]] bool multiply_conjugated(std::ptrdiff_t count, const complex<double>* a,
                                       const vector_operand<complex<double>>& b,
                                       complex<double>* out);

/// The file of the BLAS in use; empty if there is none. Opens it.
///
/// @throws library_not_found  as `multiply`
[[nodiscard]] std::string blas_file();

}  // namespace gpu::vendor
