// SPDX-License-Identifier: BSD-3-Clause
// Which skeleton reduces, and in which order it goes over the axes.
#pragma once

#include <cstddef>
#include <optional>

#include "core/iteration.hpp"
#include "execute/gpu/reduce/axis_pair.hpp"
#include "execute/gpu/reduce/space.hpp"
#include "graph/schedule/kernel.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {

struct reduction_form;

/// @param pair  of `space`, if there is one
[[nodiscard]] const reduction_form& choose_form(const graph::kernel& work,
                                                const graph::passes& passes,
                                                const reduction_space& space,
                                                const std::optional<axis_pair>& pair = {});

/// The axes as a skeleton has them: at least one kept axis, the reduced ones, and the last, along
/// which it accesses vectors. Of pairs: the last two kept axes are theirs.
struct reduction_loop {
  const reduction_form& form;
  iteration space = {};
  std::size_t kept_rank = 1;   ///< of the kept axes beside the last
  std::ptrdiff_t kept = 1;     ///< elements along those
  std::ptrdiff_t reduced = 1;  ///< elements along the reduced axes beside the last

  [[nodiscard]] std::size_t reduced_rank() const noexcept { return space.rank() - 1 - kept_rank; }
  /// Elements along the last axis.
  [[nodiscard]] std::ptrdiff_t columns() const noexcept { return space.extents.back(); }
};

/// @param pair  of `space`, for pairs
[[nodiscard]] reduction_loop order_axes(reduction_space space, const reduction_form& form,
                                        const std::optional<axis_pair>& pair = {});

}  // namespace gpu::execute
