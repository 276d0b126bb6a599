// SPDX-License-Identifier: BSD-3-Clause
// Covariances and correlation coefficients, by the product of matrices.
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <type_traits>

#include <gpu/array/asarray.hpp>
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
template <array_like W>
[[nodiscard]] fweights_option fweights(const W& w) {
  return {w.node()};
}
/// The same of vectors and lists, copied to the current device: `fweights({1, 2, 1})`.
template <gpu::detail::host_range W>
[[nodiscard]] fweights_option fweights(const W& w) {
  return {asarray(w).node()};
}
template <element_type Number>
[[nodiscard]] fweights_option fweights(std::initializer_list<Number> w) {
  return {asarray(w).node()};
}
struct aweights_option {
  graph::node_ptr node;
};
/// How important each observation is: NumPy's `aweights=`.
template <array_like W>
[[nodiscard]] aweights_option aweights(const W& w) {
  return {w.node()};
}
/// The same of vectors and lists, copied to the current device: `aweights({1, 2, 1})`.
template <gpu::detail::host_range W>
[[nodiscard]] aweights_option aweights(const W& w) {
  return {asarray(w).node()};
}
template <element_type Number>
[[nodiscard]] aweights_option aweights(std::initializer_list<Number> w) {
  return {asarray(w).node()};
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

/// At least float64.
[[nodiscard]] constexpr dtype usual_covariance_type(std::initializer_list<dtype> arrays) {
  dtype type = dtype::float64;
  for (const dtype one : arrays) type = promote_types(type, one);
  return type;
}

/// `T`, or what an option says; void without either.
template <class T, class... Options>
struct asked_covariance : std::type_identity<T> {};
template <class T, class U, class... More>
struct asked_covariance<T, dtype_option<U>, More...> : std::type_identity<U> {};
template <class T, class Option, class... More>
struct asked_covariance<T, Option, More...> : asked_covariance<T, More...> {};

/// The usual element type; void if it is known at run time only.
template <class... A>
struct usual_covariance : std::type_identity<void> {};
template <typed_array... A>
struct usual_covariance<A...>
    : std::type_identity<element_t<usual_covariance_type({dtype_of<typename A::value_type>...})>> {
};

/// The expression of a call.
/// @param of     makes the node of a call
/// @param usual  the dtype, unless one is asked for
template <class Asked, class Usual, class Of, class... Options>
[[nodiscard]] auto covariance_result(const Of& of, dtype usual, const Options&... options) {
  using T = std::conditional_t<std::is_void_v<Asked>, Usual, Asked>;
  if constexpr (!std::is_void_v<T>) {
    static_assert(traits(dtype_of<T>).kind > dtype_kind::integer,
                  "cov is floating-point or complex");
    usual = dtype_of<T>;
  }
  covariance_call call{usual};
  (call.take(options), ...);
  return gpu::detail::expression_of_node<T>(of(call));
}

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
template <class T = void, array_like M, covariance_option... Options>
[[nodiscard]] auto cov(const M& m, const Options&... options) {
  using asked = typename linalg::detail::asked_covariance<T, Options...>::type;
  return linalg::detail::covariance_result<asked,
                                           typename linalg::detail::usual_covariance<M>::type>(
      [&](const auto& call) { return linalg::detail::covariance_of(m.node(), nullptr, call); },
      linalg::detail::usual_covariance_type({m.dtype()}), options...);
}
template <class T = void, array_like M, array_like Y, covariance_option... Options>
[[nodiscard]] auto cov(const M& m, const Y& y, const Options&... options) {
  using asked = typename linalg::detail::asked_covariance<T, Options...>::type;
  return linalg::detail::covariance_result<asked,
                                           typename linalg::detail::usual_covariance<M, Y>::type>(
      [&](const auto& call) { return linalg::detail::covariance_of(m.node(), y.node(), call); },
      linalg::detail::usual_covariance_type({m.dtype(), y.dtype()}), options...);
}

/// The correlation coefficients of variables: covariances divided by standard deviations.
/// `numpy.corrcoef`. As `cov`; the only options are `rowvar` and `as_dtype`.
template <class T = void, array_like X, correlation_option... Options>
[[nodiscard]] auto corrcoef(const X& x, const Options&... options) {
  using asked = typename linalg::detail::asked_covariance<T, Options...>::type;
  return linalg::detail::covariance_result<asked,
                                           typename linalg::detail::usual_covariance<X>::type>(
      [&](const auto& call) { return linalg::detail::correlation_of(x.node(), nullptr, call); },
      linalg::detail::usual_covariance_type({x.dtype()}), options...);
}
template <class T = void, array_like X, array_like Y, correlation_option... Options>
[[nodiscard]] auto corrcoef(const X& x, const Y& y, const Options&... options) {
  using asked = typename linalg::detail::asked_covariance<T, Options...>::type;
  return linalg::detail::covariance_result<asked,
                                           typename linalg::detail::usual_covariance<X, Y>::type>(
      [&](const auto& call) { return linalg::detail::correlation_of(x.node(), y.node(), call); },
      linalg::detail::usual_covariance_type({x.dtype(), y.dtype()}), options...);
}

}  // namespace gpu
