// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

#include <gpu/array/expression.hpp>
#include <gpu/array/ndarray.hpp>

namespace gpu {

namespace detail {
template <class T>
inline constexpr bool is_plain_integer =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;
template <class Number, class T>
inline constexpr bool is_other_integer =
    is_plain_integer<Number>&& is_plain_integer<T> && !std::same_as<Number, T>;
}  // namespace detail

/// What functions give that return one number unless they are asked for more: `double u =
/// rng.random()`. An `Array`, which is an `expression<T>` or `ndarray<T>`; it also stands for its
/// only element where exactly a `T` is asked for, but for no bool, or, if `T` is an integer type,
/// any integer: `int i = rng.integers(0, 6)`. Other types are asked for by name:
/// `float(rng.random())`.
template <class Array>
class scalar_result : public Array {
 public:
  using Array::Array;
  using Array::operator=;
  scalar_result(const Array& value) : Array(value) {}
  scalar_result(Array&& value) noexcept : Array(std::move(value)) {}
  scalar_result(const scalar_result&) = default;
  scalar_result(scalar_result&&) noexcept = default;
  scalar_result& operator=(const scalar_result&) & = default;
  scalar_result& operator=(scalar_result&&) & noexcept = default;
  ~scalar_result() = default;

  /// The only element. Waits.
  /// @throws value_error  "can only convert an array of size 1 to a scalar, not one of shape (2,)"
  template <std::same_as<typename Array::value_type> Number>
  requires(!std::same_as<Number, bool>) operator Number() const { return this->item(); }
  /// The only element, an integer, as an integer of another type. Waits.
  /// @throws overflow_error  "integer 300 out of bounds for 8 bits"
  template <class Number>
  requires(detail::is_other_integer<Number, typename Array::value_type>) operator Number() const {
    const auto value = this->item();
    if (!std::in_range<Number>(value))
      detail::throw_out_of_bits(std::to_string(value), 8 * sizeof(Number));
    return static_cast<Number>(value);
  }
  /// The same as a number of another type: `float(rng.random())`.
  template <class Number>
  requires(!std::same_as<Number, typename Array::value_type> &&
           !detail::is_other_integer<Number, typename Array::value_type> &&
           std::is_constructible_v<Number, Array> && std::is_arithmetic_v<Number>) explicit
  operator Number() const {
    return static_cast<Number>(static_cast<const Array&>(*this));
  }
};

}  // namespace gpu
