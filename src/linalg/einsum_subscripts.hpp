// SPDX-License-Identifier: BSD-3-Clause
// What the subscripts of `einsum` say of the axes of its operands and of its result.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <gpu/core/shape.hpp>

namespace gpu::linalg::detail {

/// The label of an axis: its letter; for those that an ellipsis stands for numbers above all
/// letters, counted from the last axis, so that they align as broadcasting does.
using axis_label = int;
using label_list = std::vector<axis_label>;

/// A label for each axis of each operand, and of the result. Labels may repeat within an operand.
struct einsum_labels {
  std::vector<label_list> operands;
  label_list result;
};

/// Without "->" the result has the axes of ellipses, then the letters that stand there once, in
/// alphabetical order, capital letters first.
///
/// @throws value_error  in NumPy's words, if the subscripts are none, or do not fit the operands
[[nodiscard]] einsum_labels parse_subscripts(std::string_view subscripts,
                                             std::span<const shape> operands);

/// @throws shape_error  "dimensions in operand 0 for collapsing index 'i' don't match (2 != 3)",
///                      "operands could not be broadcast together with remapped shapes ..."
void require_extents(const einsum_labels& labels, std::span<const shape> operands);

}  // namespace gpu::linalg::detail
