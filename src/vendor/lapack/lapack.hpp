// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of matrices on `cpu()` by a LAPACK with Fortran's interface and 32-bit integers:
// OpenBLAS, MKL or the reference. It is opened at first use.
//
// Matrices lie by columns, without gaps. `T` is float, double, complex<float> or complex<double>.
// What the functions return is LAPACK's `info`: 0 if all went well, positive if the algorithm found
// no answer. All throw
//     library_not_found  if there is no LAPACK, or if GPU_NDARRAY_LAPACK names a file that is none
#pragma once

#include <gpu/core/complex.hpp>

#include <string>
#include <type_traits>

#include "vendor/triangular_form.hpp"

namespace gpu::vendor {

template <class T>
struct real_part {
  using type = T;
};
template <class R>
struct real_part<complex<R>> {
  using type = R;
};
template <class T>
using real_part_t = typename real_part<T>::type;

/// A = L L^H of n x n, in the lower or upper ('L', 'U') triangle of `a`.
template <class T>
[[nodiscard]] int potrf(char triangle, int n, T* a);
/// A = P L U of n x n; `pivots` has n numbers, from 1.
template <class T>
[[nodiscard]] int getrf(int n, T* a, int* pivots);
/// Solves A x = b for `columns` columns of b, which it overwrites, with what `getrf` gave.
template <class T>
[[nodiscard]] int getrs(int n, int columns, const T* lu, const int* pivots, T* b);
/// Solves A x = b, or A^H x = b, for `columns` columns of b, which it overwrites, where A is one
/// triangle of n x n; positive for zeros on the diagonal, and then b stays.
template <class T>
[[nodiscard]] int trtrs(const triangular_form& form, int n, int columns, const T* a, T* b);
/// A = Q R of m x n: R above, reflectors below the diagonal, with min(m, n) factors `tau`.
template <class T>
[[nodiscard]] int geqrf(int m, int n, T* a, T* tau);
/// The first n columns of Q from k reflectors.
template <class T>
[[nodiscard]] int orgqr(int m, int n, int k, T* a, const T* tau);
/// Ascending eigenvalues of the Hermitian matrix in a triangle; with `vectors` they overwrite `a`.
template <class T>
[[nodiscard]] int heevd(bool vectors, char triangle, int n, T* a, real_part_t<T>* values);
/// A = U S V^H of m x n: `job` 'A' all columns of U and rows of V^H, 'S' the first min(m, n), 'N'
/// none. Overwrites `a`.
template <class T>
[[nodiscard]] int gesdd(char job, int m, int n, T* a, real_part_t<T>* s, T* u, T* vh);
/// Eigenvalues and, if `vectors` is not null, eigenvectors of n x n. Overwrites `a`.
template <class T>
[[nodiscard]] int geev(int n, T* a, complex<real_part_t<T>>* values,
                       complex<real_part_t<T>>* vectors);
/// Least squares of A x = b for m x n and `columns` columns of b, which has max(m, n) rows and gets
/// x; singular values below `cutoff` times the largest count as 0.
template <class T>
[[nodiscard]] int gelsd(int m, int n, int columns, T* a, T* b, real_part_t<T>* s,
                        real_part_t<T> cutoff, int* rank);

/// The file of the LAPACK in use. Opens it.
[[nodiscard]] std::string lapack_file();

}  // namespace gpu::vendor
