// SPDX-License-Identifier: BSD-3-Clause
// Indices for loops on the host: `for (const shape& index : ndindex({2, 3}))`.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

#include <gpu/array/concepts.hpp>
#include <gpu/array/host_iterator.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// What `ndindex` gives: the indices of an array of some shape, in C order.
class index_range {
 public:
  /// An index, which changes when the iterator goes on.
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = shape;
    using difference_type = std::ptrdiff_t;
    using pointer = const shape*;
    using reference = const shape&;

    iterator() = default;
    iterator(const shape& extents, std::ptrdiff_t position)
        : extents_(extents), index_(extents.size(), 0), position_(position) {}

    reference operator*() const noexcept { return index_; }
    pointer operator->() const noexcept { return &index_; }
    iterator& operator++() noexcept {
      ++position_;
      for (std::size_t axis = extents_.size(); axis-- > 0;) {
        if (++index_[axis] < extents_[axis]) break;
        index_[axis] = 0;
      }
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    /// Of the same indices.
    friend bool operator==(const iterator& a, const iterator& b) noexcept {
      return a.position_ == b.position_;
    }

   private:
    shape extents_;
    shape index_;
    std::ptrdiff_t position_ = 0;
  };

  /// @throws value_error  if an extent is negative
  explicit index_range(const shape& extents) : extents_(extents), count_(element_count(extents)) {}

  /// How many indices there are.
  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(count_); }
  [[nodiscard]] iterator begin() const { return {extents_, 0}; }
  [[nodiscard]] iterator end() const { return {extents_, count_}; }

 private:
  shape extents_;
  std::ptrdiff_t count_;
};

/// The indices of an array of some shape, in C order; that of an array without axes is `()`.
/// `numpy.ndindex`.
/// @throws value_error  if an extent is negative
[[nodiscard]] inline index_range ndindex(const shape& extents) {
  return index_range(extents);
}
/// `ndindex(2, 3)`
template <integer_like... Extents>
requires(sizeof...(Extents) > 1) [[nodiscard]] index_range ndindex(Extents... extents) {
  return index_range(shape{static_cast<std::ptrdiff_t>(extents)...});
}

/// The elements with their indices, in C order, on the host:
///
///     for (const auto& [index, value] : ndenumerate(a))
///
/// An array on a GPU is copied once. Of what the array held when this was called; waits at
/// `begin()`. `numpy.ndenumerate`.
template <class T>
class ndenumerate {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::pair<shape, T>;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    iterator() = default;
    iterator(index_range::iterator index, host_iterator<T> element)
        : index_(std::move(index)), element_(std::move(element)) {}

    reference operator*() const { return {*index_, *element_}; }
    iterator& operator++() {
      ++index_;
      ++element_;
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) noexcept {
      return a.index_ == b.index_;
    }

   private:
    index_range::iterator index_;
    host_iterator<T> element_;
  };

  template <typed_array A>
  explicit ndenumerate(const A& a) : value_(a.node()), indices_(value_->extents) {}

  [[nodiscard]] std::size_t size() const noexcept { return indices_.size(); }
  [[nodiscard]] iterator begin() const {
    return {indices_.begin(), host_iterator<T>::begin_of(value_)};
  }
  [[nodiscard]] iterator end() const { return {indices_.end(), host_iterator<T>()}; }

 private:
  graph::node_ptr value_;
  index_range indices_;
};
template <typed_array A>
ndenumerate(const A&) -> ndenumerate<typename A::value_type>;

}  // namespace gpu
