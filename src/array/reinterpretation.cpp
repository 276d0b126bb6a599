// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/reinterpretation.hpp>

#include <cstddef>
#include <cstdint>

#include <gpu/array/copyto.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/layout.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;

shape reinterpreted_extents(shape extents, std::size_t from, std::size_t to) {
  if (from == to) return extents;
  if (extents.empty())
    throw value_error(
        "Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
  const std::ptrdiff_t bytes = extents.back() * static_cast<std::ptrdiff_t>(from);
  const auto size = static_cast<std::ptrdiff_t>(to);
  if (bytes % size != 0)
    throw value_error(
        "When changing to a larger dtype, its size must be a divisor of the total size in bytes of "
        "the last axis of the array.");
  extents[extents.size() - 1] = bytes / size;
  return extents;
}

/// Whether the leaf is C-contiguous, and begins where an element of the size may.
bool is_aligned_for(const graph::leaf_node& leaf, std::size_t size) {
  const std::size_t begin = static_cast<std::size_t>(leaf.offset) * size_bytes(leaf.type);
  return is_contiguous(leaf.placement()) && begin % size == 0;
}

}  // namespace

node_ptr reinterpreted(const node_ptr& value, dtype type) {
  if (value->type == type) return value;
  const std::size_t from = size_bytes(value->type);
  const std::size_t to = size_bytes(type);
  layout place = row_major(reinterpreted_extents(value->extents, from, to));
  leaf_ptr leaf = execute::evaluate(value, graph::device_of(value));
  if (!is_aligned_for(*leaf, to)) leaf = moved_to(node_ptr(leaf.get()), *leaf->where, true);
  place.offset = leaf->offset * static_cast<std::ptrdiff_t>(from) / static_cast<std::ptrdiff_t>(to);
  return node_ptr(new graph::leaf_node(leaf->block, type, place, *leaf->where));
}

node_ptr byteswapped(const node_ptr& value) {
  const bool is_complex = traits(value->type).kind == dtype_kind::complex;
  const auto item = static_cast<std::ptrdiff_t>(size_bytes(value->type));
  const std::ptrdiff_t number = is_complex ? item / 2 : item;
  const std::ptrdiff_t count = element_count(value->extents);
  if (number == 1) return node_ptr(copied_leaf(value).get());
  const node_ptr bytes = reinterpreted(graph::make_reshape(value, {count, 1}), dtype::uint8);
  const expression<std::uint8_t> numbers(
      graph::make_reshape(bytes, {count * item / number, number}));
  const node_ptr swapped = graph::make_reshape(gpu::flip(numbers, 1).node(), {count, item});
  return graph::make_reshape(reinterpreted(swapped, value->type), value->extents);
}

}  // namespace gpu::detail
