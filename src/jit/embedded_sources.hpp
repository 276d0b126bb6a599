// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "jit/device_sources.hpp"

namespace gpu::detail {

extern const device_source embedded_sources[];
extern const std::size_t embedded_source_count;

}  // namespace gpu::detail
