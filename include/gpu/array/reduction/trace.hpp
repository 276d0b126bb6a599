// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/reductions.hpp>

namespace gpu {

template <class T, class A, class... Options>
decltype(auto) detail::traced(const A& a, const std::array<std::ptrdiff_t, 3>& place,
                              Options&&... options) {
  return sum<T>(diagonal(a, place[0], place[1], place[2]), -1, std::forward<Options>(options)...);
}

/// The sum of a diagonal of two axes; options as those of `sum`, also alone or behind the offset:
/// `trace(a, gpu::out(c))`. `numpy.trace`.
/// @throws value_error  "diag requires an array of at least two dimensions"
template <class T = void, array_like A, option_beside_axes... Options>
decltype(auto) trace(const A& a, strict_integer offset = 0, axis_index axis1 = 0,
                     axis_index axis2 = 1, Options&&... options) {
  return detail::traced<T>(a, {offset, axis1, axis2}, std::forward<Options>(options)...);
}
template <class T = void, array_like A, option_beside_axes First, option_beside_axes... Options>
decltype(auto) trace(const A& a, strict_integer offset, First&& first, Options&&... options) {
  return trace<T>(a, offset, 0, 1, std::forward<First>(first), std::forward<Options>(options)...);
}
template <class T = void, array_like A, option_beside_axes First, option_beside_axes... Options>
decltype(auto) trace(const A& a, First&& first, Options&&... options) {
  return trace<T>(a, 0, 0, 1, std::forward<First>(first), std::forward<Options>(options)...);
}

}  // namespace gpu
