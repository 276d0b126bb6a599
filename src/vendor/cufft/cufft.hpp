// SPDX-License-Identifier: BSD-3-Clause
// Fourier transforms on GPUs by cuFFT, which is opened at first use. Not for `cpu()`: see
// vendor/fftw.
#pragma once

#include <gpu/cuda/stream.hpp>

#include <string>

#include "vendor/fftw/transform.hpp"

namespace gpu::vendor {

/// Enqueues a transform whose input and output have a `cufft_layout`; the output has it wherever it
/// is an array in C order whose last axes are those of the transform. One to_real overwrites its
/// input.
///
/// @throws library_not_found  if there is no cuFFT, or if GPU_NDARRAY_CUFFT names a file that is
/// none
/// @throws cuda_error, out_of_memory
void run_cufft(const transform& what, void* in, void* out, stream_ref stream);

/// The file of the cuFFT in use. Opens it.
/// @throws library_not_found
[[nodiscard]] std::string cufft_file();

}  // namespace gpu::vendor
