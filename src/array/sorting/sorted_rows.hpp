// SPDX-License-Identifier: BSD-3-Clause
// Rows sorted on a GPU, as keys of gpu/elementwise/support/sort_key.hpp.
#pragma once

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// The keys of the elements of `matrix`, each row sorted: uint32, or uint64 for elements of 8
/// bytes.
[[nodiscard]] graph::node_ptr sorted_row_keys(const graph::node_ptr& matrix);

}  // namespace gpu::detail
