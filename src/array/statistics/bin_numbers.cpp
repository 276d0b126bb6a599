// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_numbers.hpp"

#include <type_traits>

#include <gpu/kernels/functors/bins.hpp>

#include "array/statistics/edge_table.hpp"
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

graph::node_ptr uniform_bin_numbers(const graph::node_ptr& a, const graph::node_ptr& edges,
                                    const outer_edges& outer, device where) {
  const graph::node_ptr numbers =
      graph::apply(uniform_record(a->type, outer.is_given), a, graph::make_address(edges),
                   outer.width, edges->extents[0] - 1);
  return graph::node_ptr(execute::evaluate(numbers, where).get());
}

graph::node_ptr bin_numbers(const graph::node_ptr& a, const graph::node_ptr& edges, device where) {
  const std::ptrdiff_t bins = edges->extents[0] - 1;
  const dtype type = promote_types(a->type, edges->type);
  const graph::node_ptr element = graph::make_cast(a, type);
  const graph::node_ptr edge = graph::make_cast(edges, type);
  if (where.is_cpu())
    return visit_dtype(type, [&]<class T>(std::type_identity<T>) -> graph::node_ptr {
      const graph::leaf_ptr all = execute::evaluate(edge, where);
      if constexpr (!is_complex<T>)
        return number_each<std::int32_t>(
            element, static_cast<const T*>(all->block->data()), bins + 1,
            [&](T x, const edge_table<T>& table) { return math::bin_between(x, table, bins); });
      return {};
    });
  const graph::node_ptr numbers =
      graph::apply(graph::functor_record<kernels::bin_between>(type), element,
                   graph::make_address(edge), graph::step_of(edge), bins);
  return graph::node_ptr(execute::evaluate(numbers, where).get());
}

}  // namespace gpu::detail
