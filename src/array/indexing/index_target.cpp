// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/index_target.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <gpu/array/expression.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>

namespace gpu::detail {

using graph::node_ptr;

node_ptr index_target::node() const {
  return part_ ? graph::make_view(array_->node(), *part_) : array_->node();
}

node_ptr index_target::read_node() const {
  return part_ ? graph::make_view(array_->read_node(), *part_) : array_->read_node();
}

layout index_target::place() const {
  const layout whole = row_major(array_->extents());
  return part_ ? apply(*part_, whole) : whole;
}

node_ptr index_target::in_array(const node_ptr& positions) const {
  return part_ ? positions_at(place(), positions) : positions;
}

node_ptr positions_at(const layout& from, const node_ptr& positions) {
  const expression<std::int64_t> at(positions);
  const auto size = element_count(from.extents);
  if (const std::optional<layout> flat = gpu::reshape(from, {size}))
    return (at * std::int64_t{flat->strides[0]} + std::int64_t{flat->offset}).node();
  expression<std::int64_t> result = at * std::int64_t{0} + std::int64_t{from.offset};
  std::ptrdiff_t behind = std::max<std::ptrdiff_t>(size, 1);
  for (std::size_t axis = 0; axis < from.extents.size(); ++axis) {
    const std::int64_t extent = std::max<std::ptrdiff_t>(from.extents[axis], 1);
    behind /= extent;
    const expression<std::int64_t> along =
        remainder(floor_divide(at, std::int64_t{behind}), extent);
    result = result + along * std::int64_t{from.strides[axis]};
  }
  return result.node();
}

}  // namespace gpu::detail
