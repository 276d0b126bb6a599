// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <iterator>
#include <memory>

#include <gpu/array/access.hpp>
#include <gpu/execute/evaluate.hpp>

namespace gpu {

/// Reads the elements of an array on the host, in C order. It keeps what it reads alive: the memory
/// itself on `cpu()`, a host copy for a GPU.
template <class T>
class host_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = const T&;

  host_iterator() = default;

  /// At element `position` of `value`, which is evaluated. Waits.
  static host_iterator over(const graph::node_ptr& value, std::ptrdiff_t position) {
    const graph::leaf_ptr leaf = execute::evaluate(value);
    if (leaf->where->is_cpu()) {
      const auto keep = std::make_shared<graph::leaf_ptr>(leaf);
      return {std::shared_ptr<const T>(keep, static_cast<const T*>(leaf->block->data())), position};
    }
    const auto count = static_cast<std::size_t>(element_count(leaf->extents));
    std::shared_ptr<T[]> copy(new T[count]);
    detail::read_elements(graph::node_ptr(leaf.get()), copy.get());
    return {std::shared_ptr<const T>(copy, copy.get()), position};
  }
  /// Past the last of `count` elements; only to be compared with.
  static host_iterator end_of(std::ptrdiff_t count) { return {nullptr, count}; }

  reference operator*() const noexcept { return first_.get()[position_]; }
  pointer operator->() const noexcept { return first_.get() + position_; }
  reference operator[](difference_type n) const noexcept { return first_.get()[position_ + n]; }

  host_iterator& operator++() noexcept { return *this += 1; }
  host_iterator& operator--() noexcept { return *this += -1; }
  host_iterator operator++(int) { return std::exchange(*this, *this + 1); }
  host_iterator operator--(int) { return std::exchange(*this, *this - 1); }
  host_iterator& operator+=(difference_type n) noexcept {
    position_ += n;
    return *this;
  }
  host_iterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend host_iterator operator+(host_iterator it, difference_type n) { return it += n; }
  friend host_iterator operator+(difference_type n, host_iterator it) { return it += n; }
  friend host_iterator operator-(host_iterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const host_iterator& a, const host_iterator& b) noexcept {
    return a.position_ - b.position_;
  }
  friend bool operator==(const host_iterator& a, const host_iterator& b) noexcept {
    return a.position_ == b.position_;
  }
  friend std::strong_ordering operator<=>(const host_iterator& a, const host_iterator& b) noexcept {
    return a.position_ <=> b.position_;
  }

 private:
  host_iterator(std::shared_ptr<const T> first, std::ptrdiff_t position)
      : first_(std::move(first)), position_(position) {}

  std::shared_ptr<const T> first_;
  std::ptrdiff_t position_ = 0;
};

}  // namespace gpu
