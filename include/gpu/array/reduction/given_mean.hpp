// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>

#include <gpu/array/array_argument.hpp>
#include <gpu/array/list_argument.hpp>
#include <gpu/array/reduction/options.hpp>
#include <gpu/array/scalar_operand.hpp>

namespace gpu {

/// Variances and standard deviations are from this mean, which is not computed again: NumPy's
/// `mean=`. An array, which keeps the reduced axes, `var(x, 1, given_mean(mean(x, 1, keepdims)))`,
/// a number, a vector or a list. It is taken in the precision of the result.
template <detail::array_argument M>
[[nodiscard]] mean_option given_mean(const M& mean) {
  if constexpr (detail::number_or_element<M>) {
    auto number = detail::read_proxy(mean);
    const computed_t<decltype(number)> value(number);
    return {graph::make_scalar(dtype_of<decltype(number)>, &value)};
  } else {
    return {detail::as_array(mean, current_device()).node()};
  }
}
[[nodiscard]] inline mean_option given_mean(const detail::list_argument& mean) {
  return {mean.on(current_device()).node()};
}

}  // namespace gpu
