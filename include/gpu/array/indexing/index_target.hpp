// SPDX-License-Identifier: BSD-3-Clause
// What is written at indices.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include <gpu/array/array_base.hpp>
#include <gpu/array/indexing/written_view.hpp>
#include <gpu/core/layout.hpp>

namespace gpu {

template <element_type T>
class ndarray;
template <class T>
class array_view;

namespace detail {

/// Positions of elements in an array, from those in what `place` shows of it, both in C order.
/// @param positions  int64, in bounds
[[nodiscard]] graph::node_ptr positions_at(const layout& place, const graph::node_ptr& positions);

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
  /// As `positions_at` of that.
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
}
|| written_view<A>;

/// Elements of an array that are written at indices, in any order and number.
struct placed_elements {
  placed_elements(array_base& whole, layout where) : array(&whole), place(std::move(where)) {}
  placed_elements(const index_target& a) : placed_elements(a.array(), a.place()) {}

  array_base* array;
  layout place;  ///< counted from the first element of the array
};

/// Calls `write` with the elements of an array or view. Those that are not in one array, or are
/// parts of complex numbers, are copied, and the copy is written back.
template <index_writable A, class Write>
void write_elements_of(A&& a, const Write& write) {
  if constexpr (requires { target_of(a); }) {
    write(placed_elements(target_of(a)));
  } else {
    if constexpr (requires { std::forward<A>(a).placed(); })
      if (const std::optional<placed_elements> elements = std::forward<A>(a).placed())
        return write(*elements);
    ndarray<element_of_target<A>> copy = a;
    write(placed_elements(target_of(copy)));
    std::forward<A>(a).write_node(copy.node());
  }
}

}  // namespace detail
}  // namespace gpu
