// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <iterator>

#include <gpu/array/indexing/element.hpp>

namespace gpu {

/// Visits the elements of a mutable array in C order. Elements are references that read and write
/// through, one copy each on a GPU. Refers to the array, which must live.
template <class T>
class array_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = element_reference<T>;

  array_iterator() = default;
  array_iterator(array_base& array, std::ptrdiff_t position) noexcept
      : array_(&array), position_(position) {}

  reference operator*() const noexcept { return reference({array_, position_}); }
  reference operator[](difference_type n) const noexcept {
    return reference({array_, position_ + n});
  }

  array_iterator& operator++() noexcept { return *this += 1; }
  array_iterator& operator--() noexcept { return *this += -1; }
  array_iterator operator++(int) noexcept { return {*array_, position_++}; }
  array_iterator operator--(int) noexcept { return {*array_, position_--}; }
  array_iterator& operator+=(difference_type n) noexcept {
    position_ += n;
    return *this;
  }
  array_iterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend array_iterator operator+(array_iterator it, difference_type n) { return it += n; }
  friend array_iterator operator+(difference_type n, array_iterator it) { return it += n; }
  friend array_iterator operator-(array_iterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const array_iterator& a, const array_iterator& b) noexcept {
    return a.position_ - b.position_;
  }
  friend bool operator==(const array_iterator& a, const array_iterator& b) noexcept {
    return a.position_ == b.position_;
  }
  friend std::strong_ordering operator<=>(const array_iterator& a,
                                          const array_iterator& b) noexcept {
    return a.position_ <=> b.position_;
  }

 private:
  array_base* array_ = nullptr;
  std::ptrdiff_t position_ = 0;
};

}  // namespace gpu
