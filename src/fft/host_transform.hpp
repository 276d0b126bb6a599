// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vendor/fftw/transform.hpp"

namespace gpu::fft::detail {

/// Transforms what lies at `in`, which stays as it is, on `cpu()`. Threads share the batch.
///
/// @throws library_not_found  if there is no FFTW
void transform_on_host(const vendor::transform& what, const std::byte* in, std::byte* out);

}  // namespace gpu::fft::detail
