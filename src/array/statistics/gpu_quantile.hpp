// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/array/statistics/quantile.hpp>

#include "array/sorting/row_layout.hpp"

namespace gpu::detail {

/// Quantiles of the rows of a matrix: of short rows, which are sorted, or of the elements that they
/// lie between, which are selected.
/// @param extents  of the result: those of q, then of the rows
[[nodiscard]] graph::node_ptr quantiles_on_gpu(const quantile_call& call, const row_layout& layout,
                                               const graph::node_ptr& matrix, const shape& extents,
                                               device where);

}  // namespace gpu::detail
