// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices as nodes: what every function that multiplies matrices is made of. Shapes
// are checked by the callers.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::linalg::detail {

/// The product of stacks of matrices of one dtype, (..., m, k), (..., k, n) -> (..., m, n), whose
/// other axes broadcast, as an array of `extents`, of as many elements in the same order.
///
/// Sums of float16 and bfloat16 are float32, rounded once; integers wrap; of bools: whether a
/// product is true. Transposed matrices, and stacks in which a matrix is repeated, are read where
/// they lie.
///
/// @throws device_mismatch
[[nodiscard]] graph::node_ptr matrix_product(const graph::node_ptr& a, const graph::node_ptr& b,
                                             const shape& extents);

/// The sums of products along the last axis of arrays of one dtype that broadcast: a reduction,
/// which computes its operands on the way. As `matrix_product`.
[[nodiscard]] graph::node_ptr sum_of_products(const graph::node_ptr& a, const graph::node_ptr& b);

/// The sums of elements over axes, in their dtype. As `matrix_product`.
[[nodiscard]] graph::node_ptr sum_over(const graph::node_ptr& value,
                                       const std::vector<std::ptrdiff_t>& axes);

}  // namespace gpu::linalg::detail
