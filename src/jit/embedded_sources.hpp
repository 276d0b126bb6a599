// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/jit/device_sources.hpp>

#include <cstddef>

namespace gpu::detail {

extern const device_source embedded_sources[];
extern const std::size_t embedded_source_count;

}  // namespace gpu::detail
