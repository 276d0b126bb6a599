// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <gpu/core/index_mode.hpp>
#include <gpu/graph/node.hpp>

#include "graph/gather.hpp"

namespace gpu::detail {

/// An axis of `size` elements that indices name, for a result that has elements unless `is_empty`.
/// @throws index_error  "index 0 is out of bounds for axis 0 with size 0"
[[nodiscard]] graph::indexed_axis named_axis(const graph::node_ptr& index, std::ptrdiff_t size,
                                             std::ptrdiff_t stride, std::size_t number,
                                             bool is_empty);

/// Where the elements lie that `take_along_axis` reads and `put_along_axis` writes.
struct places_along_axis {
  layout kept;
  graph::indexed_axis axis;
};
/// @throws value_error  "`indices` and `arr` must have the same number of dimensions"; axis_error,
///         index_error, shape_error
[[nodiscard]] places_along_axis along_axis(const shape& extents, const shape& strides,
                                           const graph::node_ptr& indices, std::ptrdiff_t axis);

/// `a` on a device: what is on none, as a broadcast number, is computed on `where`.
[[nodiscard]] graph::node_ptr placed(const graph::node_ptr& a, device where = current_device());

/// Which elements are taken along an axis.
struct axis_indices {
  std::size_t axis;
  graph::node_ptr indices;  ///< int64, of one axis
};
/// The elements of `a`, along several axes at the indices of each. Indices out of bounds mean what
/// `mode` says, which is not `raise`; axes of extent 0 have no indices.
[[nodiscard]] graph::node_ptr taken_axes(const graph::node_ptr& a,
                                         const std::vector<axis_indices>& along, index_mode mode);

}  // namespace gpu::detail
