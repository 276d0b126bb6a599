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
#include <gpu/core/slice.hpp>

namespace gpu {

/// One axis, as `axis(1)` makes it: also an argument of functions that take one axis in its place.
/// It converts to what names axes, and to no number.
struct axis_number {
  std::ptrdiff_t number;
  [[nodiscard]] operator reduction_axes() const { return number; }
};

/// No axis in particular, as `axis(std::nullopt)` makes it: all elements in C order.
struct every_axis {
  [[nodiscard]] operator reduction_axes() const { return std::nullopt; }
};

/// Several axes, as `axis({0, 1})` makes it.
struct axis_option {
  reduction_axes axes;
  [[nodiscard]] operator const reduction_axes&() const noexcept { return axes; }
};

/// NumPy's `axis=`: the axis of a reduction, in any place among its options, `sum(x, keepdims,
/// axis(1))`; and of every function that takes an axis, where that stands: `sort(x, axis(0))`.
template <integer_like Axis>
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
requires(!integer_like<List> && std::convertible_to<const List&, reduction_axes>)
    [[nodiscard]] axis_option axis(const List& list) {
  return {list};
}

namespace detail {
template <class A>
inline constexpr bool is_axis_option =
    std::is_same_v<A, axis_number> || std::is_same_v<A, every_axis> ||
    std::is_same_v<A, axis_option>;

/// NumPy's None in place of axes: `std::nullopt`, or `axis(std::nullopt)`.
template <class A>
concept no_axis = std::is_same_v<A, every_axis> || std::is_same_v<A, std::nullopt_t>;
}  // namespace detail

/// Where a function takes one axis: an integer, or `axis(1)`.
class axis_index {
 public:
  using value_type = std::ptrdiff_t;

  template <integer_like Axis>
  requires(!std::same_as<Axis, axis_index> &&
           !std::same_as<Axis, bool>) constexpr axis_index(Axis number) noexcept
      : number_(static_cast<std::ptrdiff_t>(number)) {}
  constexpr axis_index(const axis_number& axis) noexcept : number_(axis.number) {}

  constexpr operator std::ptrdiff_t() const noexcept { return number_; }

 private:
  std::ptrdiff_t number_;
};

/// Where a function takes one axis or none: also `std::nullopt`, `axis(std::nullopt)`, or xtensor's
/// `xnone()`.
class optional_axis_index {
 public:
  constexpr optional_axis_index(std::nullopt_t) noexcept {}
  constexpr optional_axis_index(every_axis) noexcept {}
  constexpr optional_axis_index(placeholders::open_end) noexcept {}
  constexpr optional_axis_index(const axis_index& axis) noexcept : number_(axis) {}
  template <std::convertible_to<axis_index> Axis>
  constexpr optional_axis_index(const Axis& axis) noexcept : number_(axis_index(axis)) {}
  template <std::integral Axis>
  constexpr optional_axis_index(const std::optional<Axis>& axis) noexcept : number_(axis) {}

  constexpr operator std::optional<std::ptrdiff_t>() const noexcept { return number_; }
  [[nodiscard]] constexpr bool has_value() const noexcept { return number_.has_value(); }
  /// @throws std::bad_optional_access  if there is none
  [[nodiscard]] constexpr std::ptrdiff_t value() const { return number_.value(); }

 private:
  std::optional<std::ptrdiff_t> number_;
};

/// What `gpu::axis(...)` makes.
template <class A>
concept axis_argument = detail::is_axis_option<std::remove_cvref_t<A>>;

}  // namespace gpu
