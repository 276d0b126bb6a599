// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <gpu/graph/node.hpp>

namespace gpu::execute {

/// How `value` would be computed, as text. Computes nothing, and needs no GPU.
[[nodiscard]] std::string explain(const graph::node_ptr& value);

}  // namespace gpu::execute
