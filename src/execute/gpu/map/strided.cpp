// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/candidates.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

using kernels::access;

/// Whether one element is read for all of the space.
bool is_one_element(const map_space& space, std::size_t i) {
  const shape& strides = space.axes.strides[i];
  return space.operands[i].is_array() && !space.operands[i].is_written &&
         std::all_of(strides.begin(), strides.end(), [](auto stride) { return stride == 0; });
}

}  // namespace

map_plan plan_strided(const map_space& space) {
  map_plan plan;
  plan.space = space.axes;
  plan.size = space.size;
  plan.options.skeleton = graph::skeletons::strided{};
  plan.options.wide = !fits_32_bits(space.axes, tuning::index_margin);
  plan.options.rank = static_cast<std::uint8_t>(space.rank());
  plan.options.unroll =
      static_cast<std::uint8_t>(tuning::unroll(1, space.widest_bytes, space.weight));
  plan.options.threads = tuning::threads;
  plan.options.operands.reserve(space.operands.size());
  for (std::size_t i = 0; i < space.operands.size(); ++i)
    plan.options.operands.push_back(is_one_element(space, i) ? access::zero : access::strided);
  plan.grid = static_cast<unsigned>(ceil_div(plan.size, tuning::threads * plan.options.unroll));
  plan.block[0] = plan.options.threads;
  return plan;
}

}  // namespace gpu::execute
