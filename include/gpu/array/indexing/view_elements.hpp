// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <iterator>

#include <gpu/array/array_interface.hpp>
#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/element.hpp>
#include <gpu/array/indexing/missing.hpp>
#include <gpu/array/indexing/view_iterator.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/core/shape.hpp>
#include <gpu/core/strict_integer.hpp>

namespace gpu {

/// What views have beside what can be read of every array: their elements, to read and to write, by
/// indices as those of an array. `View` finds one by `element_in_order(position)` in C order, and
/// says whether that waits.
/// @throws index_error  if it lies outside the view
template <class View, class T>
class view_elements : public array_interface<View, T> {
  using interface = array_interface<View, T>;

 public:
  using iterator = view_iterator<View, T>;

  template <element_index... Index>
  [[nodiscard]] view_element<T> operator()(Index... index) const {
    return element_at({static_cast<std::ptrdiff_t>(index)...}, false);
  }
  template <element_index... Index>
  [[nodiscard]] view_element<T> at(Index... index) const {
    return element_at({static_cast<std::ptrdiff_t>(index)...}, true);
  }
  template <array_like Indices>
  refusal::arrays_of_indices_and_masks_are_for_gpu_view operator[](const Indices& indices) const =
      delete;
  [[nodiscard]] view_element<T> operator[](const shape& index) const {
    return element_at(index, true);
  }
  template <integer_like Index>
  [[nodiscard]] view_element<T> operator[](Index index) const {
    return (*this)(index);
  }

  /// An element by its position in C order, the first and the last one, and one by indices modulo
  /// the extents.
  [[nodiscard]] view_element<T> flat(strict_integer position) const {
    return own().element_in_order(detail::element_position(
        {count()}, std::array{static_cast<std::ptrdiff_t>(position)}, true));
  }
  [[nodiscard]] view_element<T> front() const { return flat(0); }
  [[nodiscard]] view_element<T> back() const { return flat(count() - 1); }
  template <integer_like... Index>
  [[nodiscard]] view_element<T> periodic(Index... index) const {
    return own().element_in_order(detail::periodic_position(
        own().shape(), std::array{static_cast<std::ptrdiff_t>(index)...}));
  }

  /// In C order; writes through. A `const` view has iterators that read, as a `const` array has.
  using interface::begin;
  using interface::end;
  using interface::rbegin;
  using interface::rend;
  [[nodiscard]] iterator begin() & { return {own(), 0}; }
  [[nodiscard]] iterator end() & { return {own(), count()}; }
  [[nodiscard]] iterator begin() && { return {own(), 0}; }
  [[nodiscard]] iterator end() && { return {own(), count()}; }
  [[nodiscard]] auto rbegin() & { return std::reverse_iterator(end()); }
  [[nodiscard]] auto rend() & { return std::reverse_iterator(begin()); }

 private:
  [[nodiscard]] const View& own() const noexcept { return static_cast<const View&>(*this); }
  [[nodiscard]] std::ptrdiff_t count() const { return element_count(own().shape()); }
  view_element<T> element_at(const shape& index, bool checked) const {
    return own().element_in_order(detail::element_position(own().shape(), index, checked));
  }
};

}  // namespace gpu
