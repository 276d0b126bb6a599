// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/strided.hpp"

#include <algorithm>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/text.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/emit/text.hpp"

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
  plan.arguments = &skeletons::strided::arguments;
  plan.options.skeleton = skeletons::strided();
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

const map_arguments skeletons::strided::arguments{
    [](index_writer& out, const map_plan& plan) {
      out.put(plan.size);
      out.put_axes(plan.space.extents, 0, plan.space.rank());
    },
    [](const map_plan& plan, const graph::kernel&, std::size_t operand) -> std::size_t {
      return plan.options.access_of(operand) == access::zero ? 0 : plan.space.rank();
    }};

std::string skeletons::strided::text(const graph::kernel& work, const graph::variant& options,
                                     const std::string& name) const {
  return map_text(
      work, options, name,
      text_of(graph::index_type(options), graph::template_argument(int{options.threads}),
              graph::template_argument(int{options.rank}),
              graph::template_argument(int{options.unroll})),
      map_operands_text(work, options));
}

}  // namespace gpu::execute
