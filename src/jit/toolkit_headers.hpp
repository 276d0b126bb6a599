// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace gpu::detail {

/// The folders in which a user's own device code finds what comes with CUDA, as <cuda_fp16.h> and
/// <cooperative_groups.h>: those of the toolkit, or of the Python wheels, that NVRTC itself lies
/// in, else of $CUDA_PATH, $CUDA_HOME or /usr/local/cuda. Empty if there are none.
[[nodiscard]] std::vector<std::string> toolkit_include_folders();

/// Tells the headers of one version from those of another.
/// @param folders  what `toolkit_include_folders` gave
[[nodiscard]] std::string toolkit_identity(const std::vector<std::string>& folders);

}  // namespace gpu::detail
