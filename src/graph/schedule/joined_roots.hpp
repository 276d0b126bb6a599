// SPDX-License-Identifier: BSD-3-Clause
// What reads joined values element by element: it is computed part by part, as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graph/schedule/joined_parts.hpp"
#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {

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
