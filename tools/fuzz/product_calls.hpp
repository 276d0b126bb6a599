// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "calls.hpp"

namespace gpu::fuzz {

/// What `fuzz_products` calls.
[[nodiscard]] const std::vector<call_kind>& product_calls();

}  // namespace gpu::fuzz
