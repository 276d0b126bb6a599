// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/core/text_of.hpp>

#include "graph/emit/skeleton_text.hpp"
#include "graph/emit/text.hpp"

namespace gpu::graph {
namespace {

using kernels::binning;

std::string name_of(binning method) {
  constexpr std::string_view names[] = {"number", "uniform", "spaced", "between", "indexed"};
  return text_of("binning::", names[static_cast<std::size_t>(method)]);
}

std::string finder(const kernel& work, const skeletons::histogram& form) {
  return text_of("bin_finder<", name_of(form.bins), ", ",
                 traits(work.outputs[0].target->type).device, form.wide_bins ? ", double>" : ">");
}

std::string counter(const kernel& work, const skeletons::histogram& form) {
  const auto copies = static_cast<int>(form.copies);
  if (form.limbs == 0) return text_of("bin_counts<", copies, ">");
  return text_of("bin_sums<", traits(work.outputs[1].target->type).device, ", ", copies, ", ",
                 static_cast<int>(form.limbs), ">");
}

}  // namespace

std::string skeleton_text(const skeletons::histogram& form, const kernel& work,
                          const variant& options, const std::string& name) {
  const auto flag = [](bool value) { return value ? ", true" : ", false"; };
  std::string text = text_of(elementwise_body(work),
                             "\nusing namespace gpu::kernels;\nusing work = histogram<body, ",
                             finder(work, form), ",\n    ", options.wide ? "long long" : "int");
  for (const int number : {options.rank, options.vector, options.unroll})
    text += text_of(", ", number);
  text += text_of(flag(options.tail), ", ", counter(work, form), flag(form.shared_edges));
  for (std::size_t i = 0; i < work.arguments.size(); ++i)
    text += skeleton_operand(work, options, work.outputs.size() + i);
  return text_of(text, ">;\n",
                 entry(launch_bounds(options.threads, resident_threads), name, "work::arguments",
                       "work::run(x);"));
}

}  // namespace gpu::graph
