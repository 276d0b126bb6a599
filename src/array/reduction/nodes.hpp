// SPDX-License-Identifier: BSD-3-Clause
// What reductions that are composed of others are written with.
#pragma once

#include <gpu/array/reduction/reduction.hpp>

#include "array/ufunc/node_arithmetic.hpp"

namespace gpu::detail {

/// How many elements one row has.
[[nodiscard]] std::ptrdiff_t reduced_count(const shape& extents, std::uint64_t bits);
/// Axes of extent 1 where axes have been reduced.
[[nodiscard]] graph::node_ptr with_kept_axes(const graph::node_ptr& value, std::uint64_t bits);
/// The mask with the extents of the value.
/// @throws shape_error  if it has more axes
[[nodiscard]] graph::node_ptr mask_over(const graph::node_ptr& mask, const shape& extents);
/// The number that a reduction begins with, in its dtype.
/// @throws overflow_error  "integer 300 out of bounds for int8", also of its whole part
/// @throws value_error     "cannot convert float NaN to integer"
/// @throws dtype_error     if it is complex, and the dtype is real
[[nodiscard]] graph::node_ptr initial_value(const graph::node_ptr& initial, dtype type);
/// One more axis, of one element. Where there is no room for it all others become one.
[[nodiscard]] shape with_single_axis(const shape& extents);
[[nodiscard]] graph::node_ptr with_single_axis(const graph::node_ptr& value);
/// Such an axis if none is reduced: reductions have rows. Their results then take the extents of
/// `value` with `make_reshape`.
void add_axis_if_none(graph::node_ptr& value, std::uint64_t& bits);
/// How many elements of each row the mask holds, or there are, in dtype `type`: a number without a
/// mask.
[[nodiscard]] graph::node_ptr count_of(const shape& extents, const reduction_settings& settings,
                                       dtype type);
/// The settings for a part of the work: the same axes, and kept or not as in `settings`.
[[nodiscard]] inline reduction_settings axes_of(const reduction_settings& settings) {
  return {settings.axes, settings.keepdims};
}

}  // namespace gpu::detail
