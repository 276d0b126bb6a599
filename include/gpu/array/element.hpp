// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <ostream>

#include <gpu/array/access.hpp>
#include <gpu/array/array_base.hpp>

namespace gpu {

/// One element of a mutable array: reads as `T` (waits), and writes through. Refers to the array,
/// which must live.
template <class T>
class element_reference {
 public:
  using value_type = T;

  element_reference(array_base& array, std::ptrdiff_t position) noexcept
      : array_(&array), position_(position) {}
  element_reference(const element_reference&) noexcept = default;

  /// The value now.
  operator T() const {
    T value;
    detail::read_element(*array_->leaf(), position_, &value);
    return value;
  }

  const element_reference& operator=(const T& value) const {
    detail::write_element(*array_->writable(), position_, &value);
    return *this;
  }
  const element_reference& operator=(const element_reference& other) const {
    return *this = static_cast<T>(other);
  }
  const element_reference& operator+=(const T& value) const { return *this = T(*this) + value; }
  const element_reference& operator-=(const T& value) const { return *this = T(*this) - value; }
  const element_reference& operator*=(const T& value) const { return *this = T(*this) * value; }
  const element_reference& operator/=(const T& value) const { return *this = T(*this) / value; }

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
  array_base* array_;
  std::ptrdiff_t position_;
};

}  // namespace gpu
