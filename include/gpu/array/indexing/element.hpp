// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <ostream>
#include <type_traits>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/access.hpp>
#include <gpu/array/indexing/complex_element.hpp>
#include <gpu/array/indexing/element_updates.hpp>
#include <gpu/array/indexing/half_element.hpp>
#include <gpu/array/scalar_operand.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

namespace detail {

/// The element at `position`, in C order, of an array, which must live.
struct array_place {
  template <class T>
  [[nodiscard]] T read() const {
    return element_in<T>(*array->leaf(), position);
  }
  template <class T>
  void write(const T& value) const {
    set_element(*array->writable_at(position), position, value);
  }

  array_base* array;
  std::ptrdiff_t position;
};

/// The same of an array that views show, and that they may outlive.
struct view_place {
  template <class T>
  [[nodiscard]] T read() const {
    return element_in<T>(*link->array().leaf(), position);
  }
  template <class T>
  void write(const T& value) const {
    set_element(*link->array().writable_at(position), position, value);
  }

  ref_ptr<view_link> link;
  std::ptrdiff_t position;
};

/// Exchanges the values of two elements, or of an element and a variable.
template <class T, class A, class B>
void swap_values(A&& a, B&& b) {
  const T kept = a;
  a = static_cast<T>(b);
  b = kept;
}
}  // namespace detail

/// One element of a mutable array: reads as `T` (waits), and writes through. `swap` exchanges
/// values.
/// @tparam Place  detail::array_place or detail::view_place
template <class T, class Place = detail::array_place>
class element_reference : public detail::element_updates<element_reference<T, Place>, T>,
                          public complex_functions::argument,
                          public half_operators::argument {
 public:
  using value_type = T;
  static constexpr bool is_element_proxy = true;

  explicit element_reference(Place place) noexcept : place_(std::move(place)) {}
  /// Not trivial, so that `printf("%g", x(0))` is refused by Clang and warned of by GCC.
  element_reference(const element_reference& other) noexcept : place_(other.place_) {}

  /// The value now.
  operator T() const { return place_.template read<T>(); }
  /// float16 and bfloat16 become float, which is not found by way of `T`.
  operator float() const requires detail::is_half<T> {
    return static_cast<float>(static_cast<T>(*this));
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
  /// The only element of an array: `a(0) = sum(b)`. Waits.
  /// @throws value_error  unless there is exactly one; overflow_error  as above
  template <typed_array A>
  const element_reference& operator=(const A& value) const {
    return *this = value.item();
  }
  const element_reference& operator=(const element_reference& other) const {
    return *this = static_cast<T>(other);
  }
  /// Another array's element, as a number.
  template <element_proxy Element>
  const element_reference& operator=(const Element& other) const {
    return *this = detail::assigned_number<T>(detail::read_proxy(other));
  }
  friend std::ostream& operator<<(std::ostream& out, const element_reference& element) {
    if constexpr (detail::is_half<T>)
      return out << float(T(element));
    else if constexpr (std::integral<T> && !std::same_as<T, bool>)
      return out << +T(element);  // also of one byte, which is a character to C++
    else
      return out << T(element);
  }
  /// Exchanges the values. Not a template, so that it is preferred to `std::swap`.
  friend void swap(element_reference a, element_reference b) { detail::swap_values<T>(a, b); }

 private:
  Place place_;
};

/// One element seen through a view.
template <class T>
using view_element = element_reference<T, detail::view_place>;

/// Exchanges the values of an element of an array and one seen through a view.
template <class T, class Place, class Other>
requires(!std::same_as<Place, Other>) void swap(element_reference<T, Place> a,
                                                element_reference<T, Other> b) {
  detail::swap_values<T>(a, b);
}
/// The same of an element and a variable.
template <class T, class Place>
void swap(element_reference<T, Place> a, std::type_identity_t<T>& b) {
  detail::swap_values<T>(a, b);
}
template <class T, class Place>
void swap(std::type_identity_t<T>& a, element_reference<T, Place> b) {
  detail::swap_values<T>(a, b);
}

}  // namespace gpu

// As `std::vector<bool>::reference` has them: `std::swap(a(0), a(1))` is not found by argument, and
// the template for any type would keep a reference of an element in place of its value.
namespace std {
template <class T, class Place>
void swap(gpu::element_reference<T, Place> a, gpu::element_reference<T, Place> b) {
  gpu::detail::swap_values<T>(a, b);
}
template <class T, class Place, class Other>
requires(!same_as<Place, Other>) void swap(gpu::element_reference<T, Place> a,
                                           gpu::element_reference<T, Other> b) {
  gpu::detail::swap_values<T>(a, b);
}
template <class T, class Place>
void swap(gpu::element_reference<T, Place> a, type_identity_t<T>& b) {
  gpu::detail::swap_values<T>(a, b);
}
template <class T, class Place>
void swap(type_identity_t<T>& a, gpu::element_reference<T, Place> b) {
  gpu::detail::swap_values<T>(a, b);
}
}  // namespace std
