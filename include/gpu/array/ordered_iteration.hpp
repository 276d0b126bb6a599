// SPDX-License-Identifier: BSD-3-Clause
// Elements on the host in another order than C's, or repeated as operands of functions are.
#pragma once

#include <iterator>

#include <gpu/array/host_iterator.hpp>
#include <gpu/array/layout_type.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/graph/node.hpp>

namespace gpu {

namespace detail {
/// The elements in this order, one after the other, of `value` broadcast to the extents.
/// @throws shape_error
[[nodiscard]] graph::node_ptr elements_in_order(const graph::node_ptr& value, layout_type order,
                                                const shape& extents);
}  // namespace detail

/// Members that every array, expression and view has: `a.begin<layout_type::column_major>()` goes
/// over the elements with the first axis fastest, `a.begin({4, 2, 3})` over those of the array
/// broadcast to these extents. Each pair reads, and keeps what it reads alive; `begin` waits.
/// xtensor's.
/// @throws shape_error  if the array does not broadcast to the extents
template <class Derived, class T>
class ordered_iteration {
 public:
  template <layout_type Order>
  [[nodiscard]] host_iterator<T> begin() const& {
    return begin<Order>(own_extents());
  }
  template <layout_type Order>
  [[nodiscard]] host_iterator<T> end() const& {
    return end<Order>(own_extents());
  }
  template <layout_type Order = layout_type::row_major>
  [[nodiscard]] host_iterator<T> begin(const shape& extents) const& {
    return host_iterator<T>::begin_of(in_order<Order>(extents));
  }
  template <layout_type Order = layout_type::row_major>
  [[nodiscard]] host_iterator<T> end(const shape& extents) const& {
    return host_iterator<T>::end_of(in_order<Order>(extents), element_count(extents));
  }

  template <layout_type Order>
  [[nodiscard]] auto cbegin() const& {
    return begin<Order>();
  }
  template <layout_type Order>
  [[nodiscard]] auto cend() const& {
    return end<Order>();
  }
  template <layout_type Order = layout_type::row_major>
  [[nodiscard]] auto cbegin(const shape& extents) const& {
    return begin<Order>(extents);
  }
  template <layout_type Order = layout_type::row_major>
  [[nodiscard]] auto cend(const shape& extents) const& {
    return end<Order>(extents);
  }

  template <layout_type Order>
  [[nodiscard]] auto rbegin() const& {
    return std::reverse_iterator(end<Order>());
  }
  template <layout_type Order>
  [[nodiscard]] auto rend() const& {
    return std::reverse_iterator(begin<Order>());
  }
  template <layout_type Order = layout_type::row_major>
  [[nodiscard]] auto rbegin(const shape& extents) const& {
    return std::reverse_iterator(end<Order>(extents));
  }
  template <layout_type Order = layout_type::row_major>
  [[nodiscard]] auto rend(const shape& extents) const& {
    return std::reverse_iterator(begin<Order>(extents));
  }

 private:
  [[nodiscard]] const Derived& self() const noexcept { return static_cast<const Derived&>(*this); }
  [[nodiscard]] shape own_extents() const { return self().read_node()->extents; }
  template <layout_type Order>
  [[nodiscard]] graph::node_ptr in_order(const shape& extents) const {
    return detail::elements_in_order(self().read_node(), Order, extents);
  }
};

}  // namespace gpu
