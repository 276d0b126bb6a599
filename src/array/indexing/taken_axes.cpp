// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/taken_axes.hpp"

#include <algorithm>

#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "graph/gather.hpp"

namespace gpu::detail {

graph::node_ptr taken_axes(const graph::node_ptr& a, const std::vector<axis_indices>& along,
                           index_mode mode) {
  const graph::node_ptr source =
      a->where ? a : graph::node_ptr(execute::evaluate(a, current_device()).get());
  const std::size_t rank = source->extents.size();
  const shape strides = graph::layout_in_memory(*source).strides;
  layout kept{0, source->extents, strides};
  std::vector<graph::indexed_axis> axes;
  for (const auto& [axis, indices] : along) {
    const std::ptrdiff_t count = element_count(indices->extents);
    shape on_axis(rank, 1);
    on_axis[axis] = count;
    axes.push_back({graph::make_reshape(indices, on_axis),
                    std::max<std::ptrdiff_t>(source->extents[axis], 1), strides[axis], axis});
    kept.extents[axis] = count;
    kept.strides[axis] = 0;
  }
  return graph::make_gather(source, kept, axes, mode, nullptr);
}

}  // namespace gpu::detail
