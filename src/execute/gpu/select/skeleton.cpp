// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/select/skeleton.hpp"

#include <gpu/core/text_of.hpp>

#include "execute/gpu/select/tuning.hpp"
#include "graph/emit/text.hpp"

namespace gpu::execute {

std::string skeletons::select::text(const graph::kernel& work, const graph::variant& options,
                                    const std::string& name) const {
  const bool has_values = work.outputs.size() > 1;
  const int resident =
      ahead && has_values ? tuning::select_resident_threads : graph::resident_threads;
  std::string text = text_of(graph::elementwise_body(work, runs),
                             "\nusing namespace gpu::kernels;\nusing work = select<body, ",
                             has_values ? traits(work.outputs[1].target->type).device : "void",
                             ", ", graph::index_type(options));
  for (const int number :
       {int{options.rank}, int{options.vector}, int{options.unroll}, int{options.threads}})
    text += graph::template_argument(number);
  text += graph::template_argument(ahead) + graph::template_argument(beyond);
  text += graph::skeleton_operands(work, options, runs);
  return text_of(text, ">;\n",
                 graph::class_entry(graph::launch_bounds(options.threads, resident), name));
}

}  // namespace gpu::execute
