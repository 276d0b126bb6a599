// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ostream>
#include <utility>

#include <gpu/array/indexing/access.hpp>
#include <gpu/array/array_base.hpp>
#include <gpu/array/indexing/element.hpp>
#include <gpu/graph/build.hpp>

namespace gpu {

/// One element seen through a view: reads as `T` (waits), and writes through.
template <class T>
class view_element : public detail::element_updates<view_element<T>, T> {
 public:
  using value_type = T;

  /// The element at `position`, in C order, of what `view` shows.
  view_element(ref_ptr<view_link> link, const affine_view& view, std::ptrdiff_t position)
      : link_(std::move(link)), how_(detail::element_of(view, position)) {}
  view_element(const view_element&) = default;

  /// The value now.
  operator T() const {
    const graph::leaf_ptr leaf = link_->leaf();
    T value;
    detail::read_element(*leaf, apply(how_, leaf->placement()).offset, &value);
    return value;
  }

  const view_element& operator=(const T& value) const {
    link_->write(how_, graph::make_scalar(dtype_of<T>, &value));
    return *this;
  }
  /// @throws overflow_error  if `T` is an integer type that cannot hold the number
  template <scalar_like Number>
  const view_element& operator=(const Number& value) const {
    return *this = detail::assigned_number<T>(value);
  }
  const view_element& operator=(const view_element& other) const {
    return *this = static_cast<T>(other);
  }
  friend std::ostream& operator<<(std::ostream& out, const view_element& element) {
    return out << T(element);
  }

 private:
  ref_ptr<view_link> link_;
  affine_view how_;
};

}  // namespace gpu
