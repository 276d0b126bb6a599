// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/candidates.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

bool has_reversed(const map_space& space) {
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (access_of(space, i) == access::reversed) return true;
  return false;
}

bool has_strided_array(const map_space& space, const last_axis_accesses& accesses) {
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    if (space.operands[i].is_array() && accesses.operands[i] == access::strided) return true;
  return false;
}

iteration with_outer_axis(iteration axes) {
  axes.extents.insert(0, 1);
  for (shape& strides : axes.strides) strides.insert(0, 0);
  return axes;
}

/// The threads of a block: along a row, and for rows one above the other.
struct row_block {
  std::ptrdiff_t across;
  std::ptrdiff_t down;
};

row_block shape_block(std::ptrdiff_t vectors, std::ptrdiff_t rows) {
  const std::ptrdiff_t tiles = ceil_div(vectors, tuning::threads);
  std::ptrdiff_t across = ceil_div(vectors, tiles);
  if (tiles > 1) across = ceil_div(across, 32) * 32;
  return {across, std::clamp<std::ptrdiff_t>(tuning::threads / across, 1, rows)};
}

}  // namespace

std::optional<map_plan> plan_rows(const graph::kernel& work, const map_space& space) {
  const std::ptrdiff_t columns = space.axes.extents.back();
  const bool is_one_row = space.rank() == 1;
  if (space.rank() > 8 || columns < tuning::min_row) return std::nullopt;
  if (is_one_row && !has_reversed(space)) return std::nullopt;
  last_axis_accesses accesses = access_last_axis(work, space);
  // Of strided arrays, neighbouring lanes read neighbouring elements.
  const int vector = has_strided_array(space, accesses) ? 1 : accesses.vector;
  if (is_one_row && vector == 1) return std::nullopt;
  map_plan plan;
  plan.space = is_one_row ? with_outer_axis(space.axes) : space.axes;
  plan.size = space.size;
  plan.how.skeleton = graph::skeletons::rows{};
  plan.how.wide = !fits_32_bits(space.axes, tuning::index_margin);
  plan.how.tail = columns % vector != 0;
  plan.how.rank = static_cast<std::uint8_t>(plan.space.rank() - 1);
  plan.how.vector = static_cast<std::uint8_t>(vector);
  plan.how.unroll =
      static_cast<std::uint8_t>(tuning::unroll(vector, space.widest_bytes, space.weight));
  plan.how.threads = tuning::threads;
  plan.how.operands = std::move(accesses.operands);
  const std::ptrdiff_t vectors = ceil_div(columns, vector);
  const std::ptrdiff_t rows = space.size / columns;
  const row_block block = shape_block(vectors, rows);
  plan.block[0] = static_cast<unsigned>(block.across);
  plan.block[1] = static_cast<unsigned>(block.down);
  plan.grid = static_cast<unsigned>(ceil_div(vectors, block.across) *
                                    ceil_div(rows, block.down * plan.how.unroll));
  return plan;
}

}  // namespace gpu::execute
