// SPDX-License-Identifier: BSD-3-Clause
#include "graph/near_gather.hpp"

#include <array>
#include <cstdint>
#include <limits>

#include <gpu/core/broadcast.hpp>
#include <gpu/kernels/functors/gather.hpp>
#include <gpu/kernels/functors/near_index.hpp>

#include "graph/functor_op.hpp"
#include "graph/gather.hpp"

namespace gpu::graph {
namespace {

/// Whether 32 bits hold all indices near the axes, and all offsets.
bool fits_32_bits(const layout& source, const std::vector<near_axis>& axes) {
  constexpr std::ptrdiff_t limit = std::numeric_limits<std::int32_t>::max() / 4;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    if (axes[axis].extent > limit || axes[axis].start < -limit || axes[axis].start > limit ||
        source.extents[axis] > limit)
      return false;
  const std::optional<offset_bounds> reach = bounds(source);
  return reach && reach->first >= -4 * limit && reach->last <= 4 * limit;
}

shape extents_of(const std::vector<near_axis>& axes) {
  shape extents;
  for (const near_axis& axis : axes) extents.push_back(axis.extent);
  return extents;
}

/// Whether the source is seen along the axis as it is.
bool is_whole(const near_axis& axis, std::ptrdiff_t size) {
  return axis.start == 0 && axis.extent == size;
}

/// start, start + 1, ... along an axis of the result.
node_ptr index_along(const std::vector<near_axis>& axes, std::size_t axis, dtype type,
                     const std::optional<device>& where) {
  shape extents(axes.size(), 1);
  extents[axis] = axes[axis].extent;
  layout values{axes[axis].start, extents, shape(axes.size(), 0)};
  values.strides[axis] = 1;
  return make_cast(node_ptr(new index_node(values, where)), type);
}

template <class Index>
node_ptr moved(const node_ptr& index, std::ptrdiff_t size, beyond_axis mode) {
  switch (mode) {
    case beyond_axis::edge:
      return apply(functor_record<kernels::nearest_index<Index>>(), index, size);
    case beyond_axis::wrapped:
      return apply(functor_record<kernels::wrapped_index<Index>>(), index, size);
    default: {
      const std::ptrdiff_t repeats = mode == beyond_axis::mirrored_with_ends ? 1 : 0;
      return apply(functor_record<kernels::mirrored_index<Index>>(), index, size, repeats);
    }
  }
}

template <class Index>
node_ptr gathered(const node_ptr& source, const layout& memory, const std::vector<near_axis>& axes,
                  beyond_axis mode) {
  constexpr dtype type = dtype_of<Index>;
  layout kept{0, extents_of(axes), memory.strides};
  std::vector<node_ptr> indices(axes.size());
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const std::ptrdiff_t size = memory.extents[axis];
    if (is_whole(axes[axis], size)) continue;
    kept.strides[axis] = 0;
    indices[axis] = moved<Index>(index_along(axes, axis, type, source->where), size, mode);
  }
  node_ptr offset = make_cast(node_ptr(new index_node(kept, source->where)), type);
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    if (indices[axis])
      offset = apply(functor_record<kernels::known_offset<Index>>(), offset, indices[axis],
                     memory.strides[axis]);
  return apply(functor_record<kernels::element_at>(source->type), make_address(source), offset);
}

/// Offsets that are affine have 64 bits: so those of neighbours differ by a number that is known.
node_ptr read_where(const node_ptr& exists, const node_ptr& source, const layout& places,
                    const node_ptr& otherwise) {
  const node_ptr offset(new index_node(places, source->where));
  return apply(functor_record<kernels::element_or>(source->type), make_address(source), offset,
               exists, otherwise);
}

template <class Index>
node_ptr gathered_within(const node_ptr& source, const layout& memory,
                         const std::vector<near_axis>& axes, const node_ptr& otherwise) {
  constexpr dtype type = dtype_of<Index>;
  layout places{0, extents_of(axes), memory.strides};
  const bool always = true;
  node_ptr exists = make_scalar(dtype::bool_, &always);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    places.offset = moved_by(places.offset, axes[axis].start, memory.strides[axis]);
    const std::ptrdiff_t size = memory.extents[axis];
    if (is_whole(axes[axis], size)) continue;
    exists = apply(functor_record<kernels::is_on_axis<Index>>(), exists,
                   index_along(axes, axis, type, source->where), size);
  }
  return read_where(exists, source, places, otherwise);
}

}  // namespace

node_ptr make_near_gather(const node_ptr& source, const std::vector<near_axis>& axes,
                          beyond_axis mode) {
  const layout memory = layout_in_memory(*source);
  return fits_32_bits(memory, axes) ? gathered<std::int32_t>(source, memory, axes, mode)
                                    : gathered<std::int64_t>(source, memory, axes, mode);
}

node_ptr make_gather_within(const node_ptr& source, const std::vector<near_axis>& axes,
                            const node_ptr& otherwise) {
  const layout memory = layout_in_memory(*source);
  return fits_32_bits(memory, axes)
             ? gathered_within<std::int32_t>(source, memory, axes, otherwise)
             : gathered_within<std::int64_t>(source, memory, axes, otherwise);
}

node_ptr make_read_where(const node_ptr& exists, const node_ptr& value, const node_ptr& otherwise) {
  const node_ptr known = resolved(value);
  if (known->kind != node_kind::leaf) return nullptr;
  const shape extents =
      broadcast_shapes(std::array<const shape*, 2>{&exists->extents, &known->extents});
  const layout memory = broadcast(layout_in_memory(*known), extents);
  return read_where(exists, known, memory, otherwise);
}

}  // namespace gpu::graph
