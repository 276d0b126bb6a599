// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/divided_targets.hpp"

#include <algorithm>
#include <utility>

namespace gpu::graph {

std::vector<root> divided_targets::add(std::vector<root_part> parts) {
  std::vector<root> roots;
  for (root_part& one : parts) {
    roots.push_back({one.value.get(), one.target.get()});
    if (leaf_ptr larger = whole_of(*one.whole)) one.whole = std::move(larger);
    wholes_.emplace(one.target.get(), one.whole);
    parts_.push_back(std::move(one));
  }
  return roots;
}

leaf_ptr divided_targets::whole_of(const leaf_node& target) const {
  const auto found = wholes_.find(&target);
  return found != wholes_.end() ? found->second : nullptr;
}

std::int64_t divided_targets::owners_of(const node& value) const {
  return std::ranges::count(parts_, &value, [](const root_part& one) { return one.value.get(); });
}

}  // namespace gpu::graph
