// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <gpu/array/concepts.hpp>
#include <gpu/array/indexing/element.hpp>
#include <gpu/array/indexing/missing.hpp>
#include <gpu/array/refusal.hpp>
#include <gpu/core/shape.hpp>

namespace gpu {

/// One element of a view, to read and to write; indices as those of an array. `View` finds it by
/// `element_at(index, checked)`, and says whether that waits.
/// @throws index_error  if it lies outside the view
template <class View, class T>
class view_elements {
 public:
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

 private:
  view_element<T> element_at(const shape& index, bool checked) const {
    return static_cast<const View&>(*this).element_at(index, checked);
  }
};

}  // namespace gpu
