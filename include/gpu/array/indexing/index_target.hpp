// SPDX-License-Identifier: BSD-3-Clause
// What is written at indices.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/core/layout.hpp>

namespace gpu {

template <element_type T>
class ndarray;
template <class T>
class array_view;

namespace detail {

/// An array that is written at indices, or the part of it that a view shows.
class index_target {
 public:
  index_target(array_base& array) noexcept : array_(&array) {}
  index_target(array_base& array, affine_view part) : array_(&array), part_(std::move(part)) {}

  [[nodiscard]] array_base& array() const& noexcept { return *array_; }
  /// None: the whole array.
  [[nodiscard]] const std::optional<affine_view>& part() const& noexcept { return part_; }
  [[nodiscard]] const shape& extents() const& noexcept {
    return part_ ? part_->extents : array_->extents();
  }
  [[nodiscard]] device where() const noexcept { return array_->where(); }
  /// The elements as they are now: a snapshot, which a later write does not change.
  [[nodiscard]] graph::node_ptr node() const;
  /// The same, only to be looked at.
  [[nodiscard]] graph::node_ptr read_node() const;
  /// Where the elements lie in the array.
  [[nodiscard]] layout place() const;
  /// Positions of elements in the array, from those in what is written here, both in C order.
  /// @param positions  int64, in bounds
  [[nodiscard]] graph::node_ptr in_array(const graph::node_ptr& positions) const;

 private:
  array_base* array_;
  std::optional<affine_view> part_;
};

template <class T>
[[nodiscard]] index_target target_of(ndarray<T>& array) noexcept {
  return array;
}
template <class T>
[[nodiscard]] index_target target_of(const array_view<T>& part) {
  return part.target();
}

template <class A>
using element_of_target = typename std::remove_cvref_t<A>::value_type;

/// An array or view that can be written.
template <class A>
concept index_writable = requires(A&& a) {
  target_of(a);
};

}  // namespace detail
}  // namespace gpu
