// SPDX-License-Identifier: BSD-3-Clause
// How wide bins should be for given data: the estimators of numpy.histogram_bin_edges.
#include "array/statistics/bin_widths.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include <gpu/array/reduction/composed_reductions.hpp>
#include <gpu/array/statistics/quantile.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

#include "array/statistics/bin_counts.hpp"

namespace gpu::detail {
namespace {

/// What an estimator looks at.
struct sample {
  graph::node_ptr a;
  outer_edges outer;
  double size;
  double span;  ///< largest element less smallest

  /// In the precision of the elements, if they are floats.
  [[nodiscard]] double rounded(double value) const {
    return visit_dtype(a->type, [&]<class T>(std::type_identity<T>) {
      if constexpr (real_element<T>)
        return math::cast<double>(math::cast<T>(value));
      else
        return value;
    });
  }
};

double value_of(const graph::node_ptr& node) {
  double value;
  read_elements(graph::make_cast(node, dtype::float64), &value);
  return value;
}

double standard_deviation(const sample& x) {
  return value_of(std_reduction::make(x.a, {std::nullopt}));
}

double sqrt_width(const sample& x) {
  return x.span / std::sqrt(x.size);
}

double sturges_width(const sample& x) {
  return x.span / (std::log2(x.size) + 1.0);
}

double rice_width(const sample& x) {
  return x.rounded(x.span / (2.0 * std::pow(x.size, 1.0 / 3)));
}

double scott_width(const sample& x) {
  const double factor = std::pow(24.0 * std::sqrt(std::numbers::pi) / x.size, 1.0 / 3.0);
  return x.rounded(x.rounded(factor) * standard_deviation(x));
}

double doane_width(const sample& x) {
  if (x.size <= 2) return 0;
  const double spread = std::sqrt(6.0 * (x.size - 2) / ((x.size + 1.0) * (x.size + 3)));
  const double sigma = standard_deviation(x);
  if (!(sigma > 0)) return 0;
  const double middle = value_of(gpu::mean(any_expression(x.a)).node());
  const expression<double> elements(graph::make_cast(x.a, dtype::float64));
  const auto scaled = gpu::divide(gpu::subtract(elements, middle), sigma);
  const double skewness =
      value_of(gpu::mean(gpu::multiply(gpu::multiply(scaled, scaled), scaled)).node());
  return x.span / (1.0 + std::log2(x.size) + std::log2(1.0 + std::abs(skewness) / spread));
}

double fd_width(const sample& x) {
  const bool is_float = traits(x.a->type).kind == dtype_kind::floating;
  quantile_call call{std::nullopt, quantile_rule::linear, is_float ? x.a->type : dtype::float64};
  call.result = promote_types(x.a->type, dtype::float64);
  call.is_percentile = true;
  call.q = {75, 25};
  call.q_extents = {2};
  double quartiles[2];
  read_elements(graph::make_cast(quantile_node(x.a, std::move(call)), dtype::float64), quartiles);
  return 2.0 * (quartiles[0] - quartiles[1]) * std::pow(x.size, -1.0 / 3.0);
}

/// The risk of a histogram of so many bins, by leaving one element out.
double stone_risk(const sample& x, std::ptrdiff_t bins) {
  const dtype type = traits(x.a->type).kind == dtype_kind::floating ? x.a->type : dtype::float64;
  const device where = graph::device_of(x.a);
  const graph::node_ptr edges = placed_edges(x.outer, bins, type, where);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(bins));
  read_elements(counts_of({graph::make_cast(x.a, type), bins, where, edges, {}, x.outer}),
                counts.data());
  double squares = 0;
  for (const std::int64_t count : counts) {
    const double part = static_cast<double>(count) / x.size;
    squares += part * part;
  }
  return (2 - (x.size + 1) * squares) / (x.span / static_cast<double>(bins));
}

double stone_width(const sample& x) {
  if (x.size <= 1 || x.span == 0) return 0;
  const auto most = std::max<std::ptrdiff_t>(100, static_cast<std::ptrdiff_t>(std::sqrt(x.size)));
  std::ptrdiff_t best = 1;
  double least = std::numeric_limits<double>::infinity();
  for (std::ptrdiff_t bins = 1; bins <= most; ++bins) {
    const double risk = stone_risk(x, bins);
    if (risk < least) {
      least = risk;
      best = bins;
    }
  }
  return x.span / static_cast<double>(best);
}

double auto_width(const sample& x) {
  return std::min(std::max(fd_width(x), sqrt_width(x) / 2), sturges_width(x));
}

struct estimator {
  const char* name;
  double (*width)(const sample&);
};
constexpr estimator estimators[] = {{"stone", stone_width}, {"auto", auto_width},
                                    {"doane", doane_width}, {"fd", fd_width},
                                    {"rice", rice_width},   {"scott", scott_width},
                                    {"sqrt", sqrt_width},   {"sturges", sturges_width}};

const estimator& find_estimator(const std::string& name) {
  const auto* const found = std::find_if(std::begin(estimators), std::end(estimators),
                                         [&](const estimator& e) { return name == e.name; });
  if (found == std::end(estimators))
    throw value_error(text_of("'", name, "' is not a valid estimator for `bins`"));
  return *found;
}

/// The elements within a range. On the host: estimators are seldom given one.
graph::node_ptr within(const graph::node_ptr& a, const outer_edges& outer) {
  if (!outer.is_given) return a;
  return visit_dtype(a->type, [&]<class T>(std::type_identity<T>) -> graph::node_ptr {
    const auto size = static_cast<std::size_t>(a->extents[0]);
    const std::unique_ptr<T[]> elements(new T[size]);
    read_elements(a, elements.get());
    std::ptrdiff_t kept = 0;
    if constexpr (!is_complex<T>) {
      for (std::size_t k = 0; k < size; ++k) {
        const auto x = math::cast<double>(elements[k]);
        if (x >= outer.first && x <= outer.last)
          elements[static_cast<std::size_t>(kept++)] = elements[k];
      }
    }
    const device where = graph::device_of(a);
    return graph::node_ptr(leaf_from_host(elements.get(), a->type, {kept}, where).get());
  });
}

}  // namespace

void require_estimator(const std::string& name) {
  static_cast<void>(find_estimator(name));
}

std::ptrdiff_t estimated_bins(const graph::node_ptr& a, const std::string& estimator,
                              const outer_edges& outer) {
  const graph::node_ptr kept = within(a, outer);
  if (kept->extents[0] == 0) return 1;
  sample x{kept, outer, static_cast<double>(kept->extents[0]), 0};
  const any_expression elements(kept);
  const outer_edges own = outer_edges_of(kept, {});
  x.span =
      value_of(gpu::max(elements).node()) == value_of(gpu::min(elements).node()) ? 0 : own.width;
  double width = find_estimator(estimator).width(x);
  if (width == 0) return 1;
  if (is_integer(kept->type)) width = std::max(width, 1.0);
  const double bins = std::ceil(outer.width / width);
  if (!(bins >= 1))
    throw value_error(text_of("'", estimator, "' finds no width of bins for data from ",
                              outer.first, " to ", outer.last, ", but ", width));
  if (!(bins < 9.2e18)) throw value_error("Maximum allowed size exceeded");
  return static_cast<std::ptrdiff_t>(bins);
}

}  // namespace gpu::detail
