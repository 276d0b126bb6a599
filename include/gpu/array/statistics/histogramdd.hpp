// SPDX-License-Identifier: BSD-3-Clause
// Histograms of points of several coordinates.
#pragma once

#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/ndarray.hpp>
#include <gpu/array/statistics/histogram_options.hpp>

namespace gpu {

/// The bins of each coordinate: a number or edges for all, or a list with one of these for each:
/// `{10, edges}`, where edges may be vectors.
class histogramdd_bins {
 public:
  template <class Bins>
  requires(std::integral<Bins> || typed_array<Bins>) histogramdd_bins(const Bins& bins)
      : list_{detail::histogram_bins(bins)} {}
  histogramdd_bins(std::initializer_list<detail::histogram_bins> bins)
      : list_(bins), is_list_(true) {}
  histogramdd_bins(std::vector<detail::histogram_bins> bins)
      : list_(std::move(bins)), is_list_(true) {}

  /// @throws value_error  unless there are so many, or one for all
  [[nodiscard]] std::vector<detail::histogram_bins> of(std::ptrdiff_t coordinates) const;

 private:
  std::vector<detail::histogram_bins> list_;
  bool is_list_ = false;
};

/// The range of each coordinate: `{{0, 1}, {-5, 5}}`; without any, those of the data.
class histogramdd_ranges {
 public:
  histogramdd_ranges(std::nullopt_t = std::nullopt) {}
  histogramdd_ranges(std::initializer_list<histogram_range> ranges) : list_(ranges) {}
  histogramdd_ranges(std::vector<histogram_range> ranges) : list_(std::move(ranges)) {}

  /// @throws value_error  unless there are so many, or none
  [[nodiscard]] std::vector<histogram_range> of(std::ptrdiff_t coordinates) const;

 private:
  std::vector<histogram_range> list_;
};

namespace detail {

struct histogramdd_call {
  histogramdd_bins bins;
  histogramdd_ranges ranges;
  graph::node_ptr weights = nullptr;
  bool density = false;

  template <class W>
  void take(const weights_option<W>& option) {
    weights = option.node;
  }
  void take(density_option) { density = true; }
};

struct histogramdd_nodes {
  graph::node_ptr counts;
  std::vector<graph::node_ptr> edges;
};
/// @param coordinates  vectors of one length
[[nodiscard]] histogramdd_nodes histogramdd_of(const std::vector<graph::node_ptr>& coordinates,
                                               const histogramdd_call& call);
/// The columns of a matrix of points; a vector is one column.
[[nodiscard]] std::vector<graph::node_ptr> coordinates_of(const graph::node_ptr& sample);
void require_same_length(const shape& x, const shape& y);

}  // namespace detail

/// How many points fall into each box, and the edges of the boxes along each coordinate:
/// `auto [counts, edges] = histogramdd(sample, bins, ranges, options...)`. `numpy.histogramdd`.
///
/// @param sample   (points, coordinates)
/// @param options  `weights(w)`, one for each point; `density`
/// @dtype   float64, edges as well
/// @enqueue counts are computed when they are needed; the call waits for the ranges of the data and
///          for edges that are given
/// @throws  value_error  in NumPy's words
template <typed_array A, histogram_option... Options>
[[nodiscard]] std::pair<expression<double>, std::vector<ndarray<double>>> histogramdd(
    const A& sample, const histogramdd_bins& bins, const histogramdd_ranges& ranges,
    const Options&... options) {
  detail::histogramdd_call call{bins, ranges};
  (call.take(options), ...);
  const detail::histogramdd_nodes nodes =
      detail::histogramdd_of(detail::coordinates_of(sample.node()), call);
  std::vector<ndarray<double>> edges;
  for (const graph::node_ptr& edge : nodes.edges) edges.emplace_back(expression<double>(edge));
  return {expression<double>(nodes.counts), std::move(edges)};
}
template <typed_array A, histogram_option... Options>
[[nodiscard]] auto histogramdd(const A& sample, const histogramdd_bins& bins = 10,
                               const Options&... options) {
  return histogramdd(sample, bins, histogramdd_ranges(), options...);
}
/// The same of 10 bins along each coordinate: `histogramdd(sample, density)`.
template <typed_array A, histogram_option Option, histogram_option... More>
[[nodiscard]] auto histogramdd(const A& sample, const Option& option, const More&... more) {
  return histogramdd(sample, 10, histogramdd_ranges(), option, more...);
}

/// The same of points (x, y): `auto [counts, x_edges, y_edges] = histogram2d(x, y, bins, ranges,
/// options...)`. `numpy.histogram2d`.
template <typed_array X, typed_array Y, histogram_option... Options>
[[nodiscard]] std::tuple<expression<double>, ndarray<double>, ndarray<double>> histogram2d(
    const X& x, const Y& y, const histogramdd_bins& bins, const histogramdd_ranges& ranges,
    const Options&... options) {
  detail::require_same_length(x.shape(), y.shape());
  detail::histogramdd_call call{bins, ranges};
  (call.take(options), ...);
  const detail::histogramdd_nodes nodes = detail::histogramdd_of({x.node(), y.node()}, call);
  return {expression<double>(nodes.counts), ndarray<double>(expression<double>(nodes.edges[0])),
          ndarray<double>(expression<double>(nodes.edges[1]))};
}
template <typed_array X, typed_array Y, histogram_option... Options>
[[nodiscard]] auto histogram2d(const X& x, const Y& y, const histogramdd_bins& bins = 10,
                               const Options&... options) {
  return histogram2d(x, y, bins, histogramdd_ranges(), options...);
}
template <typed_array X, typed_array Y, histogram_option Option, histogram_option... More>
[[nodiscard]] auto histogram2d(const X& x, const Y& y, const Option& option, const More&... more) {
  return histogram2d(x, y, 10, histogramdd_ranges(), option, more...);
}

}  // namespace gpu
