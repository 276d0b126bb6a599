// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/select/skeleton.hpp"

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::execute {

std::string skeletons::select::text(const graph::kernel& work, const graph::variant& options,
                                    const std::string& name) const {
  std::string text = text_of(
      graph::elementwise_body(work), "\nusing namespace gpu::kernels;\nusing work = select<body, ",
      work.outputs.size() == 1 ? "void" : traits(work.outputs[1].target->type).device, ", ",
      options.wide ? "long long" : "int");
  for (const int number :
       {int{options.rank}, int{options.vector}, int{options.unroll}, int{options.threads}})
    text += text_of(", ", number);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    text += graph::skeleton_operand(work, options, work.outputs.size() + i);
  return text_of(text, ">;\n",
                 graph::entry(graph::launch_bounds(options.threads, graph::resident_threads), name,
                              "work::arguments", "work::run(x);"));
}

}  // namespace gpu::execute
