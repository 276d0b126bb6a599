// SPDX-License-Identifier: BSD-3-Clause
// What distributions are given: numbers, or arrays of which each element has its own.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <type_traits>
#include <utility>

#include <gpu/array/asarray.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/core/dtype.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/core/strict_integer.hpp>
#include <gpu/graph/build.hpp>

namespace gpu::random {

/// A parameter of a distribution: a number, an array or expression, or a vector of numbers, of
/// which it makes an array on the current device. Arrays broadcast with the others and, if a size
/// is given, to that. It owns a snapshot of the array.
template <class Number>
class basic_parameter {
  static constexpr bool counts = std::is_integral_v<Number>;
  template <class E>
  static constexpr bool is_suitable = traits(dtype_of<E>).kind != dtype_kind::complex &&
                                      (!counts || traits(dtype_of<E>).kind != dtype_kind::floating);

 public:
  basic_parameter() noexcept = default;
  /// Braces are a size: in `rng.gamma(2, {3})` the scale is missing.
  basic_parameter(std::initializer_list<std::ptrdiff_t>) = delete;
  /// @throws overflow_error  "Python int too large to convert to C long" for a count beyond int64
  template <class N>
  requires(std::is_arithmetic_v<N> && (!counts || std::integral<N>)) basic_parameter(N number)
      : number_(static_cast<Number>(number)) {
    if constexpr (counts && !std::same_as<N, bool>)
      if (!std::in_range<Number>(number))
        throw overflow_error("Python int too large to convert to C long");
  }
  template <typed_array A>
  requires(is_suitable<typename std::remove_cvref_t<A>::value_type>) basic_parameter(const A& array)
      : node_(graph::make_cast(array.node(), dtype_of<Number>)) {}
  template <gpu::detail::host_range Range>
  requires(is_suitable<std::ranges::range_value_t<Range>> && !std::same_as<Range, shape>)
      basic_parameter(const Range& numbers)
      : basic_parameter(asarray(numbers)) {}

  /// The value, if it is a number.
  [[nodiscard]] Number number() const noexcept { return number_; }
  [[nodiscard]] bool is_number() const noexcept { return !node_; }
  /// The array; null if it is a number.
  [[nodiscard]] const graph::node_ptr& node() const& noexcept { return node_; }

 private:
  Number number_{};
  graph::node_ptr node_;
};

/// float64
using parameter = basic_parameter<double>;
/// int64
using count_parameter = basic_parameter<std::int64_t>;

namespace detail {
/// What stands for a parameter: not a list of extents, nor braces.
template <class P>
concept parameter_like = std::is_arithmetic_v<std::remove_cvref_t<P>> || typed_array<P> ||
    std::same_as<std::remove_cvref_t<P>, parameter> ||
    std::same_as<std::remove_cvref_t<P>, count_parameter>;

/// A shape, braces or a list of extents; no number, which is a parameter of NumPy's function.
struct extents_first {
  extents_first(const shape& size) : extents(size) {}
  extents_first(std::initializer_list<list_integer> size) : extents(size) {}
  template <std::ranges::input_range Range>
  requires(!std::same_as<Range, shape> && std::convertible_to<Range, shape>)
      extents_first(const Range& size)
      : extents(size) {}

  shape extents;
};
}  // namespace detail

}  // namespace gpu::random
