// SPDX-License-Identifier: BSD-3-Clause
// Kernels of contiguous expressions, found without scheduling what a thread has scheduled before.
#pragma once

#include "execute/gpu/contiguous_expression.hpp"

namespace gpu::execute {

/// Computes `value`, of which `read` was read, into `target`, which has memory on a GPU. False, and
/// nothing has been enqueued, if its elements do not fill whole accesses.
/// @throws as `load_kernel`
[[nodiscard]] bool run_known(const contiguous_expression& read, const graph::node& value,
                             const graph::leaf_node& target);

}  // namespace gpu::execute
