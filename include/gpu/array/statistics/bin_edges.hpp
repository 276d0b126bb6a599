// SPDX-License-Identifier: BSD-3-Clause
// xtensor's ways to choose the bins of histograms.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <gpu/array/creation.hpp>
#include <gpu/array/indexing/take.hpp>
#include <gpu/array/indexing/view.hpp>
#include <gpu/array/linspace.hpp>
#include <gpu/array/manipulation.hpp>
#include <gpu/array/sorting/search.hpp>
#include <gpu/array/sorting/sort.hpp>
#include <gpu/array/statistics/histogram.hpp>
#include <gpu/array/ufunc/operators.hpp>
#include <gpu/ops.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

/// How bins lie: of one width (`automatic`, `linspace`), of widths that grow by a factor
/// (`logspace`), or with the same weight in each (`uniform`).
enum class histogram_algorithm { automatic, linspace, logspace, uniform };

/// The edges of bins between two numbers, for elements that have weights.
///
/// @param data, weights  1-D, of the same extent
/// @shape   (bins + 1,)
/// @dtype   that of `data`
/// @enqueue the call waits for what decides about the edges
/// @throws  value_error  if `bins` is not positive, or the range is none
template <typed_array A, typed_array W, std::integral Bins>
[[nodiscard]] auto histogram_bin_edges(const A& data, const W& weights, double left, double right,
                                       Bins bins, histogram_algorithm mode) {
  using T = typename A::value_type;
  const auto count = static_cast<std::ptrdiff_t>(bins);
  ndarray<T> edges = histogram_bin_edges(data, bins, {left, right}).template astype<T>();
  if (mode == histogram_algorithm::logspace)
    edges = logspace<double>(std::log10(left), std::log10(right), count + 1).template astype<T>();
  if (mode == histogram_algorithm::uniform && count > 1) {
    // An edge is the first element before which there is as much weight as in the bins before it.
    const ndarray<std::int64_t> order = argsort(data);
    const ndarray<double> weight = take(weights, order).template astype<double>();
    const ndarray<double> before = cumsum(weight) - weight;
    const auto share = arange<double>(1, static_cast<double>(count)) * (sum(weight) / count);
    const auto last = static_cast<std::ptrdiff_t>(data.size()) - 1;
    view(edges, range(1, -1)) = take(data, take(order, minimum(searchsorted(before, share), last)));
    view(edges, 0) = static_cast<T>(left);
    view(edges, -1) = static_cast<T>(right);
  }
  return edges;
}
template <typed_array A, std::integral Bins>
[[nodiscard]] auto histogram_bin_edges(const A& data, double left, double right, Bins bins,
                                       histogram_algorithm mode = histogram_algorithm::automatic) {
  return histogram_bin_edges(data, ones<double>(data.shape(), data.device()), left, right, bins,
                             mode);
}
/// The same between the least and the largest element.
template <typed_array A, typed_array W, std::integral Bins>
[[nodiscard]] auto histogram_bin_edges(const A& data, const W& weights, Bins bins,
                                       histogram_algorithm mode) {
  return histogram_bin_edges(data, weights, static_cast<double>(min(data).item()),
                             static_cast<double>(max(data).item()), bins, mode);
}
template <typed_array A, std::integral Bins>
[[nodiscard]] auto histogram_bin_edges(const A& data, Bins bins, histogram_algorithm mode) {
  return histogram_bin_edges(data, ones<double>(data.shape(), data.device()), bins, mode);
}

/// How many of `count` items belong to each of some bins, in proportion to their weights; the sum
/// is `count` exactly.
///
/// @param weights  1-D, not negative
/// @dtype   int64
template <std::integral Count, typed_array W>
[[nodiscard]] auto bin_items(Count count, const W& weights) {
  const ndarray<double> share =
      weights.template astype<double>() / sum(weights.template astype<double>());
  const ndarray<std::int64_t> items =
      ceil(share * static_cast<double>(count)).template astype<std::int64_t>();
  // What rounding up made too many is taken from the bins of most weight.
  const auto rank = argsort(argsort(share));
  const auto kept =
      static_cast<std::int64_t>(share.size()) - sum(items) + static_cast<std::int64_t>(count);
  return ndarray<std::int64_t>(items - greater_equal(rank, kept).template astype<std::int64_t>());
}
/// The same of bins of equal weight.
template <std::integral Count, std::integral Bins>
[[nodiscard]] auto bin_items(Count count, Bins bins) {
  return bin_items(count, ones<double>({static_cast<std::ptrdiff_t>(bins)}));
}

}  // namespace gpu
