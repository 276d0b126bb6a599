// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/text.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using graph::element_values;
using graph::instruction;
using graph::kernel;
using graph::kernel_argument;
using graph::reduced_kernel;
using graph::reduction_input;
using graph::typed_loop;
using graph::variant;

/// The operands by what they are for; groups at the end that are empty are left out.
std::string operands(const reduced_kernel& reduced, const reduction_parameters& form) {
  enum role { element, result, row_value, written, kept, late };
  constexpr std::string_view names[] = {"elements", "results", "row_values",
                                        "written",  "kept",    "late"};
  const kernel& work = reduced.work;
  const variant& options = reduced.options;
  std::string groups[std::size(names)];
  int count = 0;
  const auto add = [&](role part, std::string_view kind, const std::string& rest) {
    groups[part] += text_of(groups[part].empty() ? "" : ", ", kind, "<", count++, ", ", rest, ">");
  };
  const auto array = [&](dtype type, std::size_t operand) {
    return text_of(traits(type).device, graph::access_argument(options.access_of(operand)));
  };
  for (std::size_t i = 0; i < work.outputs.size(); ++i)
    add(work.outputs[i].per_row ? result : written, "array",
        array(work.outputs[i].target->type, i));
  for (const std::size_t i : reduced.iterated) {
    const kernel_argument& argument = work.arguments[i];
    const std::size_t operand = work.outputs.size() + i;
    add(!reduced.varies(i)   ? row_value
        : reduced.is_late(i) ? late
                             : element,
        graph::text_by_kind(argument, "array", reduced.is_run(i) ? "index_run" : "affine_index"),
        graph::text_by_kind(argument, array(argument.type, operand),
                            graph::name_of(options.access_of(operand))));
  }
  const int arrays = count;
  for (std::uint32_t k = 0; k < work.body.size(); ++k)
    if (reduced.elements.kept_by(k) != element_values::never)
      add(kept, "computed_value", std::string(reduced.type_of(k)));
  int last = late;
  while (last > result && groups[last].empty()) --last;
  const int rank = options.rank + form.reduced_rank + 1;
  std::string text = text_of("\nusing work = row_work<body, ", graph::index_type(options), ", ",
                             rank, ", ", arrays);
  for (int part = 0; part <= last; ++part)
    text += text_of(",\n    ", names[part], "<", groups[part], ">");
  return text + ">;\n";
}

/// "reducer<gpu::reductions::sum, float, float>"
std::string reducer(const reduced_kernel& reduced, const instruction& step) {
  const typed_loop& loop = step.op->loops[static_cast<std::size_t>(step.loop)];
  std::string text = text_of("reducer<", graph::user_prefix(*step.op, reduced.users), loop.functor,
                             ", ", traits(loop.out).device);
  for (const reduction_input& input : reduced.inputs_of(step)) text += text_of(", ", input.type);
  return text + ">";
}

/// ",\n    row_pass<work, 0, inputs<float>,\n        reduction<reducer<...>, 0>>", or row_scan and
/// row_scanner, which has the number of the kept value that it finds, too.
std::string pass_type(const reduced_kernel& reduced, int pass) {
  const std::vector<reduction_input> inputs = reduced.inputs_of(pass);
  const bool scans = reduced.passes.scans(pass);
  std::string text =
      text_of(",\n    ", scans ? "row_scan" : "row_pass", "<work, ", pass, ", inputs<");
  for (std::size_t i = 0; i < inputs.size(); ++i) text += text_of(i ? ", " : "", inputs[i].type);
  text += ">";
  for (const std::uint32_t k : graph::reductions_of(reduced.work, reduced.passes, pass)) {
    const instruction& step = reduced.work.body[k];
    text +=
        text_of(",\n        ", scans ? "row_scanner" : "reduction", "<", reducer(reduced, step));
    for (const reduction_input& input : reduced.inputs_of(step))
      text += text_of(", ", std::find(inputs.begin(), inputs.end(), input) - inputs.begin());
    if (scans) text += graph::template_argument(reduced.number_of_kept(k));
    text += ">";
  }
  return text + ">";
}

}  // namespace

std::string unroll_and_tail(const variant& options) {
  return graph::template_argument(int{options.unroll}) + graph::template_argument(options.tail);
}

std::string cluster_bounds(int blocks) {
  return blocks > 1 ? text_of("__cluster_dims__(", blocks, ", 1, 1) ") : std::string();
}

std::string reduction_text(const reduced_kernel& reduced, const reduction_parameters& form,
                           const std::string& parameters, std::string_view bounds,
                           const std::string& name) {
  const variant& options = reduced.options;
  std::string skeleton = text_of(
      "using skeleton = ", options.name(), "<work, ", graph::index_type(options),
      graph::template_argument(int{options.rank}), graph::template_argument(int{form.reduced_rank}),
      graph::template_argument(int{options.vector}), parameters,
      graph::template_argument(int{options.threads}));
  for (int pass = 0; pass < reduced.passes.reducing_passes(); ++pass)
    skeleton += pass_type(reduced, pass);
  return text_of("\nusing namespace gpu::kernels;", graph::reduction_body(reduced),
                 operands(reduced, form), skeleton, ">;\n",
                 graph::skeleton_entry("skeleton", bounds, name, options));
}

}  // namespace gpu::execute
