// SPDX-License-Identifier: BSD-3-Clause
// Decompositions of matrices on GPUs by cuSOLVER, which is opened at first use and need not be
// there. Not for `cpu()`: see vendor/lapack, whose names these are.
//
// Everything lies on the stream's device, and is enqueued there; some calls wait, too. `info` gets
// LAPACK's number for each matrix. A triangle is 'L' or 'U'. Matrices without elements are not for
// these functions.
//
// @throws cuda_error, out_of_memory
#pragma once

#include <gpu/cuda/stream.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "vendor/device_matrices.hpp"

namespace gpu::vendor {

/// Whether there is a cuSOLVER. Opens it.
/// @throws library_not_found  if GPU_NDARRAY_CUSOLVER names a file that is no cuSOLVER
[[nodiscard]] bool has_cusolver();
/// The file of the cuSOLVER in use; empty if there is none. Opens it.
[[nodiscard]] std::string cusolver_file();

/// A = L L^H, in the lower or upper triangle of `a`, whose other triangle stays.
void potrf(char triangle, const device_matrices& a, int* info, stream_ref stream);
/// The same of many small matrices at once; `each` are their addresses.
void potrf_batched(char triangle, const device_matrices& a, const void* const* each, int* info,
                   stream_ref stream);
/// A = P L U of square matrices; `pivots` has `rows` numbers for each, from 1.
void getrf(const device_matrices& a, std::int64_t* pivots, int* info, stream_ref stream);
/// Solves A x = b with what `getrf` gave: overwrites b.
void getrs(const device_matrices& lu, const std::int64_t* pivots, const device_matrices& b,
           int* info, stream_ref stream);
/// A = Q R: R above, reflectors below the diagonal, with min(rows, columns) factors `tau`.
void geqrf(const device_matrices& a, std::byte* tau, int* info, stream_ref stream);
/// The columns of Q, from `reflectors` of them.
void orgqr(const device_matrices& q, std::ptrdiff_t reflectors, const std::byte* tau, int* info,
           stream_ref stream);
/// Ascending eigenvalues of Hermitian matrices; with `vectors` they overwrite `a`. The diagonals of
/// complex matrices are real numbers.
void syevd(bool vectors, char triangle, const device_matrices& a, std::byte* values, int* info,
           stream_ref stream);
/// A = U S V^H where rows >= columns: `job` 'A' all columns of U, 'S' as many as A has, 'N' neither
/// U nor V^H. Overwrites `a`.
void gesvd(char job, const device_matrices& a, std::byte* s, std::byte* u, std::byte* vh, int* info,
           stream_ref stream);
/// A = U S V^H of many matrices of at most `gesvdj_limit` rows and columns, all of U and V, which
/// are written even if they are not wanted.
void gesvdj_batched(bool vectors, const device_matrices& a, std::byte* s, std::byte* u,
                    std::byte* v, int* info, stream_ref stream);
inline constexpr std::ptrdiff_t gesvdj_limit = 32;
/// Complex eigenvalues of square matrices and, if `vectors` is not null, their eigenvectors: of
/// real matrices real, for pairs of conjugate values the real and imaginary parts in two columns.
void geev(const device_matrices& a, std::byte* values, std::byte* vectors, int* info,
          stream_ref stream);
/// Whether cuSOLVER has it: since CUDA 12.6.
[[nodiscard]] bool has_geev();

}  // namespace gpu::vendor
