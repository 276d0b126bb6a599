// SPDX-License-Identifier: BSD-3-Clause
// Elements of an array at places that are computed from the index alone, and exist: what padding
// and rolling consist of. Unlike `make_gather` nothing is checked, and indices have 32 bits if all
// fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// What stands at places before and behind an axis.
enum class beyond_axis : std::uint8_t { edge, mirrored, mirrored_with_ends, wrapped };

/// Index k of the result along an axis is index `start + k` of the source.
struct near_axis {
  std::ptrdiff_t start = 0;
  std::ptrdiff_t extent;  ///< of the result
};

/// Elements of a source that is placed and not empty: along each axis as `axes` says. Mirrored and
/// wrapped, no place is further from the axis than `size - 1`, with ends `size`, or `size`.
[[nodiscard]] node_ptr make_near_gather(const node_ptr& source, const std::vector<near_axis>& axes,
                                        beyond_axis mode);

/// The elements that exist, and `otherwise`, of the dtype of the source, at all other places.
[[nodiscard]] node_ptr make_gather_within(const node_ptr& source,
                                          const std::vector<near_axis>& axes,
                                          const node_ptr& otherwise);

/// `value`, an array in memory, where `exists` holds, and `otherwise` where not: there nothing is
/// read. Null if `value` is not in memory: then it is better computed everywhere.
[[nodiscard]] node_ptr make_read_where(const node_ptr& exists, const node_ptr& value,
                                       const node_ptr& otherwise);

}  // namespace gpu::graph
