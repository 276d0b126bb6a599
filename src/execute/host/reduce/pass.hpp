// SPDX-License-Identifier: BSD-3-Clause
// One pass over the elements of some rows, which finishes reductions of a kernel.
#pragma once

#include <cstddef>
#include <vector>

#include "execute/host/reduce/accumulator_array.hpp"
#include "execute/host/reduce/block_reader.hpp"
#include "execute/host/reduce/row_group.hpp"

namespace gpu::execute {

/// One reduction of a pass.
struct pass_reduction {
  std::size_t instruction;
  const graph::host_reduction* loops;
  std::vector<std::size_t> inputs;  ///< positions in `pass_inputs::values`
};

/// Reductions whose operands are known before the pass, and that read them in the same way.
struct reduction_pass {
  pass_inputs inputs;
  std::vector<pass_reduction> reductions;
};

/// The accumulators of the rows, for each of the reductions.
[[nodiscard]] std::vector<accumulator_array> reduce_elements(const row_group& group,
                                                             const reduction_pass& pass);

}  // namespace gpu::execute
