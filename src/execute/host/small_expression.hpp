// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/contiguous_expression.hpp"

namespace gpu::execute {

/// Computes an expression whose target has memory on `cpu()`, op by op, if that takes less time
/// than to plan it. False if it does not: then nothing has been written.
///
/// The results are those of any other way: every op rounds its result.
///
/// @throws error  if an op has no loop for the host
[[nodiscard]] bool compute_directly(const contiguous_expression& read);

}  // namespace gpu::execute
