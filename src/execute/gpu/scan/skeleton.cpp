// SPDX-License-Identifier: BSD-3-Clause
// The text of kernels that scan: the functor of the elements, the accumulators that they become,
// and the skeleton.
#include "execute/gpu/scan/skeleton.hpp"

#include <algorithm>
#include <vector>

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::typed_loop;
using graph::variant;

std::string_view scanned_type(const kernel& work) {
  return traits(work.type_of(work.outputs[0].value)).device;
}

/// Gives the element that is scanned.
std::string body(const kernel& work) {
  const std::string members = graph::body_members(work);
  std::string parameters;
  for (const std::size_t i : graph::iterated_arguments(work))
    parameters +=
        text_of(parameters.empty() ? "" : ", ", traits(work.arguments[i].type).device, " a", i);
  std::string text = text_of("\nstruct body {\n", members, members.empty() ? "" : "\n",
                             "  __device__ __forceinline__ ", scanned_type(work), " operator()(",
                             parameters, ") const {\n");
  text += graph::statements(work, std::vector<bool>(work.body.size(), true),
                            graph::user_records(work), graph::variable_name);
  return text_of(text, "    return ", graph::variable_name(work.outputs[0].value), ";\n  }\n};\n");
}

/// How elements become accumulators.
std::string accumulators(const kernel& work) {
  const typed_loop& loop = work.scan()->op->loops[static_cast<std::size_t>(work.scan()->loop)];
  const std::string_view out = traits(loop.out).device;
  if (work.scan()->op->is_reduction)
    return text_of("reducer<", loop.functor, ", ", out, ", ", traits(loop.in[0]).device, ">");
  return text_of("op_scanner<decltype(", loop.functor, "), ", out, ">");
}

/// Of one multiprocessor, so that some compute while others wait.
constexpr int threads_threshold = 512;

}  // namespace

std::string skeletons::scan::text(const kernel& work, const variant& options,
                                  const std::string& name) const {
  constexpr std::string_view carries[] = {"nothing", "by_team", "in_memory"};
  std::string text = body(work);
  text += text_of("\nusing namespace gpu::kernels;\nusing work = scan<body, ", accumulators(work),
                  ", ", graph::index_type(options), ", ", static_cast<int>(options.rank), ", ",
                  along ? "true" : "false", ", ", static_cast<int>(options.vector), ", ",
                  static_cast<int>(options.unroll), ", ", team, ", ", static_cast<int>(width), ", ",
                  options.threads, ", carried::", carries[static_cast<int>(carry)],
                  options.tail ? ", true" : ", false");
  text += text_of(",\n    write<", traits(work.outputs[0].target->type).device,
                  graph::access_argument(options.access_of(0)), ">");
  text += graph::skeleton_operands(work, options);
  const int resident = std::max(threads_threshold, int{options.threads});
  return text_of(text, ">;\n",
                 graph::skeleton_entry("work", graph::launch_bounds(options.threads, resident),
                                       name, options));
}

}  // namespace gpu::execute
