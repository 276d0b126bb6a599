// SPDX-License-Identifier: BSD-3-Clause
// Which frequencies the elements of a transform belong to, and their order.
#pragma once

#include <concepts>
#include <cstddef>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/reduction/axes.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu::fft {

namespace detail {
[[nodiscard]] graph::node_ptr fftfreq_node(std::ptrdiff_t n, double d, dtype type, device where);
[[nodiscard]] graph::node_ptr rfftfreq_node(std::ptrdiff_t n, double d, dtype type, device where);
/// @param direction  1 or -1
[[nodiscard]] graph::node_ptr shifted(const graph::node_ptr& x, const reduction_axes& axes,
                                      std::ptrdiff_t direction);
}  // namespace detail

/// The frequencies of the n elements of `fft`, of samples that are `d` apart: [0, 1, ..., -2, -1] /
/// (n d). `numpy.fft.fftfreq`.
///
/// @shape   (n,)
/// @dtype   T, rounded once
/// @enqueue nothing: an expression
/// @throws  value_error  "negative dimensions are not allowed", "float division by zero"
template <std::floating_point T = double>
[[nodiscard]] auto fftfreq(strict_integer n, double d = 1, device where = current_device()) {
  return expression<T>(detail::fftfreq_node(n, d, dtype_of<T>, where));
}
/// The frequencies of the n/2 + 1 elements of `rfft`, none of which is negative.
/// `numpy.fft.rfftfreq`. As `fftfreq`, but of a negative n there are none.
template <std::floating_point T = double>
[[nodiscard]] auto rfftfreq(strict_integer n, double d = 1, device where = current_device()) {
  return expression<T>(detail::rfftfreq_node(n, d, dtype_of<T>, where));
}

/// The elements of a transform with frequency 0 in the middle of the axes, of all or of those
/// given. Reads elements at computed places, in the kernel that uses them. `numpy.fft.fftshift`.
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto fftshift(const A& x, const reduction_axes& axes = std::nullopt) {
  return gpu::detail::expression_like<A>(detail::shifted(x.node(), axes, 1));
}
/// The inverse of `fftshift`; it differs where extents are odd. `numpy.fft.ifftshift`.
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto ifftshift(const A& x, const reduction_axes& axes = std::nullopt) {
  return gpu::detail::expression_like<A>(detail::shifted(x.node(), axes, -1));
}

}  // namespace gpu::fft
