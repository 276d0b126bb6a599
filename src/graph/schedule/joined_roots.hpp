// SPDX-License-Identifier: BSD-3-Clause
// Joined values, which are computed part by part, and what reads them element by element, which is
// too: each part goes straight into its place.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {

/// What is written to a part of an array.
struct root_part {
  node_ptr value;
  leaf_ptr target;  ///< has the memory of `whole`, if that has some
  leaf_ptr whole;
};

/// What the value that joins its operands is computed by, each part to its place in `whole`. Parts
/// that join others, and that nobody else reads, are replaced by those.
[[nodiscard]] std::vector<root_part> parts_of(const node& joined, const leaf_ptr& whole);

/// What becomes of roots of one iteration space that wait for joined values.
struct divided_roots {
  /// Values that must be in memory first, since not all that reads them does so element by element,
  /// or since others may ask for them. If there are any, no root is divided.
  std::vector<node_ptr> wanted;
  std::vector<bool> is_divided;  ///< of each root
  std::vector<root_part> parts;  ///< of those that are, in their place
  std::vector<node_ptr> joined;  ///< that the parts read parts of, and nobody else anything
};

/// How many owners of a value are none that read it.
using other_owners = std::function<std::int64_t(const node&)>;

/// Divides roots that read joined values element by element where these are joined: each part is
/// computed of a part of every operand.
[[nodiscard]] divided_roots divide_roots(std::span<const root> roots,
                                         std::span<const pending_value> pending,
                                         const finished_values& finished,
                                         const other_owners& others);

}  // namespace gpu::graph
