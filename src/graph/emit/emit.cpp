// SPDX-License-Identifier: BSD-3-Clause
#include "graph/emit/emit.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>

#include <gpu/core/text_of.hpp>

#include "graph/emit/text.hpp"

namespace gpu::graph {

std::string kernel_name(const kernel& work) {
  constexpr std::size_t longest = 100;
  std::string name;
  for (std::uint32_t i = 0; i < work.body.size(); ++i) {
    const instruction& step = work.body[i];
    if (work.call_of(i) != i) continue;
    const std::string own = step.op->name + (step.is_scan ? "_scan" : "");
    if (!name.empty() && name.size() + 1 + own.size() > longest) break;
    name += (name.empty() ? "" : "_") + own;
  }
  if (work.scan() != nullptr)
    name += text_of(name.empty() ? "" : "_", work.scan()->op->name, "_scan");
  if (name.empty()) name = "copy";
  name.resize(std::min(name.size(), longest));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  if (!std::isalpha(static_cast<unsigned char>(name.front()))) name.insert(0, "kernel_");
  // "exp" is a function that the device compiler knows, "new" a keyword.
  if (name.find('_') == std::string::npos) name += "_kernel";
  return name;
}

program emit(const kernel& work, const variant& options) {
  program result;
  result.name = kernel_name(work);
  std::set<std::string> headers{text_of("gpu/kernels/skeletons/", options.name(), ".cuh")};
  if (!options.spans.empty()) headers.insert("gpu/kernels/primitives/span.cuh");
  result.source = includes(work, std::move(headers));
  add_definitions(work, result);
  result.name += options.skeleton.suffix();
  result.source += options.skeleton.text(work, options, result.name);
  return result;
}

}  // namespace gpu::graph
