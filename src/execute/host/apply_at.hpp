// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/apply_at.hpp"

namespace gpu::execute {

/// As `apply_at`.
[[nodiscard]] bool apply_at_on_host(const at_update& update);

}  // namespace gpu::execute
