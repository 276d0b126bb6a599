// SPDX-License-Identifier: BSD-3-Clause
// Elements along an axis left out, put in and repeated, on the host: they are copied to their
// places.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::detail {

/// `a`, on `cpu()`, without the elements along `axis` whose flag is not set.
/// @param is_kept  for each index of the axis
/// @param count    of the flags that are set, at least one
[[nodiscard]] graph::node_ptr kept_on_host(const graph::node_ptr& a, std::size_t axis,
                                           std::unique_ptr<bool[]> is_kept, std::ptrdiff_t count);

/// `a`, on `cpu()`, with one of `values` before each of `places` along `axis`.
/// @param values  of the dtype of `a`; as many along the axis as there are places
/// @param places  not negative
[[nodiscard]] graph::node_ptr inserted_on_host(const graph::node_ptr& a, std::size_t axis,
                                               const graph::node_ptr& values,
                                               const std::vector<std::ptrdiff_t>& places);

/// `a`, on `cpu()`, with each element along `axis` repeated.
/// @param counts  for each index of the axis; not negative
/// @param length  their sum
[[nodiscard]] graph::node_ptr repeated_on_host(const graph::node_ptr& a, std::size_t axis,
                                               const std::vector<std::ptrdiff_t>& counts,
                                               std::ptrdiff_t length);

}  // namespace gpu::detail
