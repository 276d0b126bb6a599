// SPDX-License-Identifier: BSD-3-Clause
#include "graph/emit/reduce/reduced_kernel.hpp"

#include <algorithm>

namespace gpu::graph {
namespace {

/// The dtype of an input as the reduction is given it: positions as short as they can be.
std::string_view input_type(const instruction& step, std::uint32_t number, bool wide) {
  const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
  const bool is_position = number + 1 == step.count && loop.reduces_on_host != nullptr &&
                           loop.reduces_on_host->takes_positions;
  return is_position && !wide ? "int" : traits(loop.in[number]).device;
}

}  // namespace

reduced_kernel::reduced_kernel(const kernel& the_work, const variant& the_variant,
                               row_elements the_form)
    : work(the_work),
      options(the_variant),
      form(the_form),
      passes(work),
      elements(work, passes, form.are_kept),
      users(user_records(work)),
      iterated(iterated_arguments(work)) {}

int reduced_kernel::number_of_kept(std::uint32_t instruction) const {
  auto number = static_cast<int>(work.outputs.size() + iterated.size());
  for (std::uint32_t k = 0; k < instruction; ++k)
    if (elements.kept_by(k) != element_values::never) ++number;
  return number;
}

std::vector<reduction_input> reduced_kernel::inputs_of(const instruction& reduction) const {
  std::vector<reduction_input> inputs;
  for (std::uint32_t i = 0; i < reduction.count; ++i)
    inputs.push_back({work.operands[reduction.first + i], input_type(reduction, i, options.wide)});
  return inputs;
}

std::vector<reduction_input> reduced_kernel::inputs_of(int pass) const {
  std::vector<reduction_input> inputs;
  for (const std::uint32_t k : reductions_of(work, passes, pass))
    for (const reduction_input& input : inputs_of(work.body[k]))
      if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) inputs.push_back(input);
  return inputs;
}

}  // namespace gpu::graph
