// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/histogram.hpp>

#include <algorithm>
#include <utility>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/part_along.hpp"
#include "array/statistics/bin_counts.hpp"
#include "array/statistics/bin_edges.hpp"
#include "array/statistics/bin_sums.hpp"
#include "array/statistics/bin_widths.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {
namespace {

struct bin_layout {
  graph::node_ptr edges;
  std::optional<outer_edges> outer;  ///< if all are of one width
  std::ptrdiff_t count;
  std::vector<double> values;  ///< of the edges, if they are not
};

bin_layout given_layout(const graph::node_ptr& edges) {
  if (edges->extents.size() != 1) throw value_error("`bins` must be 1d, when an array");
  std::vector<double> values(static_cast<std::size_t>(edges->extents[0]));
  read_elements(graph::make_cast(edges, dtype::float64), values.data());
  for (std::size_t k = 1; k < values.size(); ++k)
    if (values[k - 1] > values[k])
      throw value_error("`bins` must increase monotonically, when an array");
  const std::ptrdiff_t count = std::max<std::ptrdiff_t>(edges->extents[0] - 1, 0);
  return {edges, std::nullopt, count, std::move(values)};
}

bin_layout layout_of(const graph::node_ptr& a, const histogram_call& call, device where) {
  const histogram_bins& bins = call.bins;
  if (bins.edges) return given_layout(bins.edges);
  if (!bins.estimator.empty()) {
    require_estimator(bins.estimator);
    if (call.weights)
      throw dtype_error(
          "Automated estimation of the number of bins is not supported for weighted data");
  } else if (bins.count < 1) {
    throw value_error("`bins` must be positive, when an integer");
  }
  const outer_edges outer = outer_edges_of(a, call.range);
  const std::ptrdiff_t count =
      bins.estimator.empty() ? bins.count : estimated_bins(a, bins.estimator, outer);
  if (count > max_bins) throw value_error("`bins` is too large");
  return {placed_edges(outer, count, call.edge_type, where), outer, count, {}};
}

/// The elements of `data`. Expressions that are looked at several times are computed once.
graph::node_ptr elements_of(const graph::node_ptr& data, const histogram_call& call, device where) {
  // NumPy takes bools for uint8.
  const graph::node_ptr a =
      data->type == dtype::bool_ ? graph::make_cast(data, dtype::uint8) : data;
  const bool is_counted_once = call.bins.edges || call.range.is_given();
  const bool is_array = graph::resolved(*data).kind == graph::node_kind::leaf;
  if (call.bins.estimator.empty() && (is_counted_once || (where.is_gpu() && is_array))) return a;
  const graph::node_ptr all = call.bins.estimator.empty() ? a : graph::make_ravel(a);
  return graph::node_ptr(execute::evaluate(all, where).get());
}

/// Elements and edges in the dtype in which they are compared.
binned binned_in(const bin_layout& bins, const graph::node_ptr& a, device where) {
  const dtype type = bins.outer ? bins.edges->type : promote_types(a->type, bins.edges->type);
  return {graph::make_cast(a, type),          bins.count,  where,
          graph::make_cast(bins.edges, type), bins.values, bins.outer};
}

/// Sums of weights in the dtype of the weights.
graph::node_ptr weighted(const binned& x, const graph::node_ptr& weights) {
  if (traits(weights->type).kind != dtype_kind::complex)
    return graph::make_cast(sums_of(x, weights), weights->type);
  using complex_expression = expression<std::complex<double>>;
  const complex_expression values(graph::make_cast(weights, dtype::complex128));
  const expression<double> real(sums_of(x, gpu::real(values).node()));
  const expression<double> imag(sums_of(x, gpu::imag(values).node()));
  const auto sums = gpu::add(real, gpu::multiply(imag, std::complex<double>(0, 1)));
  return graph::make_cast(sums.node(), weights->type);
}

/// Counts for each unit of width, as parts of all.
graph::node_ptr as_density(const graph::node_ptr& counts, const graph::node_ptr& edges,
                           std::ptrdiff_t bins) {
  const auto from = [&](std::ptrdiff_t first) {
    return part_along(edges, 0, range(first, first + bins));
  };
  const graph::node_ptr widths =
      graph::make_cast(apply_op<ops::subtract>(from(1), from(0)), dtype::float64);
  const graph::node_ptr sum = gpu::sum(any_expression(counts)).node();
  const graph::node_ptr parts = apply_op<ops::divide>(counts, widths);
  return graph::make_cast(apply_op<ops::divide>(parts, sum), dtype::float64);
}

}  // namespace

histogram_nodes histogram_of(const graph::node_ptr& data, const histogram_call& call,
                             bool edges_only) {
  for (const graph::node_ptr& given : {data, call.bins.edges})
    if (given && traits(given->type).kind == dtype_kind::complex)
      throw dtype_error("complex numbers have no bins");
  if (call.weights && call.weights->extents != data->extents)
    throw value_error("weights should have the same shape as a.");
  const device where = graph::device_of(data);
  const graph::node_ptr a = elements_of(data, call, where);
  const bin_layout layout = layout_of(a, call, where);
  if (edges_only) return {nullptr, layout.edges};
  graph::node_ptr counts;
  if (layout.count == 0) {
    const dtype type = call.weights ? call.weights->type : dtype::int64;
    counts = graph::node_ptr(uninitialised_leaf(type, {0}, where).get());
  } else {
    const binned all = binned_in(layout, a, where);
    counts = call.weights ? weighted(all, call.weights) : counts_of(all);
  }
  if (call.density) counts = as_density(counts, layout.edges, layout.count);
  return {counts, layout.edges};
}

}  // namespace gpu::detail
