// SPDX-License-Identifier: BSD-3-Clause
// The reductions and scans that NumPy's arrays have as methods: `x.sum(0)` is `gpu::sum(x, 0)`.
//
// Reductions say themselves that they are methods; CMake lists them.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/array/reduction/options.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/reduction_methods.hpp>

namespace gpu {

namespace detail {

/// Defined by trace.hpp.
/// @param place  the offset of the diagonal, and its two axes
template <class T, class A, class... Options>
decltype(auto) traced(const A& a, const std::array<std::ptrdiff_t, 3>& place, Options&&... options);

}  // namespace detail

template <class Derived>
class reduction_methods : public detail::named_reduction_methods<Derived> {
 public:
  /// The sum of a diagonal of two axes: `gpu::trace`.
  template <class T = void, option_beside_axes... Options>
  decltype(auto) trace(strict_integer offset = 0, axis_index axis1 = 0, axis_index axis2 = 1,
                       Options&&... options) const {
    return detail::traced<T>(static_cast<const Derived&>(*this), {offset, axis1, axis2},
                             std::forward<Options>(options)...);
  }
  template <class T = void, option_beside_axes First, option_beside_axes... Options>
  decltype(auto) trace(strict_integer offset, First&& first, Options&&... options) const {
    return trace<T>(offset, 0, 1, std::forward<First>(first), std::forward<Options>(options)...);
  }
  template <class T = void, option_beside_axes First, option_beside_axes... Options>
  decltype(auto) trace(First&& first, Options&&... options) const {
    return trace<T>(0, 0, 1, std::forward<First>(first), std::forward<Options>(options)...);
  }
};

}  // namespace gpu
