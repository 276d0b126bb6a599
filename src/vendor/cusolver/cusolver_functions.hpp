// SPDX-License-Identifier: BSD-3-Clause
// The functions of cuSOLVER, as its headers of 11.7 and 12 have them. No header is needed to build.
#pragma once

#include <gpu/core/dtype.hpp>
#include <gpu/cuda/handles.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpu::vendor::cusolver {

using cusolver_handle = struct opaque_cusolver*;
using cusolver_params = struct opaque_cusolver_params*;
using jacobi_info = struct opaque_gesvdj_info*;
using jacobi_eigen_info = struct opaque_syevj_info*;

enum data_type : int { real_32 = 0, real_64 = 1, complex_of_32 = 4, complex_of_64 = 5 };
enum operation : int { as_it_is = 0 };
enum eigen_mode : int { values_only = 0, with_vectors = 1 };
using sizes = std::size_t;
using extent = std::int64_t;

/// The functions of the 64-bit interface take each dtype; older ones have a name for each.
struct typed_functions {
  int (*potrf_batched)(cusolver_handle, int triangle, int n, const void* const* a, int lda,
                       int* info, int count) = nullptr;
  int (*orgqr_size)(cusolver_handle, int m, int n, int k, const void* a, int lda, const void* tau,
                    int* size) = nullptr;
  int (*orgqr)(cusolver_handle, int m, int n, int k, void* a, int lda, const void* tau, void* work,
               int size, int* info) = nullptr;
  int (*gesvdj_size)(cusolver_handle, int mode, int m, int n, const void* a, int lda, const void* s,
                     const void* u, int ldu, const void* v, int ldv, int* size, jacobi_info,
                     int count) = nullptr;
  int (*gesvdj)(cusolver_handle, int mode, int m, int n, void* a, int lda, void* s, void* u,
                int ldu, void* v, int ldv, void* work, int size, int* info, jacobi_info,
                int count) = nullptr;
  /// Need not be there.
  int (*syevj_size)(cusolver_handle, int mode, int triangle, int n, const void* a, int lda,
                    const void* values, int* size, jacobi_eigen_info, int count) = nullptr;
  int (*syevj)(cusolver_handle, int mode, int triangle, int n, void* a, int lda, void* values,
               void* work, int size, int* info, jacobi_eigen_info, int count) = nullptr;
};

struct functions {
  int (*create)(cusolver_handle*) = nullptr;
  int (*create_params)(cusolver_params*) = nullptr;
  int (*create_jacobi_info)(jacobi_info*) = nullptr;
  /// Need not be there.
  int (*create_jacobi_eigen_info)(jacobi_eigen_info*) = nullptr;
  int (*set_stream)(cusolver_handle, stream_handle) = nullptr;
  int (*potrf_size)(cusolver_handle, cusolver_params, int, extent, int, const void*, extent, int,
                    sizes*, sizes*) = nullptr;
  int (*potrf)(cusolver_handle, cusolver_params, int, extent, int, void*, extent, int, void*, sizes,
               void*, sizes, int*) = nullptr;
  int (*getrf_size)(cusolver_handle, cusolver_params, extent, extent, int, const void*, extent, int,
                    sizes*, sizes*) = nullptr;
  int (*getrf)(cusolver_handle, cusolver_params, extent, extent, int, void*, extent, std::int64_t*,
               int, void*, sizes, void*, sizes, int*) = nullptr;
  int (*getrs)(cusolver_handle, cusolver_params, int, extent, extent, int, const void*, extent,
               const std::int64_t*, int, void*, extent, int*) = nullptr;
  int (*geqrf_size)(cusolver_handle, cusolver_params, extent, extent, int, const void*, extent, int,
                    const void*, int, sizes*, sizes*) = nullptr;
  int (*geqrf)(cusolver_handle, cusolver_params, extent, extent, int, void*, extent, int, void*,
               int, void*, sizes, void*, sizes, int*) = nullptr;
  int (*syevd_size)(cusolver_handle, cusolver_params, int, int, extent, int, const void*, extent,
                    int, const void*, int, sizes*, sizes*) = nullptr;
  int (*syevd)(cusolver_handle, cusolver_params, int, int, extent, int, void*, extent, int, void*,
               int, void*, sizes, void*, sizes, int*) = nullptr;
  /// Since CUDA 12.6.
  int (*syev_batched_size)(cusolver_handle, cusolver_params, int, int, extent, int, const void*,
                           extent, int, const void*, int, sizes*, sizes*, extent) = nullptr;
  int (*syev_batched)(cusolver_handle, cusolver_params, int, int, extent, int, void*, extent, int,
                      void*, int, void*, sizes, void*, sizes, int*, extent) = nullptr;
  int (*gesvd_size)(cusolver_handle, cusolver_params, signed char, signed char, extent, extent, int,
                    const void*, extent, int, const void*, int, const void*, extent, int,
                    const void*, extent, int, sizes*, sizes*) = nullptr;
  int (*gesvd)(cusolver_handle, cusolver_params, signed char, signed char, extent, extent, int,
               void*, extent, int, void*, int, void*, extent, int, void*, extent, int, void*, sizes,
               void*, sizes, int*) = nullptr;
  /// Since CUDA 12.6.
  int (*geev_size)(cusolver_handle, cusolver_params, int, int, extent, int, const void*, extent,
                   int, const void*, int, const void*, extent, int, const void*, extent, int,
                   sizes*, sizes*) = nullptr;
  int (*geev)(cusolver_handle, cusolver_params, int, int, extent, int, void*, extent, int, void*,
              int, void*, extent, int, void*, extent, int, void*, sizes, void*, sizes,
              int*) = nullptr;
  typed_functions s, d, c, z;
  std::string file;
};

/// Opened once. That there is none is remembered, too: then all are null.
[[nodiscard]] const functions& all_functions();
/// Those for elements of one dtype, which is one of the four.
[[nodiscard]] const typed_functions& functions_of(dtype type);

[[nodiscard]] data_type real_type_of(dtype type);
[[nodiscard]] data_type complex_type_of(dtype type);
[[nodiscard]] data_type type_of(dtype type);

}  // namespace gpu::vendor::cusolver
