// SPDX-License-Identifier: BSD-3-Clause
// The different elements of an array, and nothing else about them.
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Whether `distinct_elements` is for elements of that type: real ones, and nans, if there may be
/// any, are one value.
[[nodiscard]] bool has_distinct_elements(dtype type, bool equal_nan);

/// The elements of a vector in memory that differ, ascending, nans as one: the call waits for their
/// number. Of 0 and -0 it is the first one; nan loses its sign and payload.
[[nodiscard]] graph::node_ptr distinct_elements(const graph::node_ptr& vector, device where);

/// The values of sorted floats with the sign of the first zero of `vector`; others as they are.
[[nodiscard]] graph::node_ptr with_first_zero(const graph::node_ptr& values,
                                              const graph::node_ptr& vector);

}  // namespace gpu::detail
