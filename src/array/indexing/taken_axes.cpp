// SPDX-License-Identifier: BSD-3-Clause
#include "array/indexing/taken_axes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "array/indexing/gathered.hpp"

namespace gpu::detail {
namespace {

/// Where the indices are, if they are on a device.
device device_of(const std::vector<axis_indices>& along) {
  for (const axis_indices& one : along)
    if (one.indices->where) return *one.indices->where;
  return current_device();
}

}  // namespace

graph::indexed_axis named_axis(const graph::node_ptr& index, std::ptrdiff_t size,
                               std::ptrdiff_t stride, std::size_t number, bool is_empty) {
  if (size == 0 && !is_empty)
    throw index_error(text_of("index ", indices_on_host(index).at(0), " is out of bounds for axis ",
                              number, " with size 0"));
  return {graph::make_cast(index, dtype::int64), std::max<std::ptrdiff_t>(size, 1), stride, number};
}

places_along_axis along_axis(const shape& extents, const shape& strides,
                             const graph::node_ptr& indices, std::ptrdiff_t axis) {
  if (extents.size() != indices->extents.size())
    throw value_error("`indices` and `arr` must have the same number of dimensions");
  const std::size_t along = normalize_axis_index(axis, extents.size());
  shape beside = extents;
  beside[along] = indices->extents[along];
  const shape all = broadcast_shapes(std::array{&std::as_const(beside), &indices->extents});
  layout kept{0, all, strides};
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i == along || beside[i] == 1) kept.strides[i] = 0;
  return {kept,
          named_axis(indices, extents[along], strides[along], along, element_count(all) == 0)};
}

graph::node_ptr placed(const graph::node_ptr& a, device where) {
  return a->where ? a : graph::node_ptr(execute::evaluate(a, where).get());
}

graph::node_ptr taken_axes(const graph::node_ptr& a, const std::vector<axis_indices>& along,
                           index_mode mode) {
  const graph::node_ptr source = placed(a, device_of(along));
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
  return gathered(source, kept, axes, mode, nullptr);
}

}  // namespace gpu::detail
