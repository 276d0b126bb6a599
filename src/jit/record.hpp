// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/jit/history.hpp>

namespace gpu::detail {

/// Adds to the history; counts compilations.
void record(kernel_record record);

}  // namespace gpu::detail
