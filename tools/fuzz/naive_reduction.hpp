// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bounded.hpp"
#include "program.hpp"

namespace gpu::fuzz {

/// Reductions and scans element by element, in long double, and how far the library may be away:
/// of sums of n elements (log2 n + 8) eps sum|x|, as of a tree; integers, extremes and positions
/// are exact. Errors of the operands grow into those of the result.
/// @param on_gpu  functions that are not exact may differ there
[[nodiscard]] bounded naive_reduction(const step& one, const bounded& from, const bounded* mask,
                                      bool on_gpu);

}  // namespace gpu::fuzz
