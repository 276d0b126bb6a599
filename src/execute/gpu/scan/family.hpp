// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/gpu/skeleton_families.hpp"

namespace gpu::execute {

extern const skeleton_family scan_family;

}  // namespace gpu::execute
