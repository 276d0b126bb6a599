// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/text_of.hpp>

#include "graph/emit/skeleton_text.hpp"
#include "graph/emit/text.hpp"

namespace gpu::graph {
namespace {

/// Threads of a multiprocessor for which there are to be registers.
constexpr int resident_threads = 1024;

}  // namespace

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
  return text_of(text, ">;\n\nextern \"C\" __global__ void __launch_bounds__(", options.threads,
                 ", ", resident_threads / options.threads, ") ", name,
                 "(\n    const __grid_constant__ work::arguments x) {\n  await_previous();\n"
                 "  work::run(x);\n}\n");
}

}  // namespace gpu::graph
