// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/array/statistics/average.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/error.hpp>
#include <gpu/elementwise/divide.hpp>
#include <gpu/elementwise/multiply.hpp>

#include "array/reduction/nodes.hpp"

namespace gpu::detail {
namespace {

/// Weights of some axes, in the order in which the axes are given, as they broadcast to all.
graph::node_ptr spread_weights(const graph::node_ptr& weights, const shape& extents,
                               const reduction_axes& axes) {
  if (weights->extents == extents) return weights;
  if (axes.is_all())
    throw dtype_error("Axis must be specified when shapes of a and weights differ.");
  std::vector<std::size_t> own;
  shape wanted;
  for (const std::ptrdiff_t axis : axes.list()) {
    own.push_back(normalize_axis_index(axis, extents.size()));
    wanted.push_back(extents[own.back()]);
  }
  if (weights->extents != wanted)
    throw shape_error("Shape of weights must be consistent with shape of a along specified axis.");
  axes_list order = every_axis(own.size());
  std::sort(order.begin(), order.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
    return own[static_cast<std::size_t>(a)] < own[static_cast<std::size_t>(b)];
  });
  axes_list others;
  for (const std::ptrdiff_t axis : every_axis(extents.size()))
    if (std::find(own.begin(), own.end(), static_cast<std::size_t>(axis)) == own.end())
      others.push_back(axis);
  const graph::node_ptr sorted = order.size() > 1 ? transposed(weights, order) : weights;
  return graph::make_broadcast(others.empty() ? sorted : expanded(sorted, others), extents);
}

}  // namespace

weighted_average average_nodes(const graph::node_ptr& value, const graph::node_ptr& weights,
                               const reduction_axes& axes, bool keepdims) {
  const dtype type = average_type(value->type, weights->type);
  const bool is_half = size_bytes(type) == 2;
  const dtype wide = is_half ? dtype::float32 : type;
  const graph::node_ptr spread =
      graph::make_cast(spread_weights(weights, value->extents, axes), wide);
  const reduction_settings settings{axes, keepdims};
  const graph::node_ptr product = apply_op<ops::multiply>(graph::make_cast(value, wide), spread);
  const graph::node_ptr total = plain_reduction<reductions::sum>::make(product, settings);
  const graph::node_ptr scale = plain_reduction<reductions::sum>::make(spread, settings);
  return {graph::make_cast(apply_op<ops::divide>(total, scale), type),
          graph::make_cast(scale, type)};
}

}  // namespace gpu::detail
