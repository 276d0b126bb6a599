// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "calls.hpp"

namespace gpu::fuzz {

/// What `fuzz_decompositions` calls.
[[nodiscard]] const std::vector<call_kind>& decomposition_calls();

}  // namespace gpu::fuzz
