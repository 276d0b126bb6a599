// SPDX-License-Identifier: BSD-3-Clause
// Windows for signals: symmetric weights, largest in the middle. They are computed in float64 when
// they are read, in the kernel of what reads them: `x * gpu::hanning(n)` is one launch.
#pragma once

#include <cstddef>

#include <gpu/array/expression.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

namespace detail {
[[nodiscard]] graph::node_ptr bartlett_node(dtype type, std::ptrdiff_t count, device where);
[[nodiscard]] graph::node_ptr blackman_node(dtype type, std::ptrdiff_t count, device where);
[[nodiscard]] graph::node_ptr hamming_node(dtype type, std::ptrdiff_t count, device where);
[[nodiscard]] graph::node_ptr hanning_node(dtype type, std::ptrdiff_t count, device where);
[[nodiscard]] graph::node_ptr kaiser_node(dtype type, std::ptrdiff_t count, double beta,
                                          device where);
}  // namespace detail

/// The triangle from 0 to 1 to 0. Empty if `count` is below 1, as all windows. `numpy.bartlett`.
template <element_type T = double>
[[nodiscard]] expression<T> bartlett(strict_integer count, device where = current_device()) {
  return expression<T>(detail::bartlett_node(dtype_of<T>, count, where));
}
/// 0.42 + 0.5 cos + 0.08 cos of twice the angle, from -pi to pi. `numpy.blackman`.
template <element_type T = double>
[[nodiscard]] expression<T> blackman(strict_integer count, device where = current_device()) {
  return expression<T>(detail::blackman_node(dtype_of<T>, count, where));
}
/// 0.54 + 0.46 cos from -pi to pi. `numpy.hamming`.
template <element_type T = double>
[[nodiscard]] expression<T> hamming(strict_integer count, device where = current_device()) {
  return expression<T>(detail::hamming_node(dtype_of<T>, count, where));
}
/// 0.5 + 0.5 cos from -pi to pi. `numpy.hanning`.
template <element_type T = double>
[[nodiscard]] expression<T> hanning(strict_integer count, device where = current_device()) {
  return expression<T>(detail::hanning_node(dtype_of<T>, count, where));
}
/// i0(beta sqrt(1 - t^2)) / i0(beta) for t from -1 to 1. `numpy.kaiser`.
template <element_type T = double>
[[nodiscard]] expression<T> kaiser(strict_integer count, double beta,
                                   device where = current_device()) {
  return expression<T>(detail::kaiser_node(dtype_of<T>, count, beta, where));
}

}  // namespace gpu
