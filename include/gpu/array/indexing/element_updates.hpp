// SPDX-License-Identifier: BSD-3-Clause
// What `a(i) += value` and its like do.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>

#include <gpu/array/concepts.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/elementwise/bitwise_and.hpp>
#include <gpu/elementwise/bitwise_or.hpp>
#include <gpu/elementwise/bitwise_xor.hpp>
#include <gpu/elementwise/left_shift.hpp>
#include <gpu/elementwise/remainder.hpp>
#include <gpu/elementwise/right_shift.hpp>

namespace gpu::detail {

/// What `a(i) += value` stores. As in NumPy a number takes the element's dtype, integers wrap
/// around, and integers are computed with as float64 beside a real number or in a division.
template <class T, class Number, class Function>
[[nodiscard]] T updated_element(const T& element, const Number& value, const Function& function) {
  constexpr bool is_whole = is_integer(dtype_of<T>);
  constexpr bool is_real = traits(dtype_of<Number>).kind == dtype_kind::floating;
  constexpr bool divides = std::same_as<Function, std::divides<>>;
  if constexpr (is_whole && (is_real || (divides && std::integral<Number>)))
    return assigned_number<T>(function(static_cast<double>(element), static_cast<double>(value)));
  else if constexpr (is_whole)
    return static_cast<T>(function(static_cast<std::uint64_t>(element),
                                   static_cast<std::uint64_t>(assigned_number<T>(value))));
  else
    return static_cast<T>(function(element, assigned_number<T>(value)));
}

/// What `a(i) %= value`, `a(i) <<= value` and `a(i) |= value` store: the function of arrays of that
/// name, of one element and a number.
template <class T, class Number, class Op>
[[nodiscard]] T updated_element_by(const T& element, const Number& value, const Op& op) {
  constexpr bool is_whole = is_integer(dtype_of<T>);
  constexpr bool is_real = traits(dtype_of<Number>).kind == dtype_kind::floating;
  if constexpr (is_whole && is_real) {
    return assigned_number<T>(op(static_cast<double>(element), static_cast<double>(value)));
  } else {
    using computed = computed_t<T>;
    return static_cast<T>(
        op(static_cast<computed>(element), static_cast<computed>(assigned_number<T>(value))));
  }
}

template <class T>
concept counted_element = is_integer(dtype_of<T>) || traits(dtype_of<T>)
.kind == dtype_kind::floating;
template <class T>
concept bit_element = is_integer(dtype_of<T>) || std::same_as<T, bool>;

template <class Value, class T>
concept element_value =
    number_or_element<Value> || typed_array<Value> || std::convertible_to<Value, T>;

/// What bits are combined with or shifted by: no real number.
template <class Value, class T>
concept bits_value = element_value<Value, T> && !std::floating_point<Value>;

/// The operators that update an element, by a number, by another element or by the only element of
/// an array.
template <class Element, class T>
class element_updates {
 public:
  template <element_value<T> Value>
  const Element& operator+=(const Value& value) const {
    return update(value, std::plus());
  }
  template <element_value<T> Value>
  const Element& operator-=(const Value& value) const {
    return update(value, std::minus());
  }
  template <element_value<T> Value>
  const Element& operator*=(const Value& value) const {
    return update(value, std::multiplies());
  }
  template <element_value<T> Value>
  const Element& operator/=(const Value& value) const {
    return update(value, std::divides());
  }
  /// NumPy's remainder: it has the sign of the divisor.
  template <element_value<T> Value>
  const Element& operator%=(const Value& value) const requires counted_element<T> {
    return update(value, ops::remainder());
  }
  template <bits_value<T> Value>
  const Element& operator<<=(const Value& value) const requires(is_integer(dtype_of<T>)) {
    return update(value, ops::left_shift());
  }
  template <bits_value<T> Value>
  const Element& operator>>=(const Value& value) const requires(is_integer(dtype_of<T>)) {
    return update(value, ops::right_shift());
  }
  template <bits_value<T> Value>
  const Element& operator|=(const Value& value) const requires bit_element<T> {
    return update(value, ops::bitwise_or());
  }
  template <bits_value<T> Value>
  const Element& operator&=(const Value& value) const requires bit_element<T> {
    return update(value, ops::bitwise_and());
  }
  template <bits_value<T> Value>
  const Element& operator^=(const Value& value) const requires bit_element<T> {
    return update(value, ops::bitwise_xor());
  }
  const Element& operator++() const requires counted_element<T> { return *this += T(1); }
  const Element& operator--() const requires counted_element<T> { return *this -= T(1); }
  T operator++(int) const requires counted_element<T> {
    const T before = self();
    ++*this;
    return before;
  }
  T operator--(int) const requires counted_element<T> {
    const T before = self();
    --*this;
    return before;
  }

 private:
  [[nodiscard]] const Element& self() const noexcept { return static_cast<const Element&>(*this); }
  template <class Value, class Function>
  const Element& update(const Value& value, const Function& function) const {
    if constexpr (scalar_like<Value> && requires { Function::info; })
      return self() = updated_element_by<T>(self(), value, function);
    else if constexpr (scalar_like<Value>)
      return self() = updated_element<T>(self(), value, function);
    else if constexpr (typed_array<Value>)
      return update(value.item(), function);
    else if constexpr (requires { typename Value::value_type; })
      return update(static_cast<typename Value::value_type>(value), function);
    else
      return update(static_cast<T>(value), function);
  }
};

}  // namespace gpu::detail
