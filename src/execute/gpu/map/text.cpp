// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/map/text.hpp"

#include <algorithm>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::execute {

std::string map_operand_text(const graph::kernel& work, const graph::variant& options,
                             std::size_t operand, bool by_row) {
  if (operand >= work.outputs.size())
    return graph::skeleton_operand(work, options, operand, by_row);
  return text_of(",\n    write<", traits(work.outputs[operand].target->type).device,
                 graph::access_argument(options.access_of(operand)), ">");
}

std::string map_operands_text(const graph::kernel& work, const graph::variant& options) {
  std::string text;
  for (std::size_t i = 0; i < work.outputs.size() + work.arguments.size(); ++i)
    text += map_operand_text(work, options, i);
  return text;
}

int number_of_operand(const graph::kernel& work, std::size_t operand) {
  if (operand < work.outputs.size()) return static_cast<int>(operand);
  const std::vector<std::size_t> iterated = graph::iterated_arguments(work);
  const auto found =
      std::find(iterated.begin(), iterated.end(), operand - work.outputs.size()) - iterated.begin();
  return static_cast<int>(work.outputs.size()) + static_cast<int>(found);
}

std::string map_text(const graph::kernel& work, const graph::variant& options,
                     const std::string& name, const std::string& parameters,
                     const std::string& operands) {
  return text_of(graph::elementwise_body(work),
                 "\nusing namespace gpu::kernels;\nusing work = ", options.name(), "<body, ",
                 parameters, operands, ">;\n",
                 graph::class_entry(graph::launch_bounds(options.threads), name));
}

}  // namespace gpu::execute
