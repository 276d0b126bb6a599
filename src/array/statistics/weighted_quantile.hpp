// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gpu/array/statistics/quantile.hpp>

#include "array/sorting/row_layout.hpp"

namespace gpu::detail {

/// Quantiles of elements that count by their weights, by the rule inverted_cdf. Computed on the
/// host.
/// @throws value_error  "Weights must be non-negative.", and for weights that do not fit
[[nodiscard]] graph::node_ptr weighted_quantiles(const quantile_call& call,
                                                 const row_layout& layout,
                                                 const graph::node_ptr& value, const shape& extents,
                                                 device where);

}  // namespace gpu::detail
