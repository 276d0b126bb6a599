// SPDX-License-Identifier: BSD-3-Clause
// Parts of an array along an axis, many of them, reduced all at once.
#pragma once

#include <cstddef>
#include <span>

#include <gpu/array/ufunc/reduceat.hpp>

namespace gpu::detail {

/// The elements [first, last) along the axis: at least one.
struct axis_part {
  std::ptrdiff_t first, last;
};

/// The parts by a reduction of kernels/reductions/: along `axis` of the result one element of each,
/// of dtype `op.result`. On the host each is reduced by itself. On a GPU they are cut into pieces
/// of one length, which are the rows of a matrix that is read where they lie; results of the pieces
/// of a part are parts again.
[[nodiscard]] graph::node_ptr reduced_parts(const part_fold& op, const graph::node_ptr& value,
                                            std::span<const axis_part> parts, std::size_t axis);

}  // namespace gpu::detail
