// SPDX-License-Identifier: BSD-3-Clause
#include "array/sorting/ranks.hpp"

#include <cstdint>

#include <gpu/array/creation.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/graph/build.hpp>
#include <gpu/graph/library_function.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/indexing/positions.hpp"
#include "array/sorting/sorted_rows.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "execute/operation.hpp"
#include "vendor/cub/ranked_elements.hpp"

namespace gpu::detail {
namespace {

using execute::operation;

class selection_by_rank : public graph::library_function {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "select"; }
  [[nodiscard]] bool equals(const graph::library_function& other) const override {
    return dynamic_cast<const selection_by_rank*>(&other) != nullptr;
  }
  void run(operation& work) const override {
    const operation::array& in = work.input(0);
    const operation::array& ranks = work.input(1);
    vendor::select_ranks({in.data, in.type, in.place.extents[0], in.place.extents[1]},
                         {reinterpret_cast<const std::int64_t*>(ranks.data),
                          ranks.place.extents.back(), ranks.place.extents.size() == 2},
                         work.output().data, work.stream());
  }
};

}  // namespace

bool selects_ranks(device where, std::ptrdiff_t columns, std::size_t count) {
  return vendor::selects_ranks(where, columns, static_cast<std::ptrdiff_t>(count));
}

graph::node_ptr elements_of_ranks(const graph::node_ptr& matrix, const graph::node_ptr& ranks) {
  return graph::make_library_node(ref_ptr<const graph::library_function>(new selection_by_rank),
                                  graph::operand_list::of(matrix, ranks), matrix->type,
                                  {matrix->extents[0], ranks->extents.back()},
                                  ranks->where.value_or(current_device()));
}

graph::node_ptr positions_of_first(const graph::node_ptr& matrix, std::ptrdiff_t count,
                                   bool descending) {
  const device where = matrix->where.value_or(current_device());
  const shape& extents = matrix->extents;
  const std::int64_t rank = descending ? extents[1] - count : count - 1;
  const graph::node_ptr last =
      elements_of_ranks(matrix, from_host<std::int64_t>(&rank, {1}, where).node());
  const graph::node_ptr keys = order_keys(matrix, descending);
  const graph::node_ptr last_key = graph::make_broadcast(order_keys(last, descending), extents);
  const expression<bool> is_before(apply_op<ops::less>(keys, last_key));
  const expression<bool> is_last(apply_op<ops::equal>(keys, last_key));
  // Of those that are equal to the last one the first are taken.
  const auto wanted = std::int64_t{count} - gpu::sum(is_before, 1, gpu::keepdims);
  const auto number = gpu::cumsum(is_last, 1, as_dtype<std::int32_t>);
  const expression<bool> mask = is_before | (is_last & (number <= wanted));
  const graph::node_ptr positions = graph::make_reshape(
      known_positions_of(mask.node(), extents[0] * count, where), {extents[0], count});
  return (expression<std::int64_t>(positions) % std::int64_t{extents[1]}).node();
}

}  // namespace gpu::detail
