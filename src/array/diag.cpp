// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/diag.hpp>

#include <algorithm>

#include <gpu/array/indexing/take.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/elementwise/equal.hpp>
#include <gpu/elementwise/where.hpp>

#include "array/assembly.hpp"
#include "array/host_matrices.hpp"
#include "array/index_values.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

/// What stands on diagonal `k`, as a row of the matrix: by column, anything where there is nothing.
graph::node_ptr as_row(const graph::node_ptr& v, std::ptrdiff_t columns, std::ptrdiff_t k,
                       device where) {
  if (columns == v->extents[0]) return v;
  if (v->extents[0] == 0) return number(v->type, 0);
  const graph::node_ptr index =
      graph::make_index({columns}, 0, -std::max<std::ptrdiff_t>(k, 0), 1, where);
  return taken(v, index, 0, index_mode::clip);
}

graph::node_ptr matrix_of(const graph::node_ptr& v, std::ptrdiff_t k) {
  const device where = graph::device_of(v);
  const auto distance_from_main =
      k < 0 ? 0 - static_cast<std::size_t>(k) : static_cast<std::size_t>(k);
  // Too many rows for their type are negative, and refused as such.
  const auto rows =
      static_cast<std::ptrdiff_t>(static_cast<std::size_t>(v->extents[0]) + distance_from_main);
  if (where.is_cpu() && v->extents[0] != 0 && element_count({rows, rows}) >= min_assembled_size)
    return diagonal_matrix_on_host(v, rows, k);
  const graph::node_ptr distance = diagonal_distance(rows, rows, k, where);
  return apply_op<ops::where>(apply_op<ops::equal>(distance, number(dtype::int64, 0)),
                              as_row(v, rows, k, where), number(v->type, 0));
}

}  // namespace

graph::node_ptr diag_node(const graph::node_ptr& v, std::ptrdiff_t k) {
  if (v->extents.size() == 1) return matrix_of(v, k);
  if (v->extents.size() == 2) return diagonal_of(v, k, 0, 1);
  throw value_error("Input must be 1- or 2-d.");
}

graph::node_ptr diagflat_node(const graph::node_ptr& v, std::ptrdiff_t k) {
  return matrix_of(reshaped(v, {-1}), k);
}

graph::node_ptr diag_index(std::ptrdiff_t rows, device where) {
  return graph::make_index({std::max<std::ptrdiff_t>(rows, 0)}, 0, 0, 1, where);
}

}  // namespace gpu::detail
