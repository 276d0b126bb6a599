// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <type_traits>

#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/options.hpp>

namespace gpu {

/// What `rowvar(flag)` makes.
struct rowvar_option {
  bool rows;
};
/// Whether variables are rows, and observations columns: NumPy's `rowvar=`, true by default.
[[nodiscard]] constexpr rowvar_option rowvar(bool rows) noexcept {
  return {rows};
}

struct bias_option {
  bool biased;
  [[nodiscard]] constexpr bias_option operator()(bool value) const noexcept { return {value}; }
};
/// Divides by the number of observations, not by one less: NumPy's `bias=True`.
inline constexpr bias_option bias{true};

struct fweights_option {
  graph::node_ptr node;
};
/// How often each observation is repeated: NumPy's `fweights=`.
template <typed_array W>
[[nodiscard]] fweights_option fweights(const W& w) {
  return {w.node()};
}
struct aweights_option {
  graph::node_ptr node;
};
/// How important each observation is: NumPy's `aweights=`.
template <typed_array W>
[[nodiscard]] aweights_option aweights(const W& w) {
  return {w.node()};
}

namespace detail {

struct covariance_call {
  dtype type;
  bool rows = true;
  bool biased = false;
  std::optional<double> correction = std::nullopt;
  graph::node_ptr fweights = nullptr;
  graph::node_ptr aweights = nullptr;

  void take(rowvar_option option) { rows = option.rows; }
  void take(bias_option option) { biased = option.biased; }
  void take(ddof_option option) { correction = option.value; }
  void take(const fweights_option& option) { fweights = option.node; }
  void take(const aweights_option& option) { aweights = option.node; }
};

/// @param y  more variables, or null
[[nodiscard]] graph::node_ptr covariance_of(const graph::node_ptr& m, const graph::node_ptr& y,
                                            const covariance_call& call);
[[nodiscard]] graph::node_ptr correlation_of(const graph::node_ptr& m, const graph::node_ptr& y,
                                             const covariance_call& call);

template <class... A>
inline constexpr dtype covariance_type = [] {
  dtype type = dtype::float64;
  ((type = promote_types(type, dtype_of<typename A::value_type>)), ...);
  return type;
}();

}  // namespace detail

/// `rowvar(flag)`, `bias`, `ddof(n)`, `fweights(w)`, `aweights(w)`.
template <class A>
concept covariance_option = std::same_as<A, rowvar_option> || std::same_as<A, bias_option> ||
    std::same_as<A, ddof_option> || std::same_as<A, fweights_option> ||
    std::same_as<A, aweights_option>;

/// The covariances of variables, which are rows: `cov(m, options...)`, or those of m and of y
/// together: `cov(m, y, options...)`. `numpy.cov`.
///
/// @shape   (variables, variables); a number for one variable
/// @dtype   float64, or complex128
/// @enqueue computed at once; weights are read on the host, and waited for
/// @throws  value_error, dtype_error  in NumPy's words
template <typed_array M, covariance_option... Options>
[[nodiscard]] auto cov(const M& m, const Options&... options) {
  constexpr dtype type = detail::covariance_type<M>;
  detail::covariance_call call{type};
  (call.take(options), ...);
  return expression<element_t<type>>(detail::covariance_of(m.node(), nullptr, call));
}
template <typed_array M, typed_array Y, covariance_option... Options>
[[nodiscard]] auto cov(const M& m, const Y& y, const Options&... options) {
  constexpr dtype type = detail::covariance_type<M, Y>;
  detail::covariance_call call{type};
  (call.take(options), ...);
  return expression<element_t<type>>(detail::covariance_of(m.node(), y.node(), call));
}

/// The correlation coefficients of variables: covariances divided by standard deviations.
/// `numpy.corrcoef`. As `cov`; the only option is `rowvar`.
template <typed_array X>
[[nodiscard]] auto corrcoef(const X& x, rowvar_option rows = {true}) {
  constexpr dtype type = detail::covariance_type<X>;
  const detail::covariance_call call{type, rows.rows};
  return expression<element_t<type>>(detail::correlation_of(x.node(), nullptr, call));
}
template <typed_array X, typed_array Y>
[[nodiscard]] auto corrcoef(const X& x, const Y& y, rowvar_option rows = {true}) {
  constexpr dtype type = detail::covariance_type<X, Y>;
  const detail::covariance_call call{type, rows.rows};
  return expression<element_t<type>>(detail::correlation_of(x.node(), y.node(), call));
}

}  // namespace gpu
