// SPDX-License-Identifier: BSD-3-Clause
// How the threads of a reduction share its rows: for each skeleton a file of its name.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "execute/gpu/reduce/operands.hpp"
#include "execute/gpu/reduce/skeleton.hpp"
#include "execute/gpu/reduce/widths.hpp"
#include "graph/emit/variant.hpp"
#include "graph/schedule/kernel.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {

/// The names are those of kernels/abi.hpp and of the skeletons.
struct reduction_shape {
  graph::skeletons::any skeleton;
  std::ptrdiff_t rows = 1;
  std::ptrdiff_t steps = 1;
  std::ptrdiff_t split_steps = 1;
  std::ptrdiff_t splits = 1;
  int team = 0;
  int height = 0;
  int unroll = 1;
  int threads = 0;          ///< of a block
  std::ptrdiff_t grid = 0;  ///< blocks
  std::size_t scratch_bytes = 0;
};

[[nodiscard]] reduction_shape shape_reduce_inner(const reduction_loop& loop,
                                                 const element_costs& costs,
                                                 const access_widths& widths);
[[nodiscard]] reduction_shape shape_reduce_outer(const reduction_loop& loop,
                                                 const element_costs& costs,
                                                 const access_widths& widths);
[[nodiscard]] reduction_shape shape_reduce_pairs(const reduction_loop& loop,
                                                 const element_costs& costs,
                                                 const access_widths& widths);
[[nodiscard]] reduction_shape shape_persistent_rows(const graph::kernel& work,
                                                    const graph::passes& passes,
                                                    const reduction_loop& loop,
                                                    const element_costs& costs,
                                                    const access_widths& widths);
[[nodiscard]] reduction_shape shape_persistent_columns(const graph::kernel& work,
                                                       const reduction_loop& loop,
                                                       const element_costs& costs,
                                                       const access_widths& widths);

/// The one of the loop's skeleton.
[[nodiscard]] reduction_shape choose_shape(const graph::kernel& work, const graph::passes& passes,
                                           const reduction_loop& loop, const element_costs& costs,
                                           const access_widths& widths);

/// What all of those begin with: the rows, or vectors of rows side by side, and the vectors, or
/// elements, of each. Nothing is split.
[[nodiscard]] reduction_shape unsplit_shape(const reduction_loop& loop,
                                            const access_widths& widths);

/// How many vectors of narrow elements are worth one of wide ones to a thread.
[[nodiscard]] std::ptrdiff_t narrowness(const element_costs& costs, int vector) noexcept;

/// The logarithm of the least power of two that is not less.
[[nodiscard]] constexpr int ceil_log2(std::ptrdiff_t count) noexcept {
  return static_cast<int>(
      std::bit_width(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 1) - 1)));
}

}  // namespace gpu::execute
