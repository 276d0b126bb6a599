// SPDX-License-Identifier: BSD-3-Clause
// The elements over which something is computed, as the rows of a matrix.
#pragma once

#include <cstdint>

#include <gpu/array/reduction/axes.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::detail {

struct row_layout {
  std::uint64_t axes;   ///< bit i is set for axis i if rows go along it
  shape kept;           ///< the other extents
  std::ptrdiff_t rows;  ///< their product
  std::ptrdiff_t columns;

  /// @throws axis_error, value_error  "repeated axis"
  row_layout(const shape& extents, const reduction_axes& along);

  /// `value`, which has those extents, as a matrix.
  [[nodiscard]] graph::node_ptr matrix(const graph::node_ptr& value) const;
  /// The extents of a result of one element for each row, if the axes stay.
  [[nodiscard]] shape with_ones() const;
};

}  // namespace gpu::detail
