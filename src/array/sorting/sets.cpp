// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/sorting/sets.hpp>

#include <gpu/elementwise/greater_equal.hpp>
#include <gpu/elementwise/less.hpp>
#include <gpu/elementwise/logical_and.hpp>
#include <gpu/elementwise/logical_or.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/kernels/functors/search.hpp>

#include "array/index_values.hpp"
#include "array/joined.hpp"
#include "array/sorting/membership.hpp"
#include "array/statistics/edge_search.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

/// Whether they are uint64 and a signed integer type: their common type is no integer, and rounds.
bool have_no_integer_in_common(dtype a, dtype b) {
  return is_integer(a) && is_integer(b) && !is_integer(promote_types(a, b));
}

/// `found_in` of uint64 and signed integers, compared as int64: what wraps around there is found
/// only where the other one is negative, and none of the elements that are negative is found.
graph::node_ptr integers_found_in(const graph::node_ptr& elements, const graph::node_ptr& tests,
                                  bool invert) {
  const graph::node_ptr whole = graph::make_cast(elements, dtype::int64);
  const graph::node_ptr found = found_in(whole, graph::make_cast(tests, dtype::int64), invert);
  const graph::node_ptr zero = number(dtype::int64, 0);
  return invert ? apply_op<ops::logical_or>(found, apply_op<ops::less>(whole, zero))
                : apply_op<ops::logical_and>(found, apply_op<ops::greater_equal>(whole, zero));
}

}  // namespace

graph::node_ptr found_in(const graph::node_ptr& elements, const graph::node_ptr& tests,
                         bool invert) {
  const device where = graph::device_of(elements, tests);
  if (tests->where && *tests->where != where) throw device_mismatch(where, *tests->where);
  if (have_no_integer_in_common(elements->type, tests->type))
    return integers_found_in(elements, tests, invert);
  const std::ptrdiff_t count = element_count(tests->extents);
  if (count == 0) return filled_node(dtype::bool_, elements->extents, invert ? 1 : 0, where);
  const dtype type = promote_types(elements->type, tests->type);
  graph::node_ptr table = sorted(graph::make_cast(tests, type), {std::nullopt, false}, false);
  if (!table->where) table = graph::node_ptr(execute::evaluate(table, where).get());
  if (where.is_cpu() && is_worth_table(type, element_count(elements->extents), count))
    return host_membership(graph::make_cast(elements, type), table, invert);
  return graph::apply(graph::functor_record<kernels::is_in>(type), elements,
                      graph::make_address(table), count, invert);
}

graph::node_ptr elements_of_both(const graph::node_ptr& a, const graph::node_ptr& b, dtype type) {
  return joined(
      {graph::make_cast(reshaped(a, {-1}), type), graph::make_cast(reshaped(b, {-1}), type)}, 0);
}

}  // namespace gpu::detail
