// SPDX-License-Identifier: BSD-3-Clause
// Matrices that are zero except on a diagonal or on one side of it, on the host: computed when they
// are needed, without asking each element where it is.
#pragma once

#include <cstddef>

#include <gpu/array/triangular.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The square matrix of `rows` rows with the elements of `v`, on `cpu()`, on diagonal `k`.
/// @param v  of one axis: all that the diagonal has
[[nodiscard]] graph::node_ptr diagonal_matrix_on_host(const graph::node_ptr& v, std::ptrdiff_t rows,
                                                      std::ptrdiff_t k);

/// What stands on diagonal `k` of the matrices of `extents`, and on one side of it; zeros on the
/// other.
/// @param m        of the shape (count, rows, columns), or of extent 1 along axes where all is
/// equal
/// @param extents  (count, rows, columns)
[[nodiscard]] graph::node_ptr triangles_on_host(const graph::node_ptr& m, const shape& extents,
                                                std::ptrdiff_t k, triangle which);

}  // namespace gpu::detail
