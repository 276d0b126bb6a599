// SPDX-License-Identifier: BSD-3-Clause
// The elements of an array in another order. Nothing is computed when these are called: all but
// `roll` are views, and `roll` reads elements at computed places, in the kernel that uses them. The
// views of an array that can be written can be assigned to, as those of manipulation.hpp.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include <gpu/array/manipulation.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// An integer or a list of them, as NumPy's options take both.
class integer_list {
 public:
  template <integer_like Number>
  integer_list(Number number) : values_{static_cast<std::ptrdiff_t>(number)} {}
  integer_list(std::initializer_list<strict_integer> values)
      : values_(values.begin(), values.end()) {}
  template <detail::integer_range Numbers>
  requires(!array_like<Numbers>) integer_list(const Numbers& numbers)
      : values_(std::ranges::begin(numbers), std::ranges::end(numbers)) {}

  [[nodiscard]] const std::vector<std::ptrdiff_t>& values() const& noexcept { return values_; }
  [[nodiscard]] std::vector<std::ptrdiff_t> values() const&& { return values_; }

 private:
  std::vector<std::ptrdiff_t> values_;
};

namespace detail {
[[nodiscard]] graph::node_ptr rolled(const graph::node_ptr& a, const integer_list& shift,
                                     const reduction_axes& axis);
[[nodiscard]] graph::node_ptr rotated(const graph::node_ptr& m, std::ptrdiff_t k,
                                      const axes_list& axes);
[[nodiscard]] graph::node_ptr rolled_axis(const graph::node_ptr& a, std::ptrdiff_t axis,
                                          std::ptrdiff_t start);
[[nodiscard]] graph::node_ptr flipped_left_right(const graph::node_ptr& m);
[[nodiscard]] graph::node_ptr flipped_up_down(const graph::node_ptr& m);
[[nodiscard]] graph::node_ptr transposed_matrices(const graph::node_ptr& x);
}  // namespace detail

/// Elements moved by `shift` places; those that leave at one end come in at the other. Several
/// axes, or shifts, may be given: `roll(a, {1, -2}, {0, 1})`, `roll(a, 1, {0, 1})`. Without an
/// axis, of the elements in C order. `numpy.roll`.
/// @throws axis_error
/// @throws shape_error  if there are other numbers of shifts and of axes
template <array_like A>
[[nodiscard]] auto roll(const A& a, const integer_list& shift,
                        const reduction_axes& axis = std::nullopt) {
  return detail::expression_like<A>(detail::rolled(a.node(), shift, axis));
}

/// Turned by 90 degrees `k` times, from the first of two axes to the second. A view. `numpy.rot90`.
/// @throws value_error  "len(axes) must be 2.", "Axes must be different.", "Axes=(0, 3) out of
/// range
///                      for array of ndim=2."
template <array_like A>
[[nodiscard]] auto rot90(A&& m, strict_integer k = 1, const detail::axes_list& axes = {0, 1}) {
  return detail::view_of(std::forward<A>(m), detail::rotated(m.node(), k, axes));
}
/// In xtensor's spelling: `rot90<2>(m)`.
template <std::ptrdiff_t K, array_like A>
[[nodiscard]] auto rot90(A&& m, const detail::axes_list& axes = {0, 1}) {
  return rot90(std::forward<A>(m), K, axes);
}

/// An axis moved back, before the one at `start`. A view; `moveaxis` is easier to read.
/// `numpy.rollaxis`.
/// @throws axis_error  "'start' arg requires -2 <= start < 3, but 5 was passed in"
template <array_like A>
[[nodiscard]] auto rollaxis(A&& a, axis_index axis, strict_integer start = 0) {
  return detail::view_of(std::forward<A>(a), detail::rolled_axis(a.node(), axis, start));
}

/// The second axis reversed. A view. `numpy.fliplr`.
/// @throws value_error  "Input must be >= 2-d."
template <array_like A>
[[nodiscard]] auto fliplr(A&& m) {
  return detail::view_of(std::forward<A>(m), detail::flipped_left_right(m.node()));
}
/// The first axis reversed. A view. `numpy.flipud`.
/// @throws value_error  "Input must be >= 1-d."
template <array_like A>
[[nodiscard]] auto flipud(A&& m) {
  return detail::view_of(std::forward<A>(m), detail::flipped_up_down(m.node()));
}

/// The array API's name of `transpose`.
template <array_like A>
[[nodiscard]] auto permute_dims(A&& a) {
  return transpose(std::forward<A>(a));
}
template <array_like A>
[[nodiscard]] auto permute_dims(A&& a, const detail::axes_list& axes) {
  return transpose(std::forward<A>(a), axes);
}
/// The last two axes exchanged. A view. `numpy.matrix_transpose`.
/// @throws value_error  "Input array must be at least 2-dimensional, but it is 1"
template <array_like A>
[[nodiscard]] auto matrix_transpose(A&& x) {
  return detail::view_of(std::forward<A>(x), detail::transposed_matrices(x.node()));
}

}  // namespace gpu
