// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::linalg::detail {

/// The sum of the products of the conjugates of `a` and `b`, vectors of one length and dtype, by a
/// BLAS. Null unless they are complex, in memory on `cpu()`, and there is a BLAS.
[[nodiscard]] graph::node_ptr conjugated_product_by_blas(const graph::node_ptr& a,
                                                         const graph::node_ptr& b);

}  // namespace gpu::linalg::detail
