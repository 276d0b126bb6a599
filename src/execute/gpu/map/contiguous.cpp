// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "execute/gpu/map/access.hpp"
#include "execute/gpu/map/candidates.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

/// Accesses of all operands along the only axis; none if one of them rules the skeleton out.
std::optional<last_axis_accesses> access_whole(const graph::kernel& work, const map_space& space) {
  last_axis_accesses result{{}, max_vector_width(work, space.widest_bytes)};
  result.operands.reserve(space.operands.size());
  for (std::size_t i = 0; i < space.operands.size(); ++i) {
    const access pattern = access_of(space, i);
    if (pattern == access::reversed) return std::nullopt;
    if (pattern == access::strided && space.operands[i].is_array()) return std::nullopt;
    if (pattern == access::unit) result.vector = vector_of(space, i, 0, result.vector);
    if (result.vector == 0) return std::nullopt;
    result.operands.push_back(pattern);
  }
  return result;
}

/// Whether the last access may not go beyond the elements.
bool ends_exactly(const graph::kernel& work, const map_space& space,
                  const last_axis_accesses& accesses) {
  std::vector<std::uintptr_t> addresses;
  addresses.reserve(space.operands.size());
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    addresses.push_back(accesses.operands[i] == access::unit ? space.operands[i].address : 0);
  return needs_tail(work, accesses.vector, space.size, addresses);
}

/// Whether an op shares work between neighbours, and all indices are those of the elements.
bool may_have_runs(const graph::kernel& work) {
  const auto is_index = [](const graph::kernel_argument& argument) {
    return argument.kind != graph::operand_kind::affine ||
           (argument.place.offset == 0 && is_contiguous(argument.place));
  };
  return has_runs(work) && std::all_of(work.arguments.begin(), work.arguments.end(), is_index);
}

}  // namespace

std::optional<map_plan> plan_contiguous(const graph::kernel& work, const map_space& space) {
  if (space.rank() > 1) return std::nullopt;
  std::optional<last_axis_accesses> accesses = access_whole(work, space);
  if (!accesses) return std::nullopt;
  map_plan plan;
  plan.options = contiguous_variant(space.weight, space.size, accesses->vector, space.widest_bytes);
  plan.options.wide = plan.options.wide || !fits_32_bits(space.axes, tuning::index_margin);
  if (may_have_runs(work)) {
    plan.options.skeleton = graph::skeletons::contiguous{.runs = true};
    plan.options.unroll =
        static_cast<std::uint8_t>(std::max(run_length(work) / accesses->vector, 1));
  }
  plan.options.tail = ends_exactly(work, space, *accesses);
  const bool has_zero =
      std::count(accesses->operands.begin(), accesses->operands.end(), access::zero) > 0;
  if (has_zero) plan.options.operands = std::move(accesses->operands);
  plan.space = space.axes;
  plan.size = space.size;
  plan.grid = contiguous_blocks(plan.options, plan.size);
  plan.block[0] = plan.options.threads;
  return plan;
}

}  // namespace gpu::execute
