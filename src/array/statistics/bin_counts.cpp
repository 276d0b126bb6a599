// SPDX-License-Identifier: BSD-3-Clause
#include "array/statistics/bin_counts.hpp"

#include <algorithm>
#include <cmath>

#include <gpu/core/error.hpp>
#include <gpu/execute/evaluate.hpp>
#include <gpu/graph/build.hpp>

#include "execute/gpu/histogram/count.hpp"

namespace gpu::detail {
namespace {

using kernels::binning;

/// Margins beyond which most elements would be too close to an edge.
constexpr double max_margin = 0.25;

/// Half the distance between 1 and the next number, of elements or of the type that kernels compute
/// places in, if that is coarser.
double rounding_of(dtype type) {
  switch (type) {
    case dtype::bfloat16:
      return 0x1p-8;
    case dtype::float16:
      return 0x1p-11;
    case dtype::float64:
    case dtype::int32:
    case dtype::int64:
    case dtype::uint32:
    case dtype::uint64:
      return 0x1p-53;
    default:
      return 0x1p-24;
  }
}

}  // namespace

edge_spacing spacing_of(const std::vector<double>& edges, double width, dtype type) {
  const edge_spacing unknown{0, 1};
  const auto count = static_cast<double>(edges.size() - 1);
  const double first = edges.front();
  const double scale = count / width;
  // Far from where scale or place would be denormal or infinite in float32.
  if (!(width > 1e-30 && width < 1e30 && scale > 1e-30 && scale < 1e30)) return unknown;
  const bool is_exact = facts(type).kind == dtype_kind::floating ||
                        std::max(std::abs(first), std::abs(edges.back())) < 0x1p53;
  if (!is_exact) return unknown;
  double deviation = 0;
  for (std::size_t k = 0; k < edges.size(); ++k)
    deviation = std::max(deviation, std::abs((edges[k] - first) * scale - static_cast<double>(k)));
  // Difference, scale and product are rounded, here and, with a quotient, in NumPy.
  const double margin = deviation + 8 * rounding_of(type) * count;
  return margin < max_margin ? edge_spacing{scale, margin} : unknown;
}

graph::node_ptr count_between(const graph::node_ptr& a, const graph::node_ptr& edges,
                              const std::vector<double>& values,
                              const std::optional<outer_edges>& outer, device where) {
  if (edges->where && *edges->where != where) throw device_mismatch(where, *edges->where);
  const double width = outer ? outer->width : values.back() - values.front();
  const edge_spacing spacing = spacing_of(values, width, a->type);
  execute::histogram_bins bins;
  bins.count = static_cast<std::ptrdiff_t>(values.size()) - 1;
  bins.how = outer ? binning::uniform : spacing.margin < 1 ? binning::spaced : binning::between;
  bins.is_wide = outer && outer->is_given;
  bins.edges = execute::evaluate(edges, where);
  bins.span = width;
  bins.scale = spacing.scale;
  bins.margin = spacing.margin;
  return graph::node_ptr(execute::count_on_gpu(a, bins, where).get());
}

}  // namespace gpu::detail
