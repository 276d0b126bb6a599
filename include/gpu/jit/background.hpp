// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace gpu {

/// Waits until no kernel is being compiled in the background: from then on calls of expressions
/// that were computed before run the kernels that they will always run.
void finish_compiling();

}  // namespace gpu
