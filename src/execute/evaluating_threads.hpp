// SPDX-License-Identifier: BSD-3-Clause
// Which threads may be reading what expressions are computed from.
#pragma once

namespace gpu::execute {

/// Counts this thread among those that evaluate, until it ends. Called before anything is read.
void begin_evaluating();

/// Whether no other thread evaluates. What this one has evaluated so far, no thread that begins
/// later reads the operands of: it finds the results.
[[nodiscard]] bool is_only_evaluating_thread();

}  // namespace gpu::execute
