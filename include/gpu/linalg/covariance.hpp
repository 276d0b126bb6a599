// SPDX-License-Identifier: BSD-3-Clause
// Covariances and correlation coefficients, by the product of matrices.
#pragma once

#include <optional>
#include <type_traits>

#include <gpu/array/ndarray.hpp>
#include <gpu/array/reduction/options.hpp>
#include <gpu/core/promotion.hpp>

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

namespace linalg::detail {

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
  template <class T>
  void take(dtype_option<T>) {}  // of the result's type
};

/// @param y  more variables, or null
[[nodiscard]] graph::node_ptr covariance_of(const graph::node_ptr& m, const graph::node_ptr& y,
                                            const covariance_call& call);
[[nodiscard]] graph::node_ptr correlation_of(const graph::node_ptr& m, const graph::node_ptr& y,
                                             const covariance_call& call);

template <class A>
inline constexpr bool is_dtype_option = false;
template <class T>
inline constexpr bool is_dtype_option<dtype_option<T>> = true;

template <class A>
inline constexpr dtype asked_dtype = dtype::float64;
template <class T>
inline constexpr dtype asked_dtype<dtype_option<T>> = dtype_of<T>;

/// At least float64.
template <class... A>
inline constexpr dtype usual_covariance_type = [] {
  dtype type = dtype::float64;
  ((type = promote_types(type, dtype_of<typename A::value_type>)), ...);
  return type;
}();

/// `T`, or what an option says, or the usual dtype.
template <class T, dtype Usual, class... Options>
struct covariance_result {
  static constexpr dtype value = [] {
    dtype type = Usual;
    if constexpr (!std::is_void_v<T>) type = dtype_of<T>;
    ((type = is_dtype_option<Options> ? asked_dtype<Options> : type), ...);
    return type;
  }();
  static_assert(traits(value).kind > dtype_kind::integer, "cov is floating-point or complex");

  /// @param of  makes the node of a call
  template <class Of>
  [[nodiscard]] static auto take(const Of& of, const Options&... options) {
    covariance_call call{value};
    (call.take(options), ...);
    return expression<element_t<value>>(of(call));
  }
};

}  // namespace linalg::detail

/// `rowvar(flag)`, `bias`, `ddof(n)`, `fweights(w)`, `aweights(w)`, `as_dtype<T>`.
template <class A>
concept covariance_option = std::same_as<A, rowvar_option> || std::same_as<A, bias_option> ||
    std::same_as<A, ddof_option> || std::same_as<A, fweights_option> ||
    std::same_as<A, aweights_option> || linalg::detail::is_dtype_option<A>;
/// `rowvar(flag)`, `as_dtype<T>`.
template <class A>
concept correlation_option = std::same_as<A, rowvar_option> || linalg::detail::is_dtype_option<A>;

/// The covariances of variables, which are rows: `cov(m, options...)`, or those of m and of y
/// together: `cov(m, y, options...)`; exactly Hermitian. The centred variables times themselves by
/// `matmul`, whose errors it shares: of sums in its order, relative to the deviations of both
/// variables. `numpy.cov`.
///
/// @shape   (variables, observations) -> (variables, variables); a number for one variable
/// @dtype   float64 or complex128; T of `cov<T>(m)` and of `as_dtype<T>`, also where NumPy's
///          weights widen it, and float16 and bfloat16 compute in float32
/// @enqueue computed at once; weights are read on the host, and waited for
/// @throws  value_error  "m has more than 2 dimensions", "aweights cannot be negative", "Weights
/// sum
///          to zero, can't be normalized" and others in NumPy's words
/// @throws  dtype_error  "fweights must be integer"; device_mismatch
template <class T = void, typed_array M, covariance_option... Options>
[[nodiscard]] auto cov(const M& m, const Options&... options) {
  using result =
      linalg::detail::covariance_result<T, linalg::detail::usual_covariance_type<M>, Options...>;
  return result::take(
      [&](const auto& call) { return linalg::detail::covariance_of(m.node(), nullptr, call); },
      options...);
}
template <class T = void, typed_array M, typed_array Y, covariance_option... Options>
[[nodiscard]] auto cov(const M& m, const Y& y, const Options&... options) {
  using result =
      linalg::detail::covariance_result<T, linalg::detail::usual_covariance_type<M, Y>, Options...>;
  return result::take(
      [&](const auto& call) { return linalg::detail::covariance_of(m.node(), y.node(), call); },
      options...);
}

/// The correlation coefficients of variables: covariances divided by standard deviations.
/// `numpy.corrcoef`. As `cov`; the only options are `rowvar` and `as_dtype`.
template <class T = void, typed_array X, correlation_option... Options>
[[nodiscard]] auto corrcoef(const X& x, const Options&... options) {
  using result =
      linalg::detail::covariance_result<T, linalg::detail::usual_covariance_type<X>, Options...>;
  return result::take(
      [&](const auto& call) { return linalg::detail::correlation_of(x.node(), nullptr, call); },
      options...);
}
template <class T = void, typed_array X, typed_array Y, correlation_option... Options>
[[nodiscard]] auto corrcoef(const X& x, const Y& y, const Options&... options) {
  using result =
      linalg::detail::covariance_result<T, linalg::detail::usual_covariance_type<X, Y>, Options...>;
  return result::take(
      [&](const auto& call) { return linalg::detail::correlation_of(x.node(), y.node(), call); },
      options...);
}

}  // namespace gpu
