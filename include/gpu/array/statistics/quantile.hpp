// SPDX-License-Identifier: BSD-3-Clause
// Quantiles, percentiles and medians, also of what is not nan.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/reduction.hpp>
#include <gpu/array/statistics/quantile_options.hpp>

namespace gpu {

namespace detail {

/// A call, as far as it is known at run time only.
struct quantile_call {
  reduction_axes axes;
  quantile_rule rule;
  dtype result;
  bool skips_nans = false;
  bool is_percentile = false;
  bool keepdims = false;
  bool in_float32 = false;  ///< positions are computed in float32
  std::vector<double> q = {0.5};
  shape q_extents = {};  ///< the first axes of the result
  graph::node_ptr weights = nullptr;

  void take(keepdims_option option) { keepdims = option.keep; }
  template <class W>
  void take(const weights_option<W>& option) {
    weights = option.node;
  }
  template <quantile_rule Rule>
  void take(quantile_method_option<Rule>) {}
  template <class Target>
  void take(const out_option<Target>&) {}
};

/// Computed at once. @throws as `quantile`
[[nodiscard]] graph::node_ptr quantile_node(const graph::node_ptr& value, quantile_call&& call);
/// What the compiler refuses of arrays whose element type it knows.
/// @throws dtype_error
void require_real_elements(dtype element);
void require_no_bools(dtype element, bool is_discrete);

/// The dtype of quantiles of `element`: a number `Q` is weak, an array is not.
template <class Q>
[[nodiscard]] constexpr dtype quantile_type(dtype element, bool discrete) {
  if (discrete) return element;
  if constexpr (typed_array<Q>)
    return promote_types(element, Q::dtype() == dtype::float32 ? dtype::float32 : dtype::float64);
  else
    return traits(element).kind == dtype_kind::floating ? element : dtype::float64;
}
template <class Q>
[[nodiscard]] consteval dtype dtype_of_q() {
  if constexpr (typed_array<Q>)
    return Q::dtype();
  else
    return dtype_of<Q>;
}
[[nodiscard]] constexpr dtype median_type(dtype element) {
  return traits(element).kind == dtype_kind::floating ? element : dtype::float64;
}

/// An expression, or what `out` gave, with the value written to it.
/// @param type  gives the dtype of the result for that of the elements; it has no state
template <class A, class Type, class... Options>
decltype(auto) quantile_result(const char* name, graph::node_ptr value, casting rule, Type /*type*/,
                               const Options&... options) {
  static_assert(options_differ<Options...>(), "an option is given twice");
  constexpr std::size_t place = out_place<Options...>();
  if constexpr (place < sizeof...(Options))
    return write_reduction(name, std::get<place>(std::tie(options...)), std::move(value), rule);
  else if constexpr (typed_array<A>)
    return expression<element_t<Type()(dtype_of<typename A::value_type>)>>(std::move(value));
  else
    return any_expression(std::move(value));
}

/// @throws dtype_error  "a must be an array of real numbers", in the compiler's words of an array
///                      whose type is known
template <class A>
constexpr void check_quantile_elements([[maybe_unused]] dtype element) {
  if constexpr (typed_array<A>)
    static_assert(traits(dtype_of<typename A::value_type>).kind != dtype_kind::complex,
                  "a must be an array of real numbers");
  else
    require_real_elements(element);
}
/// Of bools there are none but the discrete ones.
template <class A, quantile_rule Rule>
constexpr void check_quantile_of_bools([[maybe_unused]] dtype element) {
  if constexpr (!typed_array<A>)
    require_no_bools(element, is_discrete(Rule));
  else
    static_assert(!std::is_same_v<typename A::value_type, bool> || is_discrete(Rule),
                  "bools are not subtracted: take a discrete method, or convert them");
}

}  // namespace detail

/// The functions `quantile`, `percentile`, `nanquantile` and `nanpercentile`.
template <bool IsPercentile, bool SkipsNans>
struct quantile_function {
  /// One quantile, `q` between 0 and 1 (percentiles: 100).
  template <array_like A, scalar_like Q, quantile_option... Options>
  decltype(auto) operator()(const A& a, Q q, const reduction_axes& axis,
                            const Options&... options) const {
    return computed<A, Q>(a, {static_cast<double>(q)}, {}, axis, options...);
  }
  /// Several: they are the first axes of the result.
  template <array_like A, quantile_option... Options>
  decltype(auto) operator()(const A& a, const detail::list_argument& list,
                            const reduction_axes& axis, const Options&... options) const {
    return computed<A, ndarray<double>>(a, list.doubles(), list.shape(), axis, options...);
  }
  template <array_like A, typed_array Q, quantile_option... Options>
  decltype(auto) operator()(const A& a, const Q& q, const reduction_axes& axis,
                            const Options&... options) const {
    std::vector<double> values(q.size());
    detail::read_elements(q.template astype<double>().node(), values.data());
    return computed<A, Q>(a, std::move(values), q.shape(), axis, options...);
  }
  /// Of a vector, or with a vector of quantiles or an element of an array, or both.
  template <detail::array_or_vector A, detail::array_argument Q, class... Options>
  requires(detail::host_range<A> || detail::host_range<Q> || element_proxy<Q>) decltype(auto)
  operator()(const A& a, const Q& q, const Options&... options) const {
    const device where = detail::device_of_arguments(a, q);
    if constexpr (detail::number_or_element<Q>)
      return (*this)(detail::as_array(a, where), detail::read_proxy(q), options...);
    else
      return (*this)(detail::as_array(a, where), detail::as_array(q, where), options...);
  }
  /// Of all elements.
  template <array_like A, class Q, quantile_option... Options>
  requires(array_like<Q> || scalar_like<Q>) decltype(auto) operator()(
      const A& a, const Q& q, const Options&... options) const {
    return (*this)(a, q, reduction_axes(std::nullopt), options...);
  }
  /// Dtypes follow from the method: `quantile_method::hazen` is known when this is compiled.
  template <class... Arguments>
  requires(std::convertible_to<Arguments, std::string_view> || ...) void operator()(
      Arguments&&...) const = delete;
  template <array_like A, quantile_option... Options>
  decltype(auto) operator()(const A& a, const detail::list_argument& list,
                            const Options&... options) const {
    return (*this)(a, list, reduction_axes(std::nullopt), options...);
  }

 private:
  static constexpr const char* name = IsPercentile ? "percentile" : "quantile";

  template <class A, class Q, class... Options>
  static decltype(auto) computed(const A& a, std::vector<double> q, const shape& extents,
                                 const reduction_axes& axis, const Options&... options) {
    const graph::node_ptr value = a.node();
    detail::check_quantile_elements<A>(value->type);
    constexpr quantile_rule chosen = detail::chosen_rule<Options...>();
    // Whole numbers are indices of elements, as they are in NumPy.
    constexpr bool is_whole =
        is_integer(detail::dtype_of_q<Q>()) && !IsPercentile && chosen == quantile_rule::linear;
    constexpr quantile_rule rule = is_whole ? quantile_rule::lower : chosen;
    detail::check_quantile_of_bools<A, rule>(value->type);
    constexpr auto type = [](dtype element) {
      return detail::quantile_type<Q>(element, is_discrete(rule));
    };
    detail::quantile_call call{axis, rule, type(value->type), SkipsNans, IsPercentile};
    call.in_float32 = typed_array<Q> && detail::dtype_of_q<Q>() == dtype::float32;
    call.q = std::move(q);
    call.q_extents = extents;
    (call.take(options), ...);
    return detail::quantile_result<A>(
        name, detail::quantile_node(value, std::move(call)),
        SkipsNans || is_discrete(rule) ? casting::unsafe : casting::same_kind, type, options...);
  }
};

/// The functions `median` and `nanmedian`.
template <bool SkipsNans>
struct median_function {
  template <array_like A, median_option... Options>
  decltype(auto) operator()(const A& a, const reduction_axes& axis,
                            const Options&... options) const {
    const graph::node_ptr value = a.node();
    detail::check_quantile_elements<A>(value->type);
    constexpr auto type = [](dtype element) { return detail::median_type(element); };
    detail::quantile_call call{axis, quantile_rule::middle, type(value->type), SkipsNans};
    (call.take(options), ...);
    return detail::quantile_result<A>("median", detail::quantile_node(value, std::move(call)),
                                      casting::unsafe, type, options...);
  }
  /// Of all elements.
  template <array_like A, median_option... Options>
  decltype(auto) operator()(const A& a, const Options&... options) const {
    return (*this)(a, reduction_axes(std::nullopt), options...);
  }
  /// Of a vector or a list: `median({3, 1, 2})`.
  template <detail::host_range A, class... Options>
  decltype(auto) operator()(const A& a, const Options&... options) const {
    return (*this)(asarray(a), options...);
  }
  template <element_type Number, class... Options>
  decltype(auto) operator()(std::initializer_list<Number> a, const Options&... options) const {
    return (*this)(asarray(a), options...);
  }
};

/// The q-th quantile over some axes: `quantile(a, q, axis, options...)`, or of all elements:
/// `quantile(a, q, options...)`. `q` is a number, a list or an array. `numpy.quantile`.
///
/// Options: `quantile_method::linear` or another method, `keepdims`, `out(c)`, and `weights(w)`
/// with the method inverted_cdf: an array of the shape of a, or of its extents along the axes.
///
/// @shape   that of q, then the axes that are kept
/// @dtype   that of the elements for discrete methods and whole numbers q; else as NumPy: floats
///          keep theirs beside a number q, all else is float64, or float32 if q is of float32
/// @enqueue nothing; q that is an array, and weights, are read on the host, and waited for
/// @throws  dtype_error  if `out` would need another cast than NumPy's of the same kind
/// @throws  value_error  "Quantiles must be in the range [0, 1]"
/// @throws  index_error  of no elements
/// @throws  axis_error, shape_error
inline constexpr quantile_function<false, false> quantile{};
/// The same in percent. `numpy.percentile`.
inline constexpr quantile_function<true, false> percentile{};
/// `quantile` of what is not nan; nan where nothing is left. `numpy.nanquantile`.
inline constexpr quantile_function<false, true> nanquantile{};
/// `percentile` of what is not nan. `numpy.nanpercentile`.
inline constexpr quantile_function<true, true> nanpercentile{};

/// The element in the middle, or the mean of two: `median(a, axis, keepdims, out(c))`. nan if one
/// of them is, or if there are none. `numpy.median`.
/// @dtype   that of floats; float64 of integers and bools
inline constexpr median_function<false> median{};
/// `median` of what is not nan. `numpy.nanmedian`.
inline constexpr median_function<true> nanmedian{};

}  // namespace gpu
