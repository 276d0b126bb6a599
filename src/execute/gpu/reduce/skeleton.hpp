// SPDX-License-Identifier: BSD-3-Clause
// Which skeleton reduces, and in which order it goes over the axes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <gpu/core/iteration.hpp>

#include "execute/gpu/reduce/axis_pair.hpp"
#include "execute/gpu/reduce/space.hpp"
#include "graph/schedule/kernel.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {

enum class reduction_skeleton : std::uint8_t {
  reduce_inner,
  reduce_outer,
  reduce_pairs,
  persistent_rows,
  persistent_columns
};

/// Whether neighbours in a vector belong to different rows: the last axis is a kept one.
[[nodiscard]] constexpr bool has_columns(reduction_skeleton skeleton) noexcept {
  return skeleton == reduction_skeleton::reduce_outer ||
         skeleton == reduction_skeleton::persistent_columns;
}

/// @param pair  of `space`, if there is one
[[nodiscard]] reduction_skeleton choose_skeleton(const graph::kernel& work,
                                                 const graph::passes& passes,
                                                 const reduction_space& space,
                                                 const std::optional<axis_pair>& pair = {});

/// The axes as a skeleton has them: at least one kept axis, the reduced ones, and the last, along
/// which it accesses vectors. reduce_pairs: the last two kept axes are those of the pairs.
struct reduction_loop {
  reduction_skeleton skeleton = reduction_skeleton::reduce_inner;
  iteration space;
  std::size_t kept_rank = 1;   ///< of the kept axes beside the last
  std::ptrdiff_t kept = 1;     ///< elements along those
  std::ptrdiff_t reduced = 1;  ///< elements along the reduced axes beside the last

  [[nodiscard]] std::size_t reduced_rank() const noexcept { return space.rank() - 1 - kept_rank; }
  /// Elements along the last axis.
  [[nodiscard]] std::ptrdiff_t columns() const noexcept { return space.extents.back(); }
};

/// @param pair  of `space`, for reduce_pairs
[[nodiscard]] reduction_loop order_axes(reduction_space space, reduction_skeleton skeleton,
                                        const std::optional<axis_pair>& pair = {});

}  // namespace gpu::execute
