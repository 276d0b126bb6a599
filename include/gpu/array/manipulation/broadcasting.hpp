// SPDX-License-Identifier: BSD-3-Clause
// Shapes and arrays made alike. Nothing is computed.
#pragma once

#include <array>
#include <concepts>
#include <tuple>
#include <utility>
#include <vector>

#include <gpu/array/manipulation/atleast.hpp>
#include <gpu/core/broadcast.hpp>

namespace gpu {

namespace detail {
/// @throws shape_error  "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch
/// is
///                      between arg 0 with shape (2,) and arg 1 with shape (3,)."
[[nodiscard]] shape common_shape(const std::vector<shape>& shapes);
[[nodiscard]] node_list broadcast_together(const node_list& arrays);
}  // namespace detail

/// The shape that all of several shapes broadcast to: `broadcast_shapes(a.shape(), shape{3, 1})`.
/// `numpy.broadcast_shapes`.
/// @throws shape_error  "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch
/// is
///                      between arg 0 with shape (2,) and arg 1 with shape (3,)."
template <std::convertible_to<shape>... Shapes>
requires(sizeof...(Shapes) > 0) [[nodiscard]] shape broadcast_shapes(const Shapes&... shapes) {
  return detail::common_shape({shape(shapes)...});
}
/// The same of lists: `broadcast_shapes({2, 1}, {3})`.
[[nodiscard]] inline shape broadcast_shapes(const shape& first, const shape& second) {
  return detail::common_shape({first, second});
}
[[nodiscard]] inline shape broadcast_shapes(const shape& first, const shape& second,
                                            const shape& third) {
  return detail::common_shape({first, second, third});
}
[[nodiscard]] inline shape broadcast_shapes(const shape& first, const shape& second,
                                            const shape& third, const shape& fourth) {
  return detail::common_shape({first, second, third, fourth});
}

/// Each array broadcast to the shape of all: `auto [x, y] = broadcast_arrays(a, b)`. Views, to
/// read. `numpy.broadcast_arrays`.
/// @throws shape_error  as `broadcast_shapes`
template <class... A>
requires(sizeof...(A) > 0 && ((array_like<A> || scalar_like<A>)&&...))
    [[nodiscard]] auto broadcast_arrays(const A&... arrays) {
  const detail::node_list nodes =
      detail::broadcast_together(detail::node_list{detail::node_of_part(arrays)...});
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple(detail::part_expression<A>(nodes[I])...);
  }
  (std::index_sequence_for<A...>());
}

}  // namespace gpu
