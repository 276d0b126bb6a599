// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>

#include <gpu/array/indexing/element.hpp>
#include <gpu/core/position_iterator.hpp>

namespace gpu {

/// Visits the elements of a view in C order. Elements are references that read and write through,
/// one copy each on a GPU. Keeps the view, which may be a temporary.
template <class View, class T>
class view_iterator : public position_iterator<view_iterator<View, T>> {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = view_element<T>;

  view_iterator() = default;
  view_iterator(const View& view, std::ptrdiff_t position)
      : view_iterator::position_iterator(position), view_(std::make_shared<const View>(view)) {}

  reference operator*() const { return view_->element_in_order(this->position()); }
  reference operator[](difference_type n) const {
    return view_->element_in_order(this->position() + n);
  }

 private:
  std::shared_ptr<const View> view_;
};

}  // namespace gpu
