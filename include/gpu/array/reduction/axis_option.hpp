// SPDX-License-Identifier: BSD-3-Clause
// `gpu::axis(1)`: axes by name, as NumPy's `axis=1`.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/reduction/axes.hpp>

namespace gpu {

/// One axis, as `axis(1)` makes it: also an argument of functions that take one axis in its place.
struct axis_number {
  std::ptrdiff_t number;
  /// Of this type alone, so that it becomes no bool or size.
  template <std::same_as<std::ptrdiff_t> Axis>
  [[nodiscard]] constexpr operator Axis() const noexcept {
    return number;
  }
  [[nodiscard]] operator reduction_axes() const { return number; }
};

/// No axis in particular, as `axis(std::nullopt)` makes it: all elements in C order.
struct every_axis {
  [[nodiscard]] constexpr operator std::optional<std::ptrdiff_t>() const noexcept {
    return std::nullopt;
  }
  [[nodiscard]] operator reduction_axes() const { return std::nullopt; }
};

/// Several axes, as `axis({0, 1})` makes it.
struct axis_option {
  reduction_axes axes;
  [[nodiscard]] operator const reduction_axes&() const noexcept { return axes; }
};

/// NumPy's `axis=`: the axis of a reduction, in any place among its options, `sum(x, keepdims,
/// axis(1))`; and of every function that takes an axis, where that stands: `sort(x, axis(0))`.
template <std::integral Axis>
[[nodiscard]] constexpr axis_number axis(Axis number) noexcept {
  return {static_cast<std::ptrdiff_t>(number)};
}
[[nodiscard]] constexpr every_axis axis(std::nullopt_t) noexcept {
  return {};
}
[[nodiscard]] inline axis_option axis(std::initializer_list<list_integer> list) {
  return {list};
}
template <class List>
requires(!std::integral<List> && std::convertible_to<const List&, reduction_axes>)
    [[nodiscard]] axis_option axis(const List& list) {
  return {list};
}

namespace detail {
template <class A>
inline constexpr bool is_axis_option =
    std::is_same_v<A, axis_number> || std::is_same_v<A, every_axis> ||
    std::is_same_v<A, axis_option>;
}  // namespace detail

/// What `gpu::axis(...)` makes.
template <class A>
concept axis_argument = detail::is_axis_option<std::remove_cvref_t<A>>;

}  // namespace gpu
