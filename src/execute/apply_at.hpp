// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::execute {

/// Updates of rows of an array, one after the other: `row[key] = f(row[key], operand[i])` for each
/// key i. Rows have `row_size` elements; an array that is updated element by element, one.
struct at_update {
  const graph::op_record& op;  ///< of one or two inputs, and one output
  int loop;
  graph::leaf_ptr target;  ///< C-contiguous
  std::ptrdiff_t rows;
  std::ptrdiff_t row_size;
  graph::leaf_ptr keys;     ///< uint32 or uint64; `rows` stands for what lies outside the array
  graph::leaf_ptr operand;  ///< of the loop's second input dtype; null if it has none
  std::ptrdiff_t operand_row = 0;   ///< from one update's operands to the next one's
  std::ptrdiff_t operand_step = 0;  ///< from one element's operand to the next one's
};

/// Applies the updates as if in the order of their keys, so that the bits do not depend on how they
/// are spread over threads. False, and nothing written, if one of the keys is `rows`.
/// @enqueue on the device's current stream. Waits until the keys are known to be good, unless the
///          stream is being captured: then the launched graph writes nothing if one is `rows`.
[[nodiscard]] bool apply_at(const at_update& update);

}  // namespace gpu::execute
