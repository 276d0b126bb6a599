// SPDX-License-Identifier: BSD-3-Clause
#include "graph/component.hpp"

#include <algorithm>
#include <utility>

namespace gpu::graph {

void component_bundle::join(const component_node& member) {
  const std::lock_guard lock(mutex_);
  members_[member.position] = &member;
}

void component_bundle::leave(const component_node& member) noexcept {
  const std::lock_guard lock(mutex_);
  members_[member.position] = nullptr;
}

void component_bundle::find_open(const component_node* (&open)[max_loop_outputs]) const {
  const std::lock_guard lock(mutex_);
  std::copy(std::begin(members_), std::end(members_), open);
  for (const component_node*& member : open)
    if (member != nullptr && member->result() != nullptr) member = nullptr;
}

void component_bundle::remember(int position, const leaf_ptr& leaf) const noexcept {
  // The lock keeps the member from ending: it leaves first, before it lets go of its result.
  const std::lock_guard lock(mutex_);
  if (members_[position] != nullptr) members_[position]->remember(leaf);
}

component_node::component_node(const op_record& record, int first_loop, int which,
                               operand_list&& inputs, const shape& size,
                               const std::optional<device>& place, std::uint16_t leaves,
                               std::uint16_t ops, std::uint64_t breaks,
                               ref_ptr<component_bundle> all)
    : op_node(record, record.component_loop(first_loop, which), std::move(inputs), size, place,
              leaves, ops, breaks),
      position(which),
      bundle(std::move(all)) {
  if (bundle) bundle->join(*this);
}

component_node::~component_node() {
  if (bundle) bundle->leave(*this);
}

std::vector<open_sibling> open_siblings(const component_node& value) {
  const component_node* open[max_loop_outputs];
  value.bundle->find_open(open);
  std::vector<open_sibling> siblings;
  const int first_loop = value.loop - value.op.component_loop(0, value.position);
  for (int k = 0; k < value.op.outputs; ++k) {
    if (open[k] == nullptr || open[k] == &value) continue;
    operand_list operands(value.operands.size());
    std::copy(value.operands.begin(), value.operands.end(), operands.begin());
    siblings.push_back(
        {open[k],
         node_ptr::first(new component_node(value.op, first_loop, k, std::move(operands),
                                            value.extents, value.where, value.leaf_bound,
                                            value.op_bound, value.fusion_breaks, nullptr)),
         k});
  }
  return siblings;
}

}  // namespace gpu::graph
