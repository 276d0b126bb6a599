// SPDX-License-Identifier: BSD-3-Clause
// The plans of the skeletons of the family `map`, for each skeleton a file of its name.
#pragma once

#include <optional>

#include "execute/gpu/map/plan.hpp"
#include "execute/gpu/map/space.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// None if several axes are left, or an operand is neither dense nor the same for every element.
[[nodiscard]] std::optional<map_plan> plan_contiguous(const graph::kernel& work,
                                                      const map_space& space);

/// None if no arrays have the elements of an item side by side, where an item is what an index has
/// along a short axis, or what several operands have of one array; or if rows are as good.
[[nodiscard]] std::optional<map_plan> plan_interleaved(const graph::kernel& work,
                                                       const map_space& space);

/// A space of at least three axes: the last one, and before it the one along which other operands
/// have their neighbours.
struct tiled_space {
  map_space space;
  std::ptrdiff_t nearer = 1;  ///< as in `map_plan`
};

/// None if no axis has enough neighbours.
[[nodiscard]] std::optional<tiled_space> order_for_tiles(const map_space& space);

/// None if nothing that is transposed is aligned.
[[nodiscard]] std::optional<map_plan> plan_tiled(const graph::kernel& work,
                                                 const tiled_space& tiled);

/// None if the rows are short, or not worth an axis of their own.
[[nodiscard]] std::optional<map_plan> plan_rows(const graph::kernel& work, const map_space& space);

/// For any strides, of up to 8 axes.
[[nodiscard]] map_plan plan_strided(const map_space& space);

/// For any number of axes and operands: they are read from memory.
[[nodiscard]] map_plan plan_table(iteration axes, std::ptrdiff_t size);

}  // namespace gpu::execute
