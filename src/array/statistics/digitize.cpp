// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/digitize.hpp>

#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/kernels/functors/bins.hpp>

#include "array/statistics/edge_search.hpp"
#include "array/ufunc/node_arithmetic.hpp"
#include "graph/functor_op.hpp"

namespace gpu::detail {
namespace {

/// 1 if the edges ascend, -1 if they descend, 0 if they do neither: as NumPy tells.
int direction_of(const std::vector<double>& edges) {
  std::size_t k = 1;
  while (k < edges.size() && edges[k] == edges[0]) ++k;
  if (k >= edges.size()) return 1;
  const bool ascends = edges[0] < edges[k];
  for (; k < edges.size(); ++k)
    if (ascends ? edges[k - 1] > edges[k] : edges[k - 1] < edges[k]) return 0;
  return ascends ? 1 : -1;
}

/// @param edges  in ascending order
graph::node_ptr on_host(const graph::node_ptr& x, const graph::node_ptr& edges, bool descend,
                        bool inclusive) {
  const std::ptrdiff_t count = edges->extents[0];
  return search_each<std::int64_t>(x, edges, [=](auto element, const auto& table) {
    const std::ptrdiff_t before = table.before(element, inclusive);
    return descend ? count - before : before;
  });
}

graph::node_ptr on_gpu(const graph::node_ptr& x, const graph::node_ptr& edges, bool descend,
                       bool inclusive) {
  return graph::apply(graph::functor_record<kernels::digitize>(x->type), x,
                      graph::make_address(edges), graph::step_of(edges), edges->extents[0], descend,
                      inclusive);
}

}  // namespace

graph::node_ptr digitized(const graph::node_ptr& x, const graph::node_ptr& bins, bool right) {
  if (traits(x->type).kind == dtype_kind::complex) throw dtype_error("x may not be complex");
  const graph::node_ptr values = converted(bins, dtype::float64, casting::safe);
  if (bins->extents.empty()) throw value_error("object of too small depth for desired array");
  if (bins->extents.size() > 1) throw value_error("object too deep for desired array");
  std::vector<double> edges(static_cast<std::size_t>(bins->extents[0]));
  read_elements(values, edges.data());
  const int direction = direction_of(edges);
  if (direction == 0) throw value_error("bins must be monotonically increasing or decreasing");
  const dtype type = promote_types(x->type, bins->type);
  const graph::node_ptr element = graph::make_cast(x, type);
  const graph::node_ptr table = graph::make_cast(bins, type);
  const graph::node_ptr edge = direction < 0 ? flipped(table, {0}) : table;
  const device where = graph::device_of(x, bins);
  if (where.is_cpu()) return on_host(element, edge, direction < 0, !right);
  if (edges.empty()) {
    const graph::node_ptr zeros = graph::make_broadcast(number(dtype::int64, 0), x->extents);
    return graph::node_ptr(execute::evaluate(zeros, where).get());
  }
  return on_gpu(element, edge, direction < 0, !right);
}

}  // namespace gpu::detail
