// SPDX-License-Identifier: BSD-3-Clause
// What may follow the axes of a quantile, in any order: `gpu::quantile(x, 0.9, 0, gpu::keepdims,
// gpu::quantile_method::hazen)`.
#pragma once

#include <type_traits>

#include <gpu/array/concepts.hpp>
#include <gpu/array/reduction/options.hpp>
#include <gpu/array/statistics/weights.hpp>
#include <gpu/elementwise/support/quantile.hpp>

namespace gpu {

/// A method of quantiles. A type for each: some give elements, others numbers between them.
template <quantile_rule Rule>
struct quantile_method_option {};

/// NumPy's `method=`, and xtensor's.
namespace quantile_method {
inline constexpr quantile_method_option<quantile_rule::linear> linear{};
inline constexpr quantile_method_option<quantile_rule::lower> lower{};
inline constexpr quantile_method_option<quantile_rule::higher> higher{};
inline constexpr quantile_method_option<quantile_rule::midpoint> midpoint{};
inline constexpr quantile_method_option<quantile_rule::nearest> nearest{};
inline constexpr quantile_method_option<quantile_rule::inverted_cdf> inverted_cdf{};
inline constexpr quantile_method_option<quantile_rule::averaged_inverted_cdf>
    averaged_inverted_cdf{};
inline constexpr quantile_method_option<quantile_rule::closest_observation> closest_observation{};
inline constexpr quantile_method_option<quantile_rule::interpolated_inverted_cdf>
    interpolated_inverted_cdf{};
inline constexpr quantile_method_option<quantile_rule::hazen> hazen{};
inline constexpr quantile_method_option<quantile_rule::weibull> weibull{};
inline constexpr quantile_method_option<quantile_rule::median_unbiased> median_unbiased{};
inline constexpr quantile_method_option<quantile_rule::normal_unbiased> normal_unbiased{};
}  // namespace quantile_method

namespace detail {

template <class A>
inline constexpr int quantile_rule_of = -1;
template <quantile_rule Rule>
inline constexpr int quantile_rule_of<quantile_method_option<Rule>> = static_cast<int>(Rule);

/// The rule among options; the first one without any.
template <class... Options>
consteval quantile_rule chosen_rule() {
  int rule = 0;
  ((quantile_rule_of<Options> >= 0 ? rule = quantile_rule_of<Options> : 0), ...);
  return static_cast<quantile_rule>(rule);
}

}  // namespace detail

/// `keepdims`, `out(c)`.
template <class A>
concept median_option = (detail::reduction_option_bit<std::remove_cvref_t<A>> &
                         (detail::takes_keepdims | detail::takes_out)) != 0;
/// `keepdims`, `out(c)`, `weights(w)`, a method.
template <class A>
concept quantile_option = median_option<A> || detail::is_weights<std::remove_cvref_t<A>> ||
    detail::quantile_rule_of<std::remove_cvref_t<A>>
>= 0;

}  // namespace gpu
