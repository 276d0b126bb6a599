// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/triangular.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <gpu/core/error.hpp>
#include <gpu/elementwise/greater_equal.hpp>
#include <gpu/elementwise/less_equal.hpp>
#include <gpu/elementwise/where.hpp>

#include "array/assembly.hpp"
#include "array/host_matrices.hpp"
#include "array/index_values.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "graph/near_gather.hpp"

namespace gpu::detail {
namespace {

/// Whether matrices are on the host and have many elements, in rows that are worth a copy of each.
bool should_copy_triangles(std::ptrdiff_t size, std::ptrdiff_t columns, device where) {
  constexpr std::ptrdiff_t min_row = 8;
  return where.is_cpu() && size >= min_assembled_size && columns >= min_row;
}

}  // namespace

graph::node_ptr tri_node(dtype type, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t k,
                         device where) {
  rows = std::max<std::ptrdiff_t>(rows, 0);
  columns = std::max<std::ptrdiff_t>(columns, 0);
  if (should_copy_triangles(element_count({rows, columns}), columns, where))
    return graph::make_reshape(triangles_on_host(graph::make_broadcast(number(type, 1), {1, 1, 1}),
                                                 {1, rows, columns}, k, triangle::lower),
                               {rows, columns});
  const graph::node_ptr distance = diagonal_distance(rows, columns, k, where);
  return graph::make_cast(apply_op<ops::greater_equal>(distance, number(dtype::int64, 0)), type);
}

graph::node_ptr triangle_of(const graph::node_ptr& m, std::ptrdiff_t k, triangle which) {
  const shape& extents = m->extents;
  if (extents.empty()) throw value_error("a triangle requires an array of at least one dimension");
  const std::ptrdiff_t columns = extents.back();
  const std::ptrdiff_t rows = extents.size() > 1 ? extents[extents.size() - 2] : columns;
  shape wanted = extents;
  if (wanted.size() == 1) wanted.insert(0, rows);
  const std::ptrdiff_t size = element_count(wanted);
  if (should_copy_triangles(size, columns, graph::device_of(m))) {
    const std::ptrdiff_t count = size / rows / columns;
    const graph::node_ptr matrices =
        graph::make_reshape(m, {count, extents.size() > 1 ? rows : 1, columns});
    return graph::make_reshape(triangles_on_host(matrices, {count, rows, columns}, k, which),
                               wanted);
  }
  constexpr std::ptrdiff_t max_extent = std::numeric_limits<std::int32_t>::max() / 2;
  const dtype type = rows <= max_extent && columns <= max_extent ? dtype::int32 : dtype::int64;
  const graph::node_ptr distance =
      graph::make_cast(diagonal_distance(rows, columns, k, graph::device_of(m)), type);
  const graph::node_ptr zero = number(type, 0);
  const graph::node_ptr kept = which == triangle::lower
                                   ? apply_op<ops::greater_equal>(distance, zero)
                                   : apply_op<ops::less_equal>(distance, zero);
  const graph::node_ptr other = number(m->type, 0);
  if (const graph::node_ptr read = graph::make_read_where(kept, m, other)) return read;
  return apply_op<ops::where>(kept, m, other);
}

}  // namespace gpu::detail
