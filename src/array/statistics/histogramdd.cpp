// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/histogramdd.hpp>

#include <gpu/array/creation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/part_along.hpp"
#include "array/statistics/bin_edges.hpp"
#include "array/statistics/bin_numbers.hpp"
#include "array/statistics/bin_sums.hpp"
#include "array/ufunc/node_arithmetic.hpp"

namespace gpu {

std::vector<detail::histogram_bins> histogramdd_bins::of(std::ptrdiff_t coordinates) const {
  if (!is_list_)
    return std::vector<detail::histogram_bins>(static_cast<std::size_t>(coordinates), list_[0]);
  if (static_cast<std::ptrdiff_t>(list_.size()) != coordinates)
    throw value_error("The dimension of bins must be equal to the dimension of the sample x.");
  return list_;
}

std::vector<histogram_range> histogramdd_ranges::of(std::ptrdiff_t coordinates) const {
  if (list_.empty()) return std::vector<histogram_range>(static_cast<std::size_t>(coordinates));
  if (static_cast<std::ptrdiff_t>(list_.size()) != coordinates)
    throw value_error("range argument must have one entry per dimension");
  return list_;
}

namespace detail {
namespace {

using graph::node_ptr;
using int_expression = expression<std::int64_t>;

/// The edges along coordinate `axis`, float64.
node_ptr edges_along(std::size_t axis, const node_ptr& x, const histogram_bins& bins,
                     const histogram_range& range, device where) {
  if (bins.edges) {
    if (bins.edges->extents.size() != 1)
      throw value_error(text_of("`bins[", axis, "]` must be a scalar or 1d array"));
    const node_ptr edges = graph::make_cast(bins.edges, dtype::float64);
    std::vector<double> values(static_cast<std::size_t>(edges->extents[0]));
    read_elements(edges, values.data());
    for (std::size_t k = 1; k < values.size(); ++k)
      if (values[k - 1] > values[k])
        throw value_error(
            text_of("`bins[", axis, "]` must be monotonically increasing, when an array"));
    if (values.empty()) throw index_error("index -1 is out of bounds for axis 0 with size 0");
    return edges;
  }
  if (!bins.estimator.empty())
    throw dtype_error(text_of("`bins[", axis, "]` must be an integer, when a scalar"));
  if (bins.count < 1)
    throw value_error(text_of("`bins[", axis, "]` must be positive, when an integer"));
  const outer_edges outer = outer_edges_of(x, range);
  const dtype type = traits(x->type).kind == dtype_kind::floating ? x->type : dtype::float64;
  const std::vector<double> edges =
      spread_edges(outer, bins.count, outer.is_given ? dtype::float64 : type);
  return from_host<double>(edges.data(), {bins.count + 1}, where).node();
}

/// Counts for each unit of volume, as parts of all.
node_ptr as_density(const node_ptr& counts, const std::vector<node_ptr>& edges) {
  const std::size_t rank = edges.size();
  expression<double> parts(counts);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const std::ptrdiff_t bins = edges[axis]->extents[0] - 1;
    const auto from = [&](std::ptrdiff_t first) {
      return expression<double>(part_along(edges[axis], 0, range(first, first + bins)));
    };
    shape along(rank, 1);
    along[axis] = bins;
    parts = gpu::divide(parts, gpu::reshape(gpu::subtract(from(1), from(0)), along));
  }
  return gpu::divide(parts, gpu::sum(expression<double>(counts))).node();
}

}  // namespace

std::vector<node_ptr> coordinates_of(const node_ptr& sample) {
  const shape& extents = sample->extents;
  if (extents.size() != 2) return {graph::make_ravel(sample)};
  std::vector<node_ptr> columns;
  for (std::ptrdiff_t k = 0; k < extents[1]; ++k)
    columns.push_back(graph::make_view(sample, affine_view{{extents[0]}, {0, k}, {{0, 0, 1}}}));
  return columns;
}

void require_same_length(const shape& x, const shape& y) {
  if (x.size() != 1 || y.size() != 1 || x[0] != y[0])
    throw value_error("x and y must have the same length.");
}

histogramdd_nodes histogramdd_of(const std::vector<node_ptr>& coordinates,
                                 const histogramdd_call& call) {
  const auto rank = static_cast<std::ptrdiff_t>(coordinates.size());
  const std::vector<histogram_bins> bins = call.bins.of(rank);
  const std::vector<histogram_range> ranges = call.ranges.of(rank);
  const device where = graph::device_of(coordinates.at(0));
  histogramdd_nodes result;
  shape extents;
  node_ptr box = number(dtype::int64, 0);
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
    node_ptr x = coordinates[axis];
    if (x->type == dtype::bool_) x = graph::make_cast(x, dtype::uint8);
    if (!bins[axis].edges && !ranges[axis].is_given())  // then it is looked at several times
      x = node_ptr(execute::evaluate(x, where).get());
    result.edges.push_back(edges_along(axis, x, bins[axis], ranges[axis], where));
    extents.push_back(result.edges[axis]->extents[0] - 1);
    if (element_count(extents) > max_bins) throw value_error("there are too many bins");
    const node_ptr number =
        bin_numbers(graph::make_cast(x, dtype::float64), result.edges[axis], std::nullopt, where);
    const int_expression bin(graph::make_cast(number, dtype::int64));
    const int_expression before(box);
    const auto both = gpu::add(gpu::multiply(before, extents[axis]), bin);
    const auto inside = gpu::logical_and(gpu::greater_equal(before, 0), gpu::greater_equal(bin, 0));
    box = gpu::where(inside, both, -1).node();
  }
  const binned all{graph::make_cast(box, dtype::int32), element_count(extents), where};
  node_ptr counts;
  if (call.weights) {
    if (call.weights->extents != coordinates[0]->extents)
      throw value_error("The weights and list don't have the same length.");
    (void)converted(call.weights, dtype::float64, casting::safe);  // refuses what NumPy refuses
    counts = sums_of(all, call.weights);
  } else {
    counts = graph::make_cast(counts_of(all), dtype::float64);
  }
  result.counts = graph::make_reshape(counts, extents);
  if (call.density) result.counts = as_density(result.counts, result.edges);
  return result;
}

}  // namespace detail
}  // namespace gpu
