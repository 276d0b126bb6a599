// SPDX-License-Identifier: BSD-3-Clause
// What the offsets of a gather were made of: so that whoever reads or writes there may do it in
// another way than element by element.
#pragma once

#include <optional>
#include <vector>

#include "graph/gather.hpp"

namespace gpu::graph {

/// The arguments of `make_gather_offset`.
struct gather_parts {
  layout kept;
  std::vector<indexed_axis> axes;
  node_ptr report;
};

/// Those that made `offset`, with `index_mode::raise`; none if it was made otherwise.
[[nodiscard]] std::optional<gather_parts> gather_parts_of(const node_ptr& offset);

}  // namespace gpu::graph
