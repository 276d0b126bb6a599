// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

#include <gpu/graph/node.hpp>

namespace gpu::execute {

/// How the values, of which there is at least one, would be computed together, as text. Computes
/// nothing, and needs no GPU.
[[nodiscard]] std::string schedule_text(std::span<const graph::node_ptr> values);

}  // namespace gpu::execute
