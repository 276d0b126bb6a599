// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <iterator>

#include <gpu/array/indexing/element.hpp>
#include <gpu/core/position_iterator.hpp>

namespace gpu {

/// Visits the elements of a mutable array in C order. Elements are references that read and write
/// through, one copy each on a GPU. Refers to the array, which must live.
template <class T>
class array_iterator : public position_iterator<array_iterator<T>> {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = element_reference<T>;

  array_iterator() = default;
  array_iterator(array_base& array, std::ptrdiff_t position) noexcept
      : array_iterator::position_iterator(position), array_(&array) {}

  reference operator*() const noexcept { return reference({array_, this->position()}); }
  reference operator[](difference_type n) const noexcept {
    return reference({array_, this->position() + n});
  }

 private:
  array_base* array_ = nullptr;
};

}  // namespace gpu
