// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/histogram/skeleton.hpp"

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::variant;
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

std::string skeletons::histogram::text(const kernel& work, const variant& options,
                                       const std::string& name) const {
  std::string text = text_of(graph::elementwise_body(work),
                             "\nusing namespace gpu::kernels;\nusing work = histogram<body, ",
                             finder(work, *this), ",\n    ", graph::index_type(options));
  for (const int number : {options.rank, options.vector, options.unroll})
    text += graph::template_argument(number);
  text += text_of(graph::template_argument(options.tail), ", ", counter(work, *this),
                  graph::template_argument(shared_edges));
  text += graph::skeleton_operands(work, options);
  return text_of(
      text, ">;\n",
      graph::class_entry(graph::launch_bounds(options.threads, graph::resident_threads), name));
}

}  // namespace gpu::execute
