// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <utility>

#include <gpu/array/asarray.hpp>
#include <gpu/array/like.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/statistics/weights.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

/// Asks `average` for the sum of the weights as well.
struct returned_option {};
inline constexpr returned_option returned{};

/// What `average` takes beside the weights.
template <class A>
concept average_option = std::is_same_v<A, keepdims_option> || std::is_same_v<A, returned_option> ||
    std::is_same_v<A, evaluation_option>;

namespace detail {

struct weighted_average {
  graph::node_ptr average;
  graph::node_ptr weights;  ///< their sum, with the shape of the average
};
[[nodiscard]] weighted_average average_nodes(const graph::node_ptr& value,
                                             const graph::node_ptr& weights,
                                             const reduction_axes& axes, bool keepdims);

/// float64 at least if the elements are bools or integers.
[[nodiscard]] constexpr dtype average_type(dtype element, dtype weights) noexcept {
  const dtype common = promote_types(element, weights);
  return traits(element).kind <= dtype_kind::integer ? promote_types(common, dtype::float64)
                                                     : common;
}

/// What an average of an `A` by weights `W` is: of a dtype that is known at run time if one of
/// theirs is.
template <array_like A, array_like W>
struct average_result : std::type_identity<any_expression> {};
template <typed_array A, typed_array W>
struct average_result<A, W>
    : std::type_identity<expression<element_t<average_type(A::dtype(), W::dtype())>>> {};

/// Options of `average` without weights, of which one is `returned`.
template <class... Options>
concept counted_average_options = ((average_option<Options> || axis_argument<Options>)&&...) &&
                                  (std::is_same_v<Options, returned_option> || ...);

/// The options of `mean` in those of `average`.
template <class Option>
[[nodiscard]] constexpr auto mean_options(const Option& option) {
  if constexpr (std::is_same_v<Option, returned_option>)
    return std::tuple<>();
  else
    return std::tuple(option);
}

/// A mean, and how many elements each element of it is of.
template <array_like A, array_like Mean>
[[nodiscard]] std::tuple<Mean, Mean> mean_and_count(const A& x, Mean mean) {
  const double means = static_cast<double>(mean.size());
  const double count = means == 0 ? 0 : static_cast<double>(x.size()) / means;
  Mean counts(full_like(mean, count).node());
  return {std::move(mean), std::move(counts)};
}

}  // namespace detail

/// The mean of elements that count by their weights: sum(x * weights) / sum(weights), in one
/// kernel. Weights have the shape of `x`, or of the axes alone. With `gpu::returned` a tuple of it
/// and of the sums of the weights. Where weights sum to 0 the result is nan or infinite: NumPy
/// throws, for which one would have to wait here. `numpy.average`.
///
/// @throws dtype_error  "Axis must be specified when shapes of a and weights differ."
/// @throws shape_error  "Shape of weights must be consistent with shape of a along specified axis."
template <array_like A, array_like W, average_option... Options>
[[nodiscard]] auto average(const A& x, const reduction_axes& axes, const W& weights,
                           Options... options) {
  using average_t = typename detail::average_result<A, W>::type;
  detail::reduction_settings settings{axes};
  [[maybe_unused]] const auto take = [&]<class Option>(const Option& option) {
    if constexpr (!std::is_same_v<Option, returned_option>) settings.take(option);
  };
  (take(options), ...);
  detail::weighted_average nodes =
      detail::average_nodes(x.node(), weights.node(), axes, settings.keepdims);
  average_t average(std::move(nodes.average));
  if constexpr ((std::is_same_v<Options, returned_option> || ...))
    return std::tuple(std::move(average), average_t(std::move(nodes.weights)));
  else
    return average;
}
template <array_like A, array_like W, average_option... Options>
[[nodiscard]] auto average(const A& x, const W& weights, Options... options) {
  return average(x, std::nullopt, weights, options...);
}
/// xtensor's order of the arguments.
template <array_like A, array_like W, average_option... Options>
[[nodiscard]] auto average(const A& x, const W& weights, const reduction_axes& axes,
                           Options... options) {
  return average(x, axes, weights, options...);
}
/// Weights in a vector; integers in the place of the axes are those.
template <array_like A, detail::host_range W, average_option... Options>
[[nodiscard]] auto average(const A& x, const reduction_axes& axes, const W& weights,
                           Options... options) {
  return average(x, axes, asarray(weights, x.device()), options...);
}
template <array_like A, detail::host_range W, average_option... Options>
requires(!detail::extent_list<W>)
    [[nodiscard]] auto average(const A& x, const W& weights, Options... options) {
  return average(x, std::nullopt, asarray(weights, x.device()), options...);
}
/// Weights in a list, behind the axes: `average(x, 1, {0.25, 0.75})`.
template <array_like A, element_type Number, average_option... Options>
[[nodiscard]] auto average(const A& x, const reduction_axes& axes,
                           std::initializer_list<Number> weights, Options... options) {
  return average(x, axes, asarray(weights, x.device()), options...);
}
template <array_like A, average_option... Options>
[[nodiscard]] auto average(const A& x, const reduction_axes& axes,
                           const detail::list_argument& weights, Options... options) {
  return average(x, axes, weights.on(x.device()).template astype<double>(), options...);
}
/// With the weights as an option: `average(x, 0, weights(w))`, `average(x, weights(w))`.
template <array_like A, class T, average_option... Options>
[[nodiscard]] auto average(const A& x, const reduction_axes& axes, const weights_option<T>& weights,
                           Options... options) {
  return average(x, axes, detail::weights_array(weights), options...);
}
template <array_like A, class T, average_option... Options>
[[nodiscard]] auto average(const A& x, const weights_option<T>& weights, Options... options) {
  return average(x, detail::weights_array(weights), options...);
}
template <array_like A, class T, axis_argument Axes, average_option... Options>
[[nodiscard]] auto average(const A& x, const weights_option<T>& weights, const Axes& axes,
                           Options... options) {
  return average(x, axes, detail::weights_array(weights), options...);
}
/// Without weights: the mean.
template <array_like A, reduction_option... Options>
[[nodiscard]] auto average(const A& x, const reduction_axes& axes, Options... options) {
  return mean(x, axes, options...);
}
template <array_like A, reduction_option... Options>
[[nodiscard]] auto average(const A& x, Options... options) {
  return mean(x, options...);
}
/// With `gpu::returned` a tuple of the mean and of the number of elements that it is of.
template <array_like A, class... Options>
requires(detail::counted_average_options<Options...>)
    [[nodiscard]] auto average(const A& x, Options... options) {
  return detail::mean_and_count(x, std::apply([&](const auto&... more) { return mean(x, more...); },
                                              std::tuple_cat(detail::mean_options(options)...)));
}
template <array_like A, class... Options>
requires(detail::counted_average_options<Options...>)
    [[nodiscard]] auto average(const A& x, const reduction_axes& axes, Options... options) {
  return detail::mean_and_count(
      x, std::apply([&](const auto&... more) { return mean(x, axes, more...); },
                    std::tuple_cat(detail::mean_options(options)...)));
}

}  // namespace gpu
