// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/cuda/device.hpp>

#include "program.hpp"

namespace gpu::fuzz {

/// A program that fails `check` on `where`, made from `failing`, which does: subtrees become arrays
/// of what they compute, extents shrink, strides and values get simpler, as long as it fails.
[[nodiscard]] program reduced(program failing, device where);

}  // namespace gpu::fuzz
