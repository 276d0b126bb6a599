// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/array_part.hpp>

#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {
namespace {

/// Where the elements that `shown` shows lie in the memory of the array's `leaf`.
layout place_of(const graph::node& shown, const graph::leaf_node& leaf) {
  const layout whole = leaf.placement();
  if (shown.kind == graph::node_kind::leaf) return whole;
  if (shown.kind == graph::node_kind::view) {
    const auto& how = static_cast<const graph::view_node&>(shown).how;
    return how ? apply(*how, whole) : *reshape(whole, shown.extents);
  }
  // Of complex numbers, which are two real ones.
  const auto& part = static_cast<const graph::op_node&>(shown);
  layout place = whole;
  place.offset = 2 * whole.offset + (part.record->name == "imag" ? 1 : 0);
  for (std::ptrdiff_t& stride : place.strides) stride *= 2;
  return place;
}

}  // namespace

void write_part(array_base& array, graph::node_ptr shown, graph::node_ptr value) {
  const dtype type = shown->type;
  const layout place = place_of(*shown, *array.leaf());
  shown = nullptr;
  value = graph::make_cast(value, type);
  // Parts of numbers may be read and written at different places of one memory.
  if (type != array.element()) value = graph::node_ptr(execute::evaluate(value).get());
  const graph::leaf_ptr own = array.writable_for(value);
  execute::assign(
      value, graph::leaf_ptr(new graph::leaf_node(own->block, type, place, array.where())));
}

}  // namespace gpu::detail
