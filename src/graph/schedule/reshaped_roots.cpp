// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/reshaped_roots.hpp"

#include <algorithm>

namespace gpu::graph {
namespace {

bool is_reshape(const pending_value& one) {
  return one.why == fusion_break_reason::reshape;
}

/// What `value` is a reshape of, if that is still to be computed.
node_ptr reshaped_by(const node& value, const finished_values& finished) {
  if (value.kind != node_kind::view) return nullptr;
  const auto& view = static_cast<const view_node&>(value);
  const bool is_reshape_of_open = !view.affine && !is_known(*view.viewed, finished);
  return is_reshape_of_open && is_computed(view.viewed->kind) ? view.viewed : nullptr;
}

}  // namespace

bool may_get_memory(const root& one) {
  return !one.target->block && is_contiguous(one.target->placement()) &&
         one.value->extents == one.target->extents;
}

bool reshaped_roots::reshape_first(std::vector<root>& open,
                                   const std::vector<pending_value>& pending,
                                   const finished_values& finished, const divided_targets& parts) {
  const root first = open.front();
  if (!may_be_reshaped(first, parts)) return false;
  const node_ptr value = reshaped_root(first, pending, finished);
  if (!value) return false;
  for (root& other : open) {
    if (!have_one_shape(first, other) || !may_be_reshaped(other, parts)) continue;
    const node_ptr same =
        other.value == first.value ? value : with_extents(other, value->extents, finished);
    if (!same) continue;
    reshaped_.push_back({same, leaf_ptr(other.target),
                         make_unallocated_leaf(same->type, same->extents, *other.target->where)});
    other = {same.get(), reshaped_.back().computed.get()};
  }
  return true;
}

bool reshaped_roots::may_be_reshaped(const root& one, const divided_targets& parts) const {
  return may_get_memory(one) && asked_for(*one.target) == nullptr && !parts.whole_of(*one.target);
}

/// What to compute in place of a root that waits for these values, and has just been tried; null:
/// itself.
node_ptr reshaped_roots::reshaped_root(const root& one, const std::vector<pending_value>& pending,
                                       const finished_values& finished) {
  if (node_ptr viewed = reshaped_by(*one.value, finished)) return viewed;
  const bool waits = std::ranges::any_of(pending, is_reshape);
  for (const shape& extents : lines_.reshaped_extents()) {
    if (element_count(extents) != element_count(one.value->extents)) continue;
    node_ptr finer = make_reshape(node_ptr(one.value), extents);
    if (is_computable(*finer, *one.target->where, finished)) return finer;
    if (waits && std::ranges::none_of(lines_.pending(), is_reshape)) return finer;
  }
  return nullptr;
}

/// The root's value with these extents, if one kernel can compute that.
node_ptr reshaped_roots::with_extents(const root& one, const shape& extents,
                                      const finished_values& finished) {
  if (element_count(extents) != element_count(one.value->extents)) return nullptr;
  node_ptr viewed = reshaped_by(*one.value, finished);
  if (!viewed || viewed->extents != extents) viewed = make_reshape(node_ptr(one.value), extents);
  return is_computable(*viewed, *one.target->where, finished) ? viewed : nullptr;
}

bool reshaped_roots::is_computable(const node& value, device where,
                                   const finished_values& finished) {
  const leaf_ptr target = make_unallocated_leaf(value.type, value.extents, where);
  const root tried{&value, target.get()};
  kernel work;
  return lines_.run({&tried, 1}, finished, work) != 0;
}

leaf_ptr reshaped_roots::asked_for(const leaf_node& computed) const {
  for (const reshaped_value& one : reshaped_)
    if (one.computed.get() == &computed) return one.asked;
  return nullptr;
}

std::int64_t reshaped_roots::owners_of(const node& value) const {
  return std::ranges::count(reshaped_, &value,
                            [](const reshaped_value& one) { return one.value.get(); });
}

}  // namespace gpu::graph
