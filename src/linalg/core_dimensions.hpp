// SPDX-License-Identifier: BSD-3-Clause
// The rules of NumPy's generalised ufuncs: each operand ends in core dimensions, of which one has
// the same extent in both; the axes before them broadcast.
#pragma once

#include <cstddef>

#include <gpu/core/shape.hpp>

namespace gpu::linalg::detail {

/// A function of two operands. The last axis of the first one is summed over, and `summed` of the
/// second, counted from the end, if it has so many axes; else its last one.
struct generalized_ufunc {
  const char* name;
  const char* signature;
  std::size_t min_rank[2];   ///< axes that the operands need
  std::size_t core_rank[2];  ///< axes that do not broadcast, if an operand has so many
  std::size_t summed;
};

/// @throws shape_error  "matmul: Input operand 0 does not have enough dimensions (has 0, gufunc
/// core
///                      with signature ... requires 1)", "matmul: Input operand 1 has a mismatch in
///                      its core dimension 0, with gufunc signature ... (size 2 is different from
///                      3)"
void require_core_dimensions(const generalized_ufunc& function, const shape& a, const shape& b);

/// The axes before the core dimensions, broadcast.
/// @param core_result   the core dimensions of the result, for the message
/// @throws shape_error  "operands could not be broadcast together with remapped shapes
///                      [original->remapped]: (2,2,3)->(2,newaxis,newaxis) ..."
[[nodiscard]] shape batch_of(const generalized_ufunc& function, const shape& a, const shape& b,
                             const shape& core_result);

}  // namespace gpu::linalg::detail
