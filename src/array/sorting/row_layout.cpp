// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/row_layout.hpp"

#include <algorithm>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>

namespace gpu::detail {
namespace {

std::uint64_t row_axes(std::size_t rank, const reduction_axes& along) {
  std::vector<std::size_t> seen;
  for (const std::ptrdiff_t axis : along.list()) seen.push_back(normalize_axis_index(axis, rank));
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
    throw value_error("repeated axis");
  return along.bits(rank);
}

}  // namespace

row_layout::row_layout(const shape& extents, const reduction_axes& along)
    : axes(row_axes(extents.size(), along)), rows(1), columns(1) {
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const bool is_reduced = (axes >> axis & 1) != 0;
    (is_reduced ? columns : rows) *= extents[axis];
    if (!is_reduced) kept.push_back(extents[axis]);
  }
}

graph::node_ptr row_layout::matrix(const graph::node_ptr& value) const {
  axes_list order;
  for (const std::uint64_t wanted : {0u, 1u})
    for (std::size_t axis = 0; axis < value->extents.size(); ++axis)
      if ((axes >> axis & 1) == wanted) order.push_back(static_cast<std::ptrdiff_t>(axis));
  const graph::node_ptr ordered = order.size() < 2 ? value : transposed(value, order);
  return graph::make_reshape(ordered, {rows, columns});
}

shape row_layout::with_ones() const {
  shape extents = kept;
  for (std::size_t axis = 0; axis < max_rank; ++axis)
    if ((axes >> axis & 1) != 0) extents.insert(axis, 1);
  return extents;
}

}  // namespace gpu::detail
