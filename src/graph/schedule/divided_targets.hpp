// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "graph/schedule/joined_parts.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {

/// The targets of a schedule that are parts of arrays, and the values that are written to them.
class divided_targets {
 public:
  /// Roots for parts, whose values and targets are kept here. A part of a part is one of the whole.
  [[nodiscard]] std::vector<root> add(std::vector<root_part> parts);

  /// The array that `target` is a part of; null: it is none.
  [[nodiscard]] leaf_ptr whole_of(const leaf_node& target) const;

  /// How many owners of a value are here.
  [[nodiscard]] std::int64_t owners_of(const node& value) const;

 private:
  std::vector<root_part> parts_;
  std::unordered_map<const leaf_node*, leaf_ptr> wholes_;  ///< by target
};

}  // namespace gpu::graph
