// SPDX-License-Identifier: BSD-3-Clause
// What NumPy's functions of these names say of the shape of an array, or of a number.
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// The number of axes; 0 of a number. `numpy.ndim`.
template <class A>
requires(array_like<A> || scalar_like<A>) [[nodiscard]] std::size_t ndim(const A& a) {
  if constexpr (scalar_like<A>)
    return 0;
  else
    return a.dimension();
}

/// The number of elements; 1 of a number. `numpy.size`.
template <class A>
requires(array_like<A> || scalar_like<A>) [[nodiscard]] std::size_t size(const A& a) {
  if constexpr (scalar_like<A>)
    return 1;
  else
    return static_cast<std::size_t>(element_count(a.shape()));
}
/// The number of elements along an axis.
/// @throws axis_error
template <array_like A, std::convertible_to<axis_index> Axis>
[[nodiscard]] std::size_t size(const A& a, const Axis& axis) {
  const shape extents = a.shape();
  return static_cast<std::size_t>(extents[normalize_axis_index(axis_index(axis), extents.size())]);
}
/// The number of elements along several axes: the product of their extents.
/// @throws axis_error
template <array_like A>
[[nodiscard]] std::size_t size(const A& a, const std::vector<std::ptrdiff_t>& axes) {
  std::size_t count = 1;
  for (const std::ptrdiff_t axis : axes) count *= size(a, axis);
  return count;
}

}  // namespace gpu
