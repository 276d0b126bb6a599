// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/text_of.hpp>

#include "graph/emit/skeleton_text.hpp"
#include "graph/emit/text.hpp"

namespace gpu::graph {
namespace {

/// Threads of a multiprocessor for which there are to be registers.
constexpr int resident_threads = 1024;

}  // namespace

std::string skeleton_text(const skeletons::select&, const kernel& work, const variant& how,
                          const std::string& name) {
  std::string text =
      text_of(elementwise_body(work), "\nusing namespace gpu::kernels;\nusing work = select<body, ",
              work.outputs.size() == 1 ? "void" : facts(work.outputs[1].target->type).device, ", ",
              how.wide ? "long long" : "int");
  for (const int number : {int{how.rank}, int{how.vector}, int{how.unroll}, int{how.threads}})
    text += text_of(", ", number);
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    text += skeleton_operand(work, how, work.outputs.size() + i);
  return text_of(text, ">;\n\nextern \"C\" __global__ void __launch_bounds__(", how.threads, ", ",
                 resident_threads / how.threads, ") ", name,
                 "(\n    const __grid_constant__ work::arguments x) {\n  await_previous();\n"
                 "  work::run(x);\n}\n");
}

}  // namespace gpu::graph
