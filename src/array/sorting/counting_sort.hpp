// SPDX-License-Identifier: BSD-3-Clause
// Rows of bytes on a GPU are sorted by counting: each is read once and written once.
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// Whether that is how rows of the matrix are sorted, which is a library's work else.
[[nodiscard]] bool is_sorted_by_counting(const graph::node_ptr& matrix);

/// The matrix with each row sorted.
[[nodiscard]] graph::node_ptr sorted_by_counting(const graph::node_ptr& matrix, bool descending);

}  // namespace gpu::detail
