// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/gpu_quantile.hpp"

#include <cstdint>
#include <vector>

#include <gpu/array/creation.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/elementwise/equal.hpp>
#include <gpu/kernels/functors/quantile.hpp>
#include <gpu/kernels/reductions/count_nonzero.hpp>

#include "array/listed_indices.hpp"
#include "array/sorting/ranks.hpp"
#include "array/sorting/sorted_rows.hpp"
#include "array/statistics/quantile_types.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "graph/functor_op.hpp"
#include "vendor/cub/ranked_elements.hpp"

namespace gpu::detail {
namespace {

using graph::node_ptr;

/// How many ranks are selected of a row: of each quantile the two that it lies between; then that
/// of the last number.
std::ptrdiff_t rank_count(const quantile_call& call) {
  return 2 * static_cast<std::ptrdiff_t>(call.q.size()) + 1;
}

node_ptr of_sorted(const quantile_call& call, const row_layout& layout, const node_ptr& matrix,
                   const node_ptr& q, const shape& extents, device where) {
  const graph::op_record* const op =
      visit_quantile_types(call, matrix->type, []<class R, class T, class V>() {
        return &graph::functor_record<kernels::quantile<R, T, V>>();
      });
  return graph::apply(*op, graph::make_flat_index(extents, where),
                      graph::make_address(sorted_row_keys(matrix)), graph::make_address(q),
                      layout.rows, layout.columns, static_cast<int>(call.rule), call.skips_nans);
}

/// The ranks in all rows, if all elements are numbers.
template <class V>
std::vector<std::int64_t> equal_ranks(const quantile_call& call, std::ptrdiff_t columns) {
  std::vector<std::int64_t> ranks;
  for (const double q : call.q) {
    const auto place = math::place_of_quantile(call.rule, columns, static_cast<V>(q));
    ranks.push_back(place.previous);
    ranks.push_back(place.next);
  }
  ranks.push_back(columns - 1);
  return ranks;
}

/// The ranks in each row, among as many numbers as it has.
template <class V>
node_ptr ranks_by_row(const quantile_call& call, const row_layout& layout, const node_ptr& matrix,
                      const node_ptr& q, device where) {
  const node_ptr is_number = apply_op<ops::equal>(matrix, matrix);
  const node_ptr numbers = plain_reduction<reductions::count_nonzero>::make(is_number, {1});
  const auto count = rank_count(call);
  return graph::apply(graph::functor_record<kernels::quantile_rank<V>>(),
                      graph::make_flat_index({layout.rows, count}, where),
                      graph::make_address(numbers), graph::make_address(q), count,
                      static_cast<int>(call.rule));
}

template <class V>
node_ptr ranks(const quantile_call& call, const row_layout& layout, const node_ptr& matrix,
               const node_ptr& q, device where) {
  if (call.skips_nans && traits(matrix->type).kind == dtype_kind::floating)
    return ranks_by_row<V>(call, layout, matrix, q, where);
  return listed_indices(equal_ranks<V>(call, layout.columns), where);
}

node_ptr of_selected(const quantile_call& call, const row_layout& layout, const node_ptr& matrix,
                     const node_ptr& q, const shape& extents, device where) {
  const node_ptr wanted = call.in_float32 ? ranks<float>(call, layout, matrix, q, where)
                                          : ranks<double>(call, layout, matrix, q, where);
  const graph::op_record* const op =
      visit_quantile_types(call, matrix->type, []<class R, class T, class V>() {
        return &graph::functor_record<kernels::quantile_of_selected<R, T, V>>();
      });
  const auto count = rank_count(call);
  return graph::apply(*op, graph::make_flat_index(extents, where),
                      graph::make_address(elements_of_ranks(matrix, wanted)),
                      graph::make_address(wanted), graph::make_address(q), layout.rows, count,
                      wanted->extents.size() == 2 ? count : 0, static_cast<int>(call.rule));
}

}  // namespace

node_ptr quantiles_on_gpu(const quantile_call& call, const row_layout& layout,
                          const node_ptr& matrix, const shape& extents, device where) {
  const auto count = static_cast<std::ptrdiff_t>(call.q.size());
  const node_ptr q = graph::make_cast(from_host<double>(call.q.data(), {count}, where).node(),
                                      call.in_float32 ? dtype::float32 : dtype::float64);
  return vendor::selects_ranks(where, layout.columns, rank_count(call))
             ? of_selected(call, layout, matrix, q, extents, where)
             : of_sorted(call, layout, matrix, q, extents, where);
}

}  // namespace gpu::detail
