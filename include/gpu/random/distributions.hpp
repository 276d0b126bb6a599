// SPDX-License-Identifier: BSD-3-Clause
// What the members of `generator` are made of.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <string_view>
#include <type_traits>

#include <gpu/array/creation.hpp>
#include <gpu/array/scalar_result.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/cuda/device.hpp>
#include <gpu/graph/node.hpp>
#include <gpu/random/parameter.hpp>
#include <gpu/random/philox.hpp>

namespace gpu::random {

/// Numbers that are drawn when they are needed: an expression. If it is one number it stands for
/// that: `double u = rng.random()`.
template <class T>
using draw = scalar_result<expression<T>>;

}  // namespace gpu::random

namespace gpu::random::detail {

/// float16, bfloat16, float32, float64.
template <class T>
concept real_element = element_type<T> && traits(dtype_of<T>)
.kind == dtype_kind::floating;

/// An array of integers or bools.
template <class A>
concept integer_array =
    typed_array<A> && std::integral<typename std::remove_cvref_t<A>::value_type>;
/// An integer, or an array of them.
template <class B>
concept integer_or_array = std::integral<std::remove_cvref_t<B>> || integer_array<B>;

/// Integers on the host.
template <class Range>
concept integer_range =
    gpu::detail::host_range<Range> && std::integral<std::ranges::range_value_t<Range>>;
/// How many there are of each color; the dtype of an array is looked at later.
template <class C>
concept color_counts = typed_array<C> || integer_range<C>;

/// Where numbers are to be: if it is not said, on the device of the parameters, or on the current
/// one if these are numbers.
using place = std::optional<device>;

/// Distributions of real numbers. Up to `weibull` each number takes one number, or a pair of them,
/// of the stream.
enum class distribution {
  normal,
  lognormal,
  exponential,
  cauchy,
  gumbel,
  laplace,
  logistic,
  pareto,
  power,
  rayleigh,
  triangular,
  weibull,
  gamma,
  beta,
  chisquare,
  f,
  standard_t,
  noncentral_chisquare,
  noncentral_f,
  wald,
  vonmises
};
/// Distributions of counts.
enum class count_distribution { poisson, negative_binomial, geometric, logseries, zipf };

/// In NumPy's order; those that a distribution does not have are 0.
using parameters = std::array<parameter, 3>;

[[nodiscard]] graph::node_ptr unit_node(philox& bits, dtype type, const shape& size, device where);
[[nodiscard]] graph::node_ptr uniform_node(philox& bits, dtype type, const parameter& low,
                                           const parameter& high, const shape& size,
                                           const place& where);
[[nodiscard]] graph::node_ptr drawn_node(philox& bits, distribution which, const parameters& p,
                                         dtype type, const shape& size, const place& where);
/// int64, as are those that follow.
[[nodiscard]] graph::node_ptr count_node(philox& bits, count_distribution which,
                                         const parameters& p, const shape& size,
                                         const place& where);
[[nodiscard]] graph::node_ptr binomial_node(philox& bits, const count_parameter& n,
                                            const parameter& p, const shape& size,
                                            const place& where);
[[nodiscard]] graph::node_ptr hypergeometric_node(philox& bits,
                                                  const std::array<count_parameter, 3>& counts,
                                                  const shape& size, const place& where);
[[nodiscard]] graph::leaf_ptr multinomial_leaf(philox& bits, const count_parameter& n,
                                               const graph::node_ptr& pvals, const shape& size,
                                               const place& where);
[[nodiscard]] graph::leaf_ptr multivariate_hypergeometric_leaf(
    philox& bits, const graph::node_ptr& colors, gpu::detail::wide_integer nsample,
    const shape& size, std::string_view method, const place& where);
[[nodiscard]] graph::node_ptr dirichlet_node(philox& bits, const graph::node_ptr& alpha, dtype type,
                                             const shape& size, const place& where);

[[nodiscard]] graph::leaf_ptr integers_leaf(philox& bits, dtype type, gpu::detail::wide_integer low,
                                            gpu::detail::wide_integer high, bool endpoint,
                                            const shape& size, device where);
/// A bound of integers: one for all, or an array of them.
struct integer_bound {
  template <std::integral Integer>
  integer_bound(Integer bound) : number(bound) {}
  template <typed_array A>
  integer_bound(const A& bounds) : array(bounds.node()) {}

  gpu::detail::wide_integer number = 0;
  graph::node_ptr array;  ///< null if it is a number
};
/// The integers of each element between bounds of its own, drawn by the host.
[[nodiscard]] graph::leaf_ptr integers_between_leaf(philox& bits, dtype type,
                                                    const integer_bound& low,
                                                    const integer_bound& high, bool endpoint,
                                                    const shape& size, const place& where);
[[nodiscard]] graph::leaf_ptr bytes_leaf(philox& bits, std::ptrdiff_t length, device where);
[[nodiscard]] graph::leaf_ptr choice_leaf(philox& bits, std::ptrdiff_t count, const shape& size,
                                          bool replace, device where, bool shuffle = true);
/// That an array of so many parts is not empty, unless none are chosen.
/// @throws value_error  "a cannot be empty unless no samples are taken"
void require_choices(std::ptrdiff_t count, const shape& size);
/// @param p  the probability of each number
[[nodiscard]] graph::leaf_ptr weighted_choice_leaf(philox& bits, std::ptrdiff_t count,
                                                   const shape& size, bool replace,
                                                   const graph::node_ptr& p, device where);
/// Weights as shares of their sum: float64, 1-D, on `cpu()`.
[[nodiscard]] graph::node_ptr shares_of_weights(const graph::node_ptr& weights);
[[nodiscard]] graph::leaf_ptr permutation_leaf(philox& bits, std::ptrdiff_t count, device where);
/// int64 of `extents`: the numbers of the elements along an axis, in any order, another one for
/// each of the other indices.
[[nodiscard]] graph::node_ptr orders_node(philox& bits, const shape& extents, std::ptrdiff_t axis,
                                          device where);

}  // namespace gpu::random::detail
