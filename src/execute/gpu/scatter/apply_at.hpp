// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "execute/apply_at.hpp"
#include "jit/program.hpp"

namespace gpu::execute {

/// As `apply_at`.
[[nodiscard]] bool apply_at_on_gpu(const at_update& update);

/// The kernel that applies sorted updates: its one argument is `kernels::at`'s.
/// @param wide  positions are 64 bits wide
[[nodiscard]] program at_program(const graph::op_record& op, int loop, dtype target, dtype key,
                                 bool wide);

}  // namespace gpu::execute
