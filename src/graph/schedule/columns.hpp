// SPDX-License-Identifier: BSD-3-Clause
// Kernels whose rows are columns in memory: neighbouring elements belong to different rows.
#pragma once

#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

/// Whether neighbours in memory belong to different rows of a kernel that reduces, in the operand
/// of which most is read.
[[nodiscard]] bool has_columns(const kernel& work);

/// Whether a kernel for a GPU that goes over columns more than once is slower than one kernel for
/// each of its levels and one for the result: each of those reads neighbours together.
[[nodiscard]] bool is_faster_in_levels(const kernel& work);

}  // namespace gpu::graph
