// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/sorted_rows.hpp"

#include <gpu/graph/library_function.hpp>
#include <gpu/kernels/functors/quantile.hpp>

#include "execute/operation.hpp"
#include "graph/functor_op.hpp"
#include "vendor/cub/sorting.hpp"

namespace gpu::detail {
namespace {

/// Sorts each row of a matrix of unsigned keys.
class row_sort : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "sort"; }
  void run(execute::operation& work) const override {
    const execute::operation::array& keys = work.input(0);
    vendor::sort_rows({keys.data, work.output().data, static_cast<int>(size_bytes(keys.type))},
                      keys.place.extents[0], keys.place.extents[1], work.stream());
  }
};

}  // namespace

graph::node_ptr sorted_row_keys(const graph::node_ptr& matrix) {
  const graph::node_ptr keys =
      graph::apply(graph::functor_record<kernels::sort_key>(matrix->type), matrix);
  return graph::make_library_node(ref_ptr<const graph::library_function>(new row_sort),
                                  graph::operand_list::of(keys), keys->type, keys->extents);
}

}  // namespace gpu::detail
