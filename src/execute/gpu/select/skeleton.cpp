// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/select/skeleton.hpp"

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::execute {

std::string skeletons::select::text(const graph::kernel& work, const graph::variant& options,
                                    const std::string& name) const {
  std::string text = text_of(
      graph::elementwise_body(work, runs), "\nusing namespace gpu::kernels;\nusing work = select<body, ",
      work.outputs.size() == 1 ? "void" : traits(work.outputs[1].target->type).device, ", ",
      graph::index_type(options));
  for (const int number :
       {int{options.rank}, int{options.vector}, int{options.unroll}, int{options.threads}})
    text += graph::template_argument(number);
  text += graph::skeleton_operands(work, options, runs);
  return text_of(
      text, ">;\n",
      graph::class_entry(graph::launch_bounds(options.threads, graph::resident_threads), name));
}

}  // namespace gpu::execute
