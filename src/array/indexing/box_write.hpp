// SPDX-License-Identifier: BSD-3-Clause
// Writing most of an array whose elements must be kept, for others or for what is being written:
// into new memory, where only the rest is copied.
#pragma once

#include <gpu/graph/build.hpp>

namespace gpu::detail {

/// Whether `affine` shows a box of neighbours that has most of an array, which is so large that the
/// rest of it is better copied by itself.
[[nodiscard]] bool is_most_of(const affine_view& affine, const graph::leaf_node& array);

/// Whether `value` reads elements of the array that are shown, but at other places than it is
/// written to: then it may not be written where they lie.
[[nodiscard]] bool reads_other_places(const graph::node& value, const graph::leaf_node& array,
                                      const affine_view& affine);

/// The array with `value` where `affine` shows it; see `is_most_of`. `array` stays as it is.
[[nodiscard]] graph::leaf_ptr with_box(const graph::leaf_node& array, const affine_view& affine,
                                       const graph::node_ptr& value);

}  // namespace gpu::detail
