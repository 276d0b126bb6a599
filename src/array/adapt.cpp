// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/adapt.hpp>
#include <gpu/array/xtensor_adapt.hpp>

#include <functional>
#include <utility>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "array/borrowed_memory.hpp"
#include "array/foreign_layout.hpp"
#include "core/reversed.hpp"

namespace gpu::detail {
namespace {

graph::leaf_ptr leaf_at(const void* data, dtype type, const shape& extents, bool is_written,
                        const adapt_options& options) {
  const std::ptrdiff_t count = layout_of_foreign(extents, row_major_strides(extents)).count;
  const std::size_t bytes = static_cast<std::size_t>(count) * size_bytes(type);
  require_usable(data, bytes, type);
  std::function<void()> release;
  if (options.owner) release = [owner = options.owner] {};  // which ends with it
  ref_ptr<memory_block> block =
      borrow_memory(options.where, data, bytes, options.stream,
                    is_written ? borrowed_for::writing : borrowed_for::reading, std::move(release));
  return graph::leaf_ptr(
      new graph::leaf_node(std::move(block), type, row_major(extents), options.where));
}

}  // namespace

shape strides_in_fortran_order(const shape& extents) {
  return reversed(row_major_strides(reversed(extents)));
}
shape strides_in_order(const shape& extents, layout_type order) {
  return order == layout_type::column_major ? strides_in_fortran_order(extents)
                                            : row_major_strides(extents);
}

graph::leaf_ptr adapted_leaf(const void* elements, dtype type, const shape& extents,
                             bool is_written, const adapt_options& options) {
  return leaf_at(elements, type, extents, is_written, options);
}

adapted_strides adapted_view(const void* first, dtype type, const shape& extents,
                             const shape& strides, bool is_written, const adapt_options& options) {
  const foreign_layout place = layout_of_foreign(extents, strides);
  const auto* const lowest = static_cast<const std::byte*>(first) -
                             place.elements.offset * static_cast<std::ptrdiff_t>(size_bytes(type));
  require_usable(first, place.count == 0 ? 0 : 1, type);
  adapted_strides result{leaf_at(lowest, type, {place.count}, is_written, options),
                         {extents, {place.elements.offset}, {}}};
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    if (place.elements.strides[axis] != 0)
      result.view.terms.push_back({axis, 0, place.elements.strides[axis]});
  return result;
}

graph::node_ptr viewed(const adapted_strides& adapted) {
  return graph::make_view(graph::node_ptr(adapted.block.get()), adapted.view);
}

void require_element_count(std::size_t found, const shape& extents) {
  if (layout_of_foreign(extents, row_major_strides(extents)).count !=
      static_cast<std::ptrdiff_t>(found))
    throw value_error(text_of("cannot adapt ", found, " elements as an array of shape ", extents));
}

void require_element_count(std::size_t found, const shape& extents, const shape& strides) {
  const foreign_layout place = layout_of_foreign(extents, strides);
  if (place.elements.offset != 0 || place.count > static_cast<std::ptrdiff_t>(found))
    throw value_error(text_of("cannot adapt ", found, " elements as an array of shape ", extents,
                              " and strides ", strides));
}

}  // namespace gpu::detail
