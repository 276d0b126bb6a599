// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/table.hpp"

#include <utility>

#include <gpu/core/text_of.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/map/text.hpp"
#include "execute/gpu/tuning.hpp"

namespace gpu::execute {

map_plan plan_table(iteration axes, std::ptrdiff_t size) {
  map_plan plan;
  plan.arguments = &skeletons::table::arguments;
  plan.options.skeleton = skeletons::table();
  plan.options.wide = true;
  plan.options.arguments_in_memory = true;
  plan.options.threads = tuning::threads;
  plan.options.operands.assign(axes.offsets.size(), kernels::access::strided);
  plan.space = std::move(axes);
  plan.size = size;
  plan.grid = static_cast<unsigned>(ceil_div(size, tuning::threads));
  plan.block[0] = plan.options.threads;
  return plan;
}

const map_arguments skeletons::table::arguments{
    [](index_writer& out, const map_plan& plan) {
      out.put(plan.size);
      out.put(static_cast<std::ptrdiff_t>(plan.space.rank()));
      out.put_axes(plan.space.extents, 0, plan.space.rank());
    },
    stride_of_each_axis};

std::string skeletons::table::text(const graph::kernel& work, const graph::variant& options,
                                   const std::string& name) const {
  return map_text(work, options, name, text_of(options.threads), map_operands_text(work, options));
}

}  // namespace gpu::execute
