// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/graph/schedule.hpp>

#include <algorithm>

#include <gpu/graph/linearizer.hpp>

namespace gpu::graph {
namespace {

bool is_planned(const finished_values& finished, const node* value) {
  return finished.find(value) != finished.end();
}

}  // namespace

std::vector<scheduled_kernel> make_schedule(const node_ptr& root, const leaf_ptr& target) {
  std::vector<scheduled_kernel> schedule;
  finished_values finished;
  std::vector<pending_value> open{{root, cut_reason::root}};
  linearizer lines;
  while (!open.empty()) {
    const pending_value next = open.back();
    if (is_planned(finished, next.value.get())) {
      open.pop_back();
      continue;
    }
    const bool is_root = open.size() == 1;
    const leaf_ptr output =
        is_root ? target : make_planned_leaf(next.value->type, next.value->extents, *target->where);
    scheduled_kernel step{{}, next.value, next.why};
    if (!lines.run(*next.value, output, finished, step.work)) {
      open.insert(open.end(), lines.pending().begin(), lines.pending().end());
      continue;
    }
    open.pop_back();
    finished.emplace(next.value.get(), output);
    schedule.push_back(std::move(step));
  }
  return schedule;
}

}  // namespace gpu::graph
