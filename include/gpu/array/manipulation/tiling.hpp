// SPDX-License-Identifier: BSD-3-Clause
// Arrays repeated. Nothing is computed when these are called.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <vector>

#include <gpu/array/concepts.hpp>
#include <gpu/array/expression.hpp>
#include <gpu/array/indexing/index_argument.hpp>
#include <gpu/array/reduction/axis_option.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// How often elements are repeated: a number, or a list or an array with a number for each index of
/// the axis. Waits for the elements of an array.
class repeat_counts {
 public:
  template <integer_like Number>
  repeat_counts(Number count) : list_{static_cast<std::ptrdiff_t>(count)} {}
  repeat_counts(std::initializer_list<strict_integer> counts)
      : list_(counts.begin(), counts.end()) {}
  template <detail::integer_range Counts>
  requires(!array_like<Counts>) repeat_counts(const Counts& counts)
      : list_(std::ranges::begin(counts), std::ranges::end(counts)) {}
  /// @throws value_error  "object too deep for desired array"
  template <detail::index_or_mask I>
  repeat_counts(const I& counts)
      : list_(detail::indices_on_host(detail::index_or_mask_node(counts))) {
    if (counts.dimension() > 1) throw value_error("object too deep for desired array");
  }

  [[nodiscard]] const std::vector<std::ptrdiff_t>& list() const& noexcept { return list_; }
  [[nodiscard]] std::vector<std::ptrdiff_t> list() const&& { return list_; }

 private:
  std::vector<std::ptrdiff_t> list_;
};

namespace detail {
[[nodiscard]] graph::node_ptr tiled_node(const graph::node_ptr& a, const shape& repetitions);
[[nodiscard]] graph::node_ptr repeated_node(const graph::node_ptr& a, const repeat_counts& repeats,
                                            std::optional<std::ptrdiff_t> axis);
[[nodiscard]] graph::node_ptr resized_node(const graph::node_ptr& a, const shape& extents);
}  // namespace detail

/// `a` again and again: `repetitions[k]` times along axis k. If one has fewer axes than the other,
/// axes of extent 1 and numbers 1 stand before its own. `numpy.tile`.
/// @throws value_error  "negative dimensions are not allowed"
template <array_like A>
[[nodiscard]] auto tile(const A& a, const shape& repetitions) {
  return detail::expression_like<A>(detail::tiled_node(a.node(), repetitions));
}

/// Each element so often along an axis; without an axis, those of `a` in C order. Counts for each
/// index are sent to the device. `numpy.repeat`.
/// @throws value_error  "repeats may not contain negative values.", for one number "negative
///                      dimensions are not allowed"
/// @throws shape_error  "operands could not be broadcast together with shape (3,) (2,)"
/// @throws axis_error
template <array_like A>
[[nodiscard]] auto repeat(const A& a, const repeat_counts& repeats,
                          optional_axis_index axis = std::nullopt) {
  return detail::expression_like<A>(detail::repeated_node(a.node(), repeats, axis));
}

/// The elements in C order as an array of another size: they begin again where there are too few,
/// and are zeros if there are none. `numpy.resize`.
/// @throws value_error  "all elements of `new_shape` must be non-negative"
template <array_like A>
[[nodiscard]] auto resize(const A& a, const shape& extents) {
  return detail::expression_like<A>(detail::resized_node(a.node(), extents));
}

}  // namespace gpu
