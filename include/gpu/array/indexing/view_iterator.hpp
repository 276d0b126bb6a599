// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <iterator>
#include <memory>

#include <gpu/array/indexing/element.hpp>

namespace gpu {

/// Visits the elements of a view in C order. Elements are references that read and write through,
/// one copy each on a GPU. Keeps the view, which may be a temporary.
template <class View, class T>
class view_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = view_element<T>;

  view_iterator() = default;
  view_iterator(const View& view, std::ptrdiff_t position)
      : view_(std::make_shared<const View>(view)), position_(position) {}

  reference operator*() const { return view_->element_in_order(position_); }
  reference operator[](difference_type n) const { return view_->element_in_order(position_ + n); }

  view_iterator& operator++() noexcept { return *this += 1; }
  view_iterator& operator--() noexcept { return *this += -1; }
  view_iterator operator++(int) noexcept {
    view_iterator before = *this;
    ++position_;
    return before;
  }
  view_iterator operator--(int) noexcept {
    view_iterator before = *this;
    --position_;
    return before;
  }
  view_iterator& operator+=(difference_type n) noexcept {
    position_ += n;
    return *this;
  }
  view_iterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend view_iterator operator+(view_iterator it, difference_type n) { return it += n; }
  friend view_iterator operator+(difference_type n, view_iterator it) { return it += n; }
  friend view_iterator operator-(view_iterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const view_iterator& a, const view_iterator& b) noexcept {
    return a.position_ - b.position_;
  }
  friend bool operator==(const view_iterator& a, const view_iterator& b) noexcept {
    return a.position_ == b.position_;
  }
  friend std::strong_ordering operator<=>(const view_iterator& a, const view_iterator& b) noexcept {
    return a.position_ <=> b.position_;
  }

 private:
  std::shared_ptr<const View> view_;
  std::ptrdiff_t position_ = 0;
};

}  // namespace gpu
