// SPDX-License-Identifier: BSD-3-Clause
// `auto [counts, edges] = gpu::histogram(x, 10)`.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/asarray.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/statistics/histogram_options.hpp>
#include <gpu/core/named_results.hpp>

namespace gpu {

namespace detail {

struct histogram_call {
  histogram_bins bins;
  histogram_range range;
  dtype edge_type;  ///< of bins of one width
  graph::node_ptr weights = nullptr;
  bool density = false;

  template <class W>
  void take(const weights_option<W>& option) {
    weights = option.node;
  }
  void take(density_option) { density = true; }
};

struct histogram_nodes {
  graph::node_ptr counts;  ///< null if only the edges were asked for
  graph::node_ptr edges;
};
[[nodiscard]] histogram_nodes histogram_of(const graph::node_ptr& a, const histogram_call& call,
                                           bool edges_only);

template <class A>
constexpr void check_binned() {
  if constexpr (typed_array<A>)
    static_assert(traits(dtype_of<typename A::value_type>).kind != dtype_kind::complex,
                  "complex numbers have no bins: take gpu::real or gpu::absolute");
}

/// The dtype of edges, unless they are given: floats keep theirs.
[[nodiscard]] constexpr dtype edge_type(dtype element) {
  return traits(element).kind == dtype_kind::floating ? element : dtype::float64;
}
/// The element type of edges; void if it is known at run time only.
template <class A, class Bins>
struct edge_of : std::type_identity<void> {};
template <typed_array A, class Bins>
struct edge_of<A, Bins> {
  using type = element_t<edge_type(dtype_of<typename A::value_type>)>;
};
template <class A, array_like Bins>
struct edge_of<A, Bins> : element_of_array<Bins> {};
template <typed_array A, array_like Bins>
struct edge_of<A, Bins> : element_of_array<Bins> {};
template <class A, class Bins>
using edge_of_t = typename edge_of<A, Bins>::type;

/// The type of counts: that of weights, if there are any.
template <class... Options>
struct count_type_of {
  using type = std::int64_t;
};
template <class W, class... More>
struct count_type_of<weights_option<W>, More...> {
  using type = std::conditional_t<(std::same_as<More, density_option> || ...), double, W>;
};
template <class... More>
struct count_type_of<density_option, More...> {
  using type = double;
};

}  // namespace detail

/// The counts of a histogram: an expression, which knows the edges of its bins. A tuple of the two
/// where it is taken apart.
/// @tparam Edge  void: edges are of a dtype that is known at run time
template <element_type Count, class Edge>
class histogram_result : public expression<Count> {
  using edges_type = detail::array_or_any<Edge>;

 public:
  explicit histogram_result(const detail::histogram_nodes& nodes)
      : expression<Count>(nodes.counts),
        counts(nodes.counts),
        edges(detail::array_of_leaf<Edge>(execute::evaluate(nodes.edges))) {}
  histogram_result(const histogram_result&) = default;
  histogram_result(histogram_result&&) noexcept = default;
  histogram_result& operator=(const histogram_result&) & = default;
  histogram_result& operator=(histogram_result&&) & noexcept = default;
  ~histogram_result() = default;

  /// `edges`, by xtensor's name.
  [[nodiscard]] const edges_type& bin_edges() const& noexcept { return edges; }
  [[nodiscard]] edges_type bin_edges() const&& { return edges; }

  template <std::size_t I>
  requires(I < 2) [[nodiscard]] const auto& get() const noexcept {
    if constexpr (I == 0)
      return counts;
    else
      return edges;
  }
  static constexpr auto parts() {
    return std::tuple(&histogram_result::counts, &histogram_result::edges);
  }
  /// For `std::tie(counts, edges) = histogram(a)` of arrays, and of an expression and an array.
  operator std::tuple<ndarray<Count>&, edges_type&>() { return {computed_.emplace(counts), edges}; }
  operator std::tuple<expression<Count>&, edges_type&>() { return {counts, edges}; }

  expression<Count> counts;
  edges_type edges;  ///< one more than there are bins; the last one belongs to the last bin

 private:
  std::optional<ndarray<Count>> computed_;  ///< the counts, once they are tied to an array
};

/// How many elements fall into each bin, and the edges of the bins: `histogram(a, bins, range,
/// options...)`. A bin holds its left edge, the last one also its right edge. `numpy.histogram`.
///
/// @param bins     how many of one width; or an array of ascending edges; or the name of an
///                 estimator of their number, as "auto"
/// @param range    `{low, high}` of bins of one width; without it, that of the data
/// @param options  `weights(w)`, of the shape of a; `density`
/// @dtype   counts: int64, or that of the weights; float64 with `density`. Edges: as given, else
///          that of the elements if they are floats, else float64
/// @enqueue counts are computed when they are needed; the call waits for the range of the data or
///          for the edges given. Weights are added in float64, in an order that depends on nothing
///          but the data; on a GPU the sums of many wait when they are computed.
/// @throws  value_error, dtype_error  in NumPy's words
template <array_like A, bins_of_histogram Bins = int, histogram_option... Options>
[[nodiscard]] auto histogram(const A& a, const Bins& bins, const histogram_range& range,
                             const Options&... options) {
  detail::check_binned<A>();
  using edge = detail::edge_of_t<A, Bins>;
  detail::histogram_call call{bins, range, detail::edge_type(a.dtype())};
  (call.take(options), ...);
  return histogram_result<typename detail::count_type_of<Options...>::type, edge>(
      detail::histogram_of(a.node(), call, false));
}
template <array_like A, bins_of_histogram Bins = int, histogram_option... Options>
[[nodiscard]] auto histogram(const A& a, const Bins& bins = 10, const Options&... options) {
  return histogram(a, bins, histogram_range(), options...);
}
/// The same of 10 bins: `histogram(a, density)`.
template <array_like A, histogram_option Option, histogram_option... More>
[[nodiscard]] auto histogram(const A& a, const Option& option, const More&... more) {
  return histogram(a, 10, histogram_range(), option, more...);
}
/// The same with edges in a vector or a list: `histogram(a, {0.0, 1.0, 5.0})`. Range and options as
/// above.
template <array_like A, detail::host_range Edges, class... Options>
requires(!bins_of_histogram<Edges>)
    [[nodiscard]] auto histogram(const A& a, const Edges& edges, const Options&... options) {
  return histogram(a, asarray(edges, a.device()), options...);
}
template <array_like A, element_type Number, class... Options>
[[nodiscard]] auto histogram(const A& a, std::initializer_list<Number> edges,
                             const Options&... options) {
  return histogram(a, asarray(edges, a.device()), options...);
}
/// Edges of several types are float64: `{0, 1, 2.5}`.
template <array_like A, class... Options>
[[nodiscard]] auto histogram(const A& a, const detail::list_argument& edges,
                             const Options&... options) {
  return histogram(a, edges.on(a.device()).template astype<double>(), options...);
}
/// xtensor's orders of the arguments.
template <array_like A, std::integral Bins, histogram_option... Options>
[[nodiscard]] auto histogram(const A& a, Bins bins, double left, double right,
                             const Options&... options) {
  return histogram(a, bins, histogram_range(left, right), options...);
}
template <array_like A, bins_of_histogram Bins, typed_array W, histogram_option... Options>
[[nodiscard]] auto histogram(const A& a, const Bins& bins, const W& weight,
                             const Options&... options) {
  return histogram(a, bins, histogram_range(), weights(weight), options...);
}

/// The edges that `histogram` takes. `numpy.histogram_bin_edges`.
template <array_like A, bins_of_histogram Bins = int>
[[nodiscard]] auto histogram_bin_edges(const A& a, const Bins& bins = 10,
                                       const histogram_range& range = {}) {
  detail::check_binned<A>();
  using edge = detail::edge_of_t<A, Bins>;
  const detail::histogram_call call{bins, range, detail::edge_type(a.dtype())};
  return detail::array_of_leaf<edge>(
      execute::evaluate(detail::histogram_of(a.node(), call, true).edges));
}
template <array_like A, detail::host_range Edges>
requires(!bins_of_histogram<Edges>)
    [[nodiscard]] auto histogram_bin_edges(const A& a, const Edges& edges) {
  return histogram_bin_edges(a, asarray(edges, a.device()));
}
template <array_like A, element_type Number>
[[nodiscard]] auto histogram_bin_edges(const A& a, std::initializer_list<Number> edges) {
  return histogram_bin_edges(a, asarray(edges, a.device()));
}
template <array_like A>
[[nodiscard]] auto histogram_bin_edges(const A& a, const detail::list_argument& edges) {
  return histogram_bin_edges(a, edges.on(a.device()).template astype<double>());
}

}  // namespace gpu

template <class Count, class Edge>
struct std::tuple_size<gpu::histogram_result<Count, Edge>>
    : std::integral_constant<std::size_t, 2> {};
template <std::size_t I, class Count, class Edge>
struct std::tuple_element<I, gpu::histogram_result<Count, Edge>> {
  using type =
      const std::conditional_t<I == 0, gpu::expression<Count>, gpu::detail::array_or_any<Edge>>;
};
