// SPDX-License-Identifier: BSD-3-Clause
#include "graph/gather.hpp"

#include <algorithm>
#include <cstdint>

#include <gpu/kernels/functors/gather.hpp>

#include "graph/functor_op.hpp"

namespace gpu::graph {
namespace {

/// `before` and what the index adds to it.
node_ptr offset_of(const node_ptr& before, const indexed_axis& axis, index_mode mode,
                   const node_ptr& report) {
  if (mode == index_mode::raise)
    return apply(checked_offset_record(), before, axis.index, axis.size, axis.stride, axis.number,
                 report);
  const op_record& op = mode == index_mode::wrap ? functor_record<kernels::wrapped_offset>()
                                                 : functor_record<kernels::clipped_offset>();
  return apply(op, before, axis.index, axis.size, axis.stride);
}

}  // namespace

const op_record& checked_offset_record() {
  return functor_record<kernels::checked_offset>();
}

layout layout_in_memory(const node& value) {
  const node& known = resolved(value);
  if (known.kind != node_kind::leaf) return row_major(value.extents);
  layout place = static_cast<const leaf_node&>(known).placement();
  place.offset = 0;  // that of the address
  return place;
}

const op_record& moved_offset_record() {
  return functor_record<kernels::moved_offset>();
}

node_ptr make_gather_offset(const std::optional<device>& where, const layout& kept,
                            std::span<const indexed_axis> axes, index_mode mode,
                            const node_ptr& report) {
  const bool is_constant = std::all_of(kept.strides.begin(), kept.strides.end(),
                                       [](std::ptrdiff_t stride) { return stride == 0; });
  const bool is_covered = std::any_of(axes.begin(), axes.end(), [&](const indexed_axis& axis) {
    return axis.index->extents == kept.extents;
  });
  const auto base = [&] { return node_ptr(new index_node(kept, where)); };
  if (axes.empty()) return base();
  const bool is_number = is_constant && is_covered;
  const std::int64_t first = is_number ? kept.offset : 0;
  node_ptr offset = make_scalar(dtype::int64, &first);
  for (const indexed_axis& axis : axes) offset = offset_of(offset, axis, mode, report);
  return is_number ? offset : apply(moved_offset_record(), offset, base());
}

node_ptr make_gather(const node_ptr& source, const layout& kept, std::span<const indexed_axis> axes,
                     index_mode mode, const node_ptr& report) {
  const node_ptr offset = make_gather_offset(source->where, kept, axes, mode, report);
  return apply(functor_record<kernels::element_at>(source->type), make_address(source), offset);
}

}  // namespace gpu::graph
