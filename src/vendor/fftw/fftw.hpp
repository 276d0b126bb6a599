// SPDX-License-Identifier: BSD-3-Clause
// Fourier transforms on `cpu()` by FFTW 3, or by its interface in MKL. It is opened at first use,
// and nothing of it is needed to build.
#pragma once

#include <string>

#include "vendor/fftw/plan_store.hpp"

namespace gpu::vendor {

/// A plan of this thread's cache, made if there is none. Any strides are taken, in `in` also 0.
///
/// @throws library_not_found  if there is no library for the precision, or if GPU_NDARRAY_FFTW or
///                            GPU_NDARRAY_FFTWF names a file that is none
/// @throws value_error        if the library makes no such plan
[[nodiscard]] transform_plan plan_by_fftw(const transform& what);

/// Transforms what lies at `in`, which stays as it is. May be called by several threads with the
/// same plan.
void run_fftw(const transform& what, const transform_plan& plan, const void* in, void* out);

/// The file of the library in use. Opens it.
/// @throws library_not_found  as `plan_by_fftw`
[[nodiscard]] std::string file_of_fftw(bool is_double);

}  // namespace gpu::vendor
