// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_numbers.hpp"

#include <type_traits>

#include <gpu/kernels/functors/bins.hpp>

#include "array/statistics/edge_search.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

const graph::op_record& uniform_record(dtype type, bool is_wide) {
  return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> const graph::op_record& {
    using element = std::conditional_t<real_element<T>, T, double>;
    return is_wide ? graph::functor_record<kernels::uniform_bin<element, double>>()
                   : graph::functor_record<kernels::uniform_bin<element, element>>();
  });
}

}  // namespace

graph::node_ptr bin_numbers(const graph::node_ptr& a, const graph::node_ptr& edges,
                            const std::optional<outer_edges>& outer, device where) {
  if (!edges) return a;
  const std::ptrdiff_t bins = edges->extents[0] - 1;
  if (outer)
    return graph::apply(uniform_record(a->type, outer->is_given), a, graph::make_address(edges),
                        outer->width, bins);
  if (where.is_cpu())
    return search_each<std::int32_t>(
        a, edges, [bins](auto x, const auto& table) { return math::bin_between(x, table, bins); });
  return graph::apply(graph::functor_record<kernels::bin_between>(a->type), a,
                      graph::make_address(edges), graph::step_of(edges), bins);
}

}  // namespace gpu::detail
