// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/ufunc/outer_axes.hpp>

#include <vector>

#include <gpu/core/slice.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {

graph::node_ptr with_axes_behind(const graph::node_ptr& value, std::size_t count) {
  std::vector<slice> slices(1 + count, newaxis());
  slices.front() = ellipsis();
  return graph::make_view(value, sliced(value->extents, slices));
}

}  // namespace gpu::detail
