// SPDX-License-Identifier: BSD-3-Clause
// What falls into bins, counted or added up. The bits are the same in every run.
#pragma once

#include <cstddef>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The most bins that there may be.
inline constexpr std::ptrdiff_t max_bins = 0x7ffffffe;

/// How many of the integers in `bin` are 0, 1, ... bins - 1; others are not counted. int64. On
/// `cpu()` they are int32.
[[nodiscard]] graph::node_ptr count_bins(const graph::node_ptr& bin, std::ptrdiff_t bins,
                                         device where);

/// The sum of the float64 weights of the elements of each bin. On `cpu()`, and on a GPU if there
/// are very many bins, they are added in their order, as NumPy does.
[[nodiscard]] graph::node_ptr sum_bins(const graph::node_ptr& bin, const graph::node_ptr& weights,
                                       std::ptrdiff_t bins, device where);

}  // namespace gpu::detail
