// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/text_of.hpp>

#include "graph/emit/skeleton_text.hpp"
#include "graph/emit/text.hpp"

namespace gpu::graph {
namespace {}  // namespace

std::string skeleton_text(const skeletons::select&, const kernel& work, const variant& options,
                          const std::string& name) {
  std::string text =
      text_of(elementwise_body(work), "\nusing namespace gpu::kernels;\nusing work = select<body, ",
              work.outputs.size() == 1 ? "void" : traits(work.outputs[1].target->type).device, ", ",
              options.wide ? "long long" : "int");
  for (const int number :
       {int{options.rank}, int{options.vector}, int{options.unroll}, int{options.threads}})
    text += text_of(", ", number);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    text += skeleton_operand(work, options, work.outputs.size() + i);
  return text_of(text, ">;\n",
                 entry(launch_bounds(options.threads, resident_threads), name, "work::arguments",
                       "work::run(x);"));
}

}  // namespace gpu::graph
