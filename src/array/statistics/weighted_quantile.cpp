// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/weighted_quantile.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>

namespace gpu::detail {
namespace {

/// Weights with the extents of the elements: given so, or along the axes in their order.
graph::node_ptr spread_weights(const quantile_call& call, const row_layout& layout,
                               const shape& extents) {
  const graph::node_ptr& given = call.weights;
  if (given->extents == extents) return given;
  if (call.axes.is_all())
    throw dtype_error("Axis must be specified when shapes of a and weights differ.");
  shape expected;
  std::vector<std::size_t> axes;
  for (const std::ptrdiff_t axis : call.axes.list()) {
    axes.push_back(normalize_axis_index(axis, extents.size()));
    expected.push_back(extents[axes.back()]);
  }
  if (given->extents != expected)
    throw shape_error("Shape of weights must be consistent with shape of a along specified axis.");
  axes_list order = every_axis(axes.size());
  std::sort(order.begin(), order.end(), [&](auto a, auto b) {
    return axes[static_cast<std::size_t>(a)] < axes[static_cast<std::size_t>(b)];
  });
  shape spread = extents;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    if ((layout.axes >> axis & 1) == 0) spread[axis] = 1;
  const graph::node_ptr ordered = order.size() < 2 ? given : transposed(given, order);
  return graph::make_broadcast(graph::make_reshape(ordered, spread), extents);
}

/// The weights up to each element of a row, as parts of their sum.
std::vector<double> cumulated(const std::vector<std::size_t>& order, const double* weights,
                              bool in_float32) {
  std::vector<double> sums;
  double sum = 0;
  for (const std::size_t k : order) sums.push_back(sum += weights[k]);
  for (double& part : sums) part /= sum;
  if (std::isnan(sums.back())) throw value_error("Weights included NaN, inf or were all zero.");
  for (double& part : sums) {
    if (in_float32) part = static_cast<double>(static_cast<float>(part));
    if (part == 0) part = -1;  // elements without weight are not the quantile of 0
  }
  return sums;
}

template <class T>
void quantiles_of_row(const quantile_call& call, const T* row, const double* weights,
                      std::ptrdiff_t columns, T* out, std::ptrdiff_t step) {
  std::vector<std::size_t> order(static_cast<std::size_t>(columns));
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto numbers = std::stable_partition(order.begin(), order.end(),
                                             [&](auto k) { return !math::isnan(row[k]); });
  const bool has_nan = numbers != order.end();
  std::stable_sort(order.begin(), numbers, [&](auto a, auto b) { return row[a] < row[b]; });
  if (call.skips_nans) order.erase(numbers, order.end());
  std::vector<double> sums;
  if (!order.empty()) sums = cumulated(order, weights, call.in_float32);
  for (std::size_t k = 0; k < call.q.size(); ++k) {
    T& result = out[static_cast<std::ptrdiff_t>(k) * step];
    result = math::cast<T>(math::nan<float>);
    if (order.empty() || (has_nan && !call.skips_nans)) continue;
    const auto found = std::lower_bound(sums.begin(), sums.end() - 1, call.q[k]);
    result = row[order[static_cast<std::size_t>(found - sums.begin())]];
  }
}

}  // namespace

graph::node_ptr weighted_quantiles(const quantile_call& call, const row_layout& layout,
                                   const graph::node_ptr& value, const shape& extents,
                                   device where) {
  const graph::node_ptr spread = spread_weights(call, layout, value->extents);
  const auto size = static_cast<std::size_t>(layout.rows * layout.columns);
  std::vector<double> weights(size);
  read_elements(graph::make_cast(layout.matrix(spread), dtype::float64), weights.data());
  for (const double weight : weights)
    if (weight < 0) throw value_error("Weights must be non-negative.");
  return visit_dtype(value->type, [&]<class T>(std::type_identity<T>) -> graph::node_ptr {
    const std::unique_ptr<T[]> elements(new T[size]);
    const auto count = static_cast<std::size_t>(element_count(extents));
    const std::unique_ptr<T[]> results(new T[count]);
    read_elements(layout.matrix(value), elements.get());
    if constexpr (!is_complex<T>)
      for (std::ptrdiff_t row = 0; row < layout.rows; ++row)
        quantiles_of_row(call, elements.get() + row * layout.columns,
                         weights.data() + row * layout.columns, layout.columns, results.get() + row,
                         layout.rows);
    return graph::node_ptr(leaf_from_host(results.get(), value->type, extents, where).get());
  });
}

}  // namespace gpu::detail
