// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/sorted_rows.hpp"

#include <gpu/array/indexing/access.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/kernels/functors/quantile.hpp>

#include "execute/operation.hpp"
#include "graph/functor_op.hpp"
#include "vendor/cub/sorting.hpp"

namespace gpu::detail {

graph::node_ptr sorted_row_keys(const graph::node_ptr& matrix, const row_layout& layout,
                                device where) {
  const graph::node_ptr keys =
      graph::apply(graph::functor_record<kernels::sort_key>(matrix->type), matrix);
  const graph::leaf_ptr unsorted = execute::evaluate(keys, where);
  const graph::leaf_ptr sorted = uninitialised_leaf(keys->type, matrix->extents, where);
  execute::operation sorting(where);
  vendor::sort_rows(
      {sorting.input(*unsorted), sorting.output(*sorted), static_cast<int>(size_bytes(keys->type))},
      layout.rows, layout.columns, sorting.stream());
  return graph::node_ptr(sorted.get());
}

}  // namespace gpu::detail
