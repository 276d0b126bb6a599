// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/indexing/indexed_view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/ops.hpp>

#include "graph/gather.hpp"

namespace gpu::detail {
namespace {

using graph::leaf_ptr;
using graph::node_ptr;
using int_expression = expression<std::int64_t>;

const std::byte* bytes_of(const leaf_ptr& leaf) {
  return static_cast<const std::byte*>(leaf->block->data()) +
         leaf->offset * static_cast<std::ptrdiff_t>(size_bytes(leaf->type));
}

/// `value` broadcast, without leading axes of extent 1 if it has too many, which NumPy drops.
node_ptr broadcast_value(const node_ptr& value, const shape& extents) {
  shape own = value->extents;
  while (own.size() > extents.size() && own.front() == 1) own.erase(0);
  try {
    return graph::make_broadcast(graph::make_reshape(value, own), extents);
  } catch (const shape_error&) {
    throw shape_error(text_of("shape mismatch: value array of shape ", value->extents,
                              " could not be broadcast to indexing result of shape ", extents));
  }
}

/// In order, so that the last value of a position stays.
void write_on_host(const leaf_ptr& target, const leaf_ptr& positions, const leaf_ptr& values) {
  const std::size_t size = size_bytes(target->type);
  auto* const to = static_cast<std::byte*>(target->block->data()) +
                   target->offset * static_cast<std::ptrdiff_t>(size);
  const std::byte* const from = bytes_of(values);
  const auto* const places = reinterpret_cast<const std::int64_t*>(bytes_of(positions));
  const std::ptrdiff_t count = element_count(positions->extents);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    std::memcpy(to + places[i] * static_cast<std::ptrdiff_t>(size),
                from + i * static_cast<std::ptrdiff_t>(size), size);
}

/// Which value is the last one for each element, -1 if there is none; then all elements anew.
void write_on_device(array_base& a, const leaf_ptr& positions, const leaf_ptr& values) {
  const std::ptrdiff_t count = element_count(positions->extents);
  const std::ptrdiff_t size = element_count(a.extents());
  const device where = a.where();
  ndarray<std::int64_t> last = full<std::int64_t>({size}, -1, where);
  const auto flat = [&](const leaf_ptr& leaf) {
    return graph::make_reshape(node_ptr(leaf.get()), {count});
  };
  maximum.at(last, int_expression(flat(positions)), arange<std::int64_t>(count, where));
  const node_ptr chosen =
      taken(flat(values), maximum(last, std::int64_t{0}).node(), std::nullopt, index_mode::clip);
  const node_ptr is_written = (last >= std::int64_t{0}).node();
  const node_ptr own = graph::make_reshape(a.node(), {size});
  const node_ptr all =
      gpu::where(expression<bool>(is_written), any_expression(chosen), any_expression(own)).node();
  a.update(graph::make_reshape(all, a.extents()));
}

}  // namespace

node_ptr elements_at(const node_ptr& a, const node_ptr& positions) {
  const std::ptrdiff_t size = element_count(a->extents);
  const node_ptr source = graph::make_reshape(a, {size});
  const shape& extents = positions->extents;
  const graph::indexed_axis axis = {positions, std::max<std::ptrdiff_t>(size, 1), 1, 0};
  return graph::make_gather(source, {0, extents, shape(extents.size(), 0)}, {&axis, 1},
                            index_mode::clip, nullptr);
}

void write_at(array_base& a, const node_ptr& positions, node_ptr value) {
  value = broadcast_value(graph::make_cast(value, a.element()), positions->extents);
  const leaf_ptr places = execute::evaluate(positions, a.where());
  if (element_count(places->extents) == 0) return;
  const leaf_ptr values = execute::evaluate(value, a.where());
  value = nullptr;
  if (a.where().is_cpu()) return write_on_host(a.writable(), places, values);
  current_stream(a.where()).synchronize();  // throws for indices out of bounds
  write_on_device(a, places, values);
}

}  // namespace gpu::detail
