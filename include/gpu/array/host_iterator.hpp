// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>

#include <gpu/core/position_iterator.hpp>
#include <gpu/graph/node.hpp>

namespace gpu {

namespace detail {

/// Elements of a value on the host, fetched when they are first looked at: the memory itself on
/// `cpu()`, a copy for a GPU.
class host_elements;

[[nodiscard]] std::shared_ptr<const host_elements> elements_on_host(graph::node_ptr value);
/// The first of them. Evaluates, and waits, the first time.
[[nodiscard]] const void* first_of(const host_elements& elements);

}  // namespace detail

/// Reads the elements of an array on the host, in C order, as they were when it was made: it keeps
/// what it reads alive.
template <class T>
class host_iterator : public position_iterator<host_iterator<T>> {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = const T&;

  host_iterator() = default;

  /// At the first element of `value`, which is evaluated. Waits.
  static host_iterator begin_of(const graph::node_ptr& value) {
    host_iterator result = end_of(value, 0);
    result.first_ = result.first();
    return result;
  }
  /// Behind the last of `count` elements. Evaluates `value` only if it is stepped back and read.
  static host_iterator end_of(const graph::node_ptr& value, std::ptrdiff_t count) {
    host_iterator result;
    result.elements_ = detail::elements_on_host(value);
    result += count;
    return result;
  }

  reference operator*() const { return first()[this->position()]; }
  pointer operator->() const { return first() + this->position(); }
  reference operator[](difference_type n) const { return first()[this->position() + n]; }

 private:
  [[nodiscard]] const T* first() const {
    return first_ != nullptr ? first_ : static_cast<const T*>(detail::first_of(*elements_));
  }

  std::shared_ptr<const detail::host_elements> elements_;
  const T* first_ = nullptr;  ///< null until known
};

}  // namespace gpu
