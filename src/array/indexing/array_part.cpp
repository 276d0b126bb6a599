// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/array_part.hpp>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {
namespace {

[[noreturn]] void throw_scattered(const shape& from, const shape& to) {
  throw value_error(text_of(
      "Unable to avoid creating a copy while creating an array as requested: a view of shape ",
      from, " whose elements lie apart, in shape ", to));
}

/// Where the elements that `shown` shows lie, counted from the first element of the array.
layout place_of(const graph::node& shown, const graph::leaf_node& array) {
  if (shown.kind == graph::node_kind::leaf) {
    layout place = static_cast<const graph::leaf_node&>(shown).placement();
    place.offset -= array.offset;
    return place;
  }
  if (shown.kind == graph::node_kind::view) {
    const auto& view = static_cast<const graph::view_node&>(shown);
    const layout viewed = place_of(*view.viewed, array);
    if (view.affine) return apply(*view.affine, viewed);
    const std::optional<layout> reshaped = reshape(viewed, shown.extents);
    if (!reshaped) throw_scattered(view.viewed->extents, shown.extents);
    return *reshaped;
  }
  // Parts of complex numbers, which are two real ones.
  const auto& part = static_cast<const graph::op_node&>(shown);
  layout place = place_of(*part.operands[0], array);
  place.offset = 2 * place.offset + (part.op.name == "imag" ? 1 : 0);
  for (std::ptrdiff_t& stride : place.strides) stride *= 2;
  return place;
}

}  // namespace

std::optional<placed_elements> elements_of_part(array_base& array, const graph::node_ptr& shown) {
  if (shown->type != array.element()) return std::nullopt;
  return placed_elements(array, place_of(*shown, *array.leaf()));
}

void write_part(array_base& array, graph::node_ptr shown, graph::node_ptr value) {
  const dtype type = shown->type;
  const bool is_part_of_numbers = type != array.element();
  layout place = place_of(*shown, *array.leaf());
  shown = nullptr;
  value = graph::make_cast(value, type);
  // Parts of numbers may be read and written at different places of one memory.
  if (is_part_of_numbers) value = graph::node_ptr(execute::evaluate(value).get());
  execute::assign(value, array.writable_part(value, type, place));
}

}  // namespace gpu::detail
