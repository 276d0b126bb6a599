// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_counts.hpp"

#include <algorithm>
#include <cmath>

#include <gpu/core/error.hpp>
#include <gpu/core/finfo.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "array/statistics/exact_bin_sums.hpp"
#include "execute/gpu/histogram/count.hpp"

namespace gpu::detail {
namespace {

using kernels::binning;

/// Half the distance between 1 and the next number.
double rounding_of(dtype type) {
  return facts(type).kind == dtype_kind::floating ? finfo(type).eps / 2 : 0x1p-53;
}

/// The same of the type that kernels compute places in: `kernels::place_type`.
double place_rounding_of(dtype type) {
  return size_bytes(type) <= 2 || type == dtype::float32 ? 0x1p-24 : 0x1p-53;
}

}  // namespace

std::optional<edge_spacing> spacing_of(const std::vector<double>& edges, double width, dtype type) {
  const auto count = static_cast<double>(edges.size() - 1);
  const double first = edges.front();
  double scale = count / width;
  // Far from where scale or place would be denormal or infinite in float32.
  if (!(width > 1e-30 && width < 1e30 && scale > 1e-30 && scale < 1e30)) return std::nullopt;
  const bool is_exact = facts(type).kind == dtype_kind::floating ||
                        std::max(std::abs(first), std::abs(edges.back())) < 0x1p53;
  if (!is_exact) return std::nullopt;
  const double rounding = place_rounding_of(type);
  if (rounding > 0x1p-53) scale = static_cast<float>(scale);
  double deviation = 0;
  for (std::size_t k = 0; k < edges.size(); ++k)
    deviation = std::max(deviation, std::abs((edges[k] - first) * scale - static_cast<double>(k)));
  // NumPy rounds four times, and looks at the edges beside the bin that it finds.
  if (deviation + 4 * rounding_of(type) * count > 0.5) return std::nullopt;
  // The difference and the product are rounded; so are the deviations here, which only matters
  // where kernels compute in float64, too.
  const double margin = deviation + (rounding > 0x1p-53 ? 2.0625 : 4) * rounding * count;
  if (margin > 0.25) return std::nullopt;
  return edge_spacing{scale, 0.5 - margin};
}

namespace {

execute::histogram_bins bins_between(const graph::node_ptr& edges,
                                     const std::vector<double>& values,
                                     const std::optional<outer_edges>& outer, device where) {
  if (edges->where && *edges->where != where) throw device_mismatch(where, *edges->where);
  const double width = outer ? outer->width : values.back() - values.front();
  const std::optional<edge_spacing> spacing = spacing_of(values, width, edges->type);
  execute::histogram_bins bins;
  bins.count = static_cast<std::ptrdiff_t>(values.size()) - 1;
  bins.how = spacing ? binning::spaced : outer ? binning::uniform : binning::between;
  bins.is_wide = outer && outer->is_given;
  bins.edges = execute::evaluate(edges, where);
  bins.span = width;
  if (spacing) bins.scale = spacing->scale;
  if (spacing) bins.reach = spacing->reach;
  return bins;
}

}  // namespace

graph::node_ptr count_between(const graph::node_ptr& a, const graph::node_ptr& edges,
                              const std::vector<double>& values,
                              const std::optional<outer_edges>& outer, device where) {
  const execute::histogram_bins bins = bins_between(edges, values, outer, where);
  return graph::node_ptr(execute::count_on_gpu(a, bins, where).get());
}

graph::node_ptr sum_between(const graph::node_ptr& a, const graph::node_ptr& weights,
                            const graph::node_ptr& edges, const std::vector<double>& values,
                            const std::optional<outer_edges>& outer, device where) {
  return exact_bin_sums(a, weights, bins_between(edges, values, outer, where), where);
}

}  // namespace gpu::detail
