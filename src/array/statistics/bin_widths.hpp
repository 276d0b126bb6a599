// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "array/statistics/bin_edges.hpp"

namespace gpu::detail {

/// How many bins an estimator takes for the elements of the vector `a`, between these edges. Waits.
/// @throws value_error  "'x' is not a valid estimator for `bins`"
[[nodiscard]] std::ptrdiff_t estimated_bins(const graph::node_ptr& a, const std::string& estimator,
                                            const outer_edges& outer);
/// @throws as above
void require_estimator(const std::string& name);

}  // namespace gpu::detail
