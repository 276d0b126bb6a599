// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/sorted_rows.hpp"

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/user_kernel/elementwise_kernel.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/execute/evaluate.hpp>

#include "execute/operation.hpp"
#include "vendor/cub/sorting.hpp"

namespace gpu::detail {

graph::node_ptr sorted_row_keys(const graph::node_ptr& matrix, const row_layout& layout,
                                device where) {
  const dtype type = matrix->type;
  const dtype key = size_bytes(type) > 4 ? dtype::uint64 : dtype::uint32;
  const elementwise_kernel keys(
      text_of(facts(type).name, " x"), text_of(facts(key).name, " key"),
      text_of("key = gpu::math::sort_key(static_cast<", facts(type).device, ">(x))"), "sort_key",
      {.preamble = "#include <gpu/elementwise/support/sort_key.hpp>\n"});
  const any_expression made = keys(any_expression(matrix));
  const graph::leaf_ptr unsorted = execute::evaluate(made.node(), where);
  const graph::leaf_ptr sorted = uninitialised_leaf(key, matrix->extents, where);
  execute::operation sorting(where);
  vendor::sort_rows(
      {sorting.input(*unsorted), sorting.output(*sorted), static_cast<int>(size_bytes(key))},
      layout.rows, layout.columns, sorting.stream());
  return graph::node_ptr(sorted.get());
}

}  // namespace gpu::detail
