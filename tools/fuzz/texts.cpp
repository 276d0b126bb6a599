// SPDX-License-Identifier: BSD-3-Clause
#include "texts.hpp"
#include "execute/gpu/map/strided.hpp"
#include "execute/gpu/reduce/persistent_rows.hpp"
#include "execute/gpu/scan/skeleton.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "graph/emit/emit.hpp"
#include "graph/schedule/schedule.hpp"
#include "run.hpp"

namespace gpu::fuzz {
namespace {

/// A variant that the kernel can have.
graph::variant variant_of(const graph::kernel& work) {
  graph::variant options;
  options.rank = 4;
  if (work.scan() != nullptr) {
    options.skeleton = execute::skeletons::scan();
  } else if (work.reduction() != nullptr) {
    execute::skeletons::persistent_rows rows;
    rows.items_per_thread = 4;
    options.skeleton = rows;
  } else {
    options.skeleton = execute::skeletons::strided();
  }
  return options;
}

/// The struct of the body, which comes before the types that name it.
std::string body_of(const std::string& text) {
  const std::size_t begin = text.find("struct body");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\nusing ", begin) - begin);
}

/// A line in which a function of the body names a value that it does not know; empty: there is
/// none.
std::string line_with_unknown_value(const std::string& body) {
  // Values are v0, v1 and so on. Where a type comes before one, it is made there.
  static const std::regex value(R"((([\w>]&? )|[^\w.])?\b(v\d+)\b)");
  std::set<std::string> known;
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("__device__") != std::string::npos) known.clear();
    std::set<std::string> used;
    for (std::sregex_iterator found(line.begin(), line.end(), value), end; found != end; ++found) {
      const bool is_made = (*found)[2].matched && line.find("return ") == std::string::npos;
      const std::string before = line.substr(0, static_cast<std::size_t>(found->position(3)));
      if (before.ends_with("row.") || before.ends_with("r.")) continue;
      if (is_made)
        known.insert((*found)[3]);
      else
        used.insert((*found)[3]);
    }
    if (!std::includes(known.begin(), known.end(), used.begin(), used.end())) return line;
  }
  return {};
}

std::string check_text(const graph::kernel& work) {
  if (work.library_call() != nullptr) return {};
  const std::string text = graph::emit(work, variant_of(work)).source;
  const std::string line = line_with_unknown_value(body_of(text));
  return line.empty() ? line : text_of("a value is not known where it is used: ", line, "\n", text);
}

}  // namespace

std::string check_texts(const program& work) {
  try {
    for (const graph::node_ptr& root : roots_without_memory(work, gpu::gpu(0))) {
      if (root->kind == graph::node_kind::leaf || !root->where || root->where->is_cpu()) continue;
      const graph::leaf_ptr target =
          graph::make_unallocated_leaf(root->type, root->extents, *root->where);
      for (const graph::scheduled_kernel& one : graph::make_schedule(root, target)) {
        std::string wrong = check_text(one.work);
        if (!wrong.empty()) return wrong;
      }
    }
  } catch (const library_not_found&) {  // something had to be computed, or is made on the current
  } catch (const cuda_error&) {         // device, which is not the GPU
  } catch (const device_mismatch&) {
  }
  return {};
}

}  // namespace gpu::fuzz
