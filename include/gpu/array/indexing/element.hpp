// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/complex_element.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

namespace detail {

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

template <class Value, class T>
concept element_value = scalar_like<Value> || std::convertible_to<Value, T>;

/// The operators that update an element, by a number or by another element.
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

 private:
  template <class Value, class Function>
  const Element& update(const Value& value, const Function& function) const {
    const auto& self = static_cast<const Element&>(*this);
    if constexpr (scalar_like<Value>)
      return self = updated_element<T>(self, value, function);
    else if constexpr (requires { typename Value::value_type; })
      return update(static_cast<typename Value::value_type>(value), function);
    else
      return update(static_cast<T>(value), function);
  }
};

/// The element at `position`, in C order, of an array, which must live.
struct array_place {
  void read(void* value) const { read_element(*array->leaf(), position, value); }
  template <class T>
  void write(const T& value) const {
    write_element(*array->writable(), position, &value);
  }

  array_base* array;
  std::ptrdiff_t position;
};

/// An element seen through a view, which may outlive its array.
struct view_place {
  void read(void* value) const {
    const graph::leaf_ptr leaf = link->leaf();
    read_element(*leaf, apply(affine, leaf->placement()).offset, value);
  }
  template <class T>
  void write(const T& value) const {
    link->write(affine, graph::make_scalar(dtype_of<T>, &value));
  }

  ref_ptr<view_link> link;
  affine_view affine;
};

}  // namespace detail

/// One element of a mutable array: reads as `T` (waits), and writes through.
/// @tparam Place  detail::array_place or detail::view_place
template <class T, class Place = detail::array_place>
class element_reference : public detail::element_updates<element_reference<T, Place>, T>,
                          public complex_functions::argument {
 public:
  using value_type = T;
  static constexpr bool is_element_proxy = true;

  explicit element_reference(Place place) noexcept : place_(std::move(place)) {}
  element_reference(const element_reference&) = default;

  /// The value now.
  operator T() const {
    T value;
    place_.read(&value);
    return value;
  }

  /// The parts of a complex number.
  [[nodiscard]] auto real() const requires(traits(dtype_of<T>).kind == dtype_kind::complex) {
    return static_cast<T>(*this).real();
  }
  [[nodiscard]] auto imag() const requires(traits(dtype_of<T>).kind == dtype_kind::complex) {
    return static_cast<T>(*this).imag();
  }

  const element_reference& operator=(const T& value) const {
    place_.write(value);
    return *this;
  }
  /// @throws overflow_error  if `T` is an integer type that cannot hold the number
  template <scalar_like Number>
  const element_reference& operator=(const Number& value) const {
    return *this = detail::assigned_number<T>(value);
  }
  const element_reference& operator=(const element_reference& other) const {
    return *this = static_cast<T>(other);
  }
  // Beside arrays it is the number that it reads as.
  template <array_like A>
  friend auto operator+(const element_reference& x, const A& a) {
    return static_cast<T>(x) + a;
  }
  template <array_like A>
  friend auto operator+(const A& a, const element_reference& x) {
    return a + static_cast<T>(x);
  }
  template <array_like A>
  friend auto operator-(const element_reference& x, const A& a) {
    return static_cast<T>(x) - a;
  }
  template <array_like A>
  friend auto operator-(const A& a, const element_reference& x) {
    return a - static_cast<T>(x);
  }
  template <array_like A>
  friend auto operator*(const element_reference& x, const A& a) {
    return static_cast<T>(x) * a;
  }
  template <array_like A>
  friend auto operator*(const A& a, const element_reference& x) {
    return a * static_cast<T>(x);
  }
  template <array_like A>
  friend auto operator/(const element_reference& x, const A& a) {
    return static_cast<T>(x) / a;
  }
  template <array_like A>
  friend auto operator/(const A& a, const element_reference& x) {
    return a / static_cast<T>(x);
  }
  friend std::ostream& operator<<(std::ostream& out, const element_reference& element) {
    if constexpr (sizeof(T) == 2 && !std::integral<T>)
      return out << float(T(element));
    else
      return out << T(element);
  }
  friend void swap(element_reference a, element_reference b) {
    const T kept = a;
    a = static_cast<T>(b);
    b = kept;
  }

 private:
  Place place_;
};

/// One element seen through a view.
template <class T>
using view_element = element_reference<T, detail::view_place>;

}  // namespace gpu
