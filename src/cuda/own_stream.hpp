// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/stream.hpp>

namespace gpu::detail {

/// Whether CUDA's stream was made by a `gpu::stream`, and so is never destroyed.
[[nodiscard]] bool is_own_stream(stream_ref stream);

}  // namespace gpu::detail
