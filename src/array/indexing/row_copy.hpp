// SPDX-License-Identifier: BSD-3-Clause
// Copies on the host between an array in C order and elements at indices of another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/core/index_mode.hpp>
#include <gpu/core/layout.hpp>

#include "execute/operation.hpp"
#include "graph/gather.hpp"

namespace gpu::detail {

/// What is known of an indexed axis before its indices are.
struct indexed_axis_traits {
  std::ptrdiff_t size;
  std::ptrdiff_t stride;
  std::size_t number;  ///< in messages

  friend bool operator==(const indexed_axis_traits&, const indexed_axis_traits&) = default;
};
[[nodiscard]] inline indexed_axis_traits traits_of(const graph::indexed_axis& axis) noexcept {
  return {axis.size, axis.stride, axis.number};
}

/// Offsets that the indices of one axis add, and the strides of these offsets along the result.
struct axis_offsets {
  std::vector<std::ptrdiff_t> values;
  shape strides;
};

/// @param indices  int64 in C order; they broadcast to a result with `rank` axes
/// @throws index_error  if one is out of bounds, with `index_mode::raise`
[[nodiscard]] axis_offsets offsets_of(const execute::operation::array& indices,
                                      const indexed_axis_traits& axis, index_mode mode,
                                      std::size_t rank);

enum class copy_direction : std::uint8_t { gather, scatter };

/// The two sides of a copy: `indexed`, elements of which are named, and `dense`, in C order.
struct copied_arrays {
  std::byte* indexed;
  std::byte* dense;
  std::size_t element_bytes;
  copy_direction direction;
  bool is_one_row = false;  ///< whether `dense` is one row, which stands for all
};

/// How many elements the rows have that are copied at once: those along the last axes, of which
/// the indices vary along none, or along one.
[[nodiscard]] std::ptrdiff_t copied_row_size(const layout& kept,
                                             const std::vector<axis_offsets>& axes);

/// Copies the elements that `kept` and `axes` name. Of those that are written twice the last one
/// counts.
/// @param kept  extents of the dense side, and strides of the other one along its axes: 0 along
///              those of indices; its offset is that of the first element
void copy_rows_at(const layout& kept, std::vector<axis_offsets> axes, const copied_arrays& arrays);

/// Whether each element has an index of its own, which alone says where it is.
[[nodiscard]] bool are_single_elements(const layout& kept, std::size_t axes, const shape& indices);

/// Whether some indices of an axis are negative.
/// @throws index_error  as `offsets_of`
[[nodiscard]] bool check_indices(const execute::operation::array& indices,
                                 const indexed_axis_traits& axis);

/// `copy_rows_at` of single elements, as `are_single_elements` says, that are written.
/// @param some_are_negative  what `check_indices` said of the indices
void write_elements_at(const execute::operation::array& indices, const indexed_axis_traits& axis,
                       bool some_are_negative, const copied_arrays& arrays);

/// The same of elements that are read.
/// @throws index_error  as `offsets_of`
void read_elements_at(const execute::operation::array& indices, const indexed_axis_traits& axis,
                      index_mode mode, const copied_arrays& arrays);

}  // namespace gpu::detail
