// SPDX-License-Identifier: BSD-3-Clause
#include <gpu/execute/evaluate.hpp>

#include <gpu/core/broadcast.hpp>
#include <gpu/core/error.hpp>
#include <gpu/core/text_of.hpp>
#include <gpu/graph/build.hpp>

#include "execute/compute.hpp"
#include "execute/evaluating_threads.hpp"
#include "execute/root_set.hpp"

namespace gpu::execute {
namespace {

using graph::leaf_node;
using graph::leaf_ptr;
using graph::node_ptr;

/// `extents` without leading axes of extent 1 beyond `rank`, as NumPy's assignment drops them.
shape without_leading_ones(shape extents, std::size_t rank) {
  while (extents.size() > rank && extents.front() == 1) extents.erase(0);
  return extents;
}

std::vector<leaf_ptr> evaluate_all(std::span<const node_ptr> values, device where) {
  begin_evaluating();
  const root_set wanted(values, where);
  compute_roots(wanted.roots());
  return wanted.results();
}

/// @param is_kept  whether anyone can ask for the value again
leaf_ptr evaluate_value(const node_ptr& value, device where, bool is_kept) {
  begin_evaluating();
  const graph::node& known = graph::resolved(*value);
  if (const leaf_node* leaf = whole_leaf(known)) return leaf_ptr(leaf);
  if (graph::component_of(known) != nullptr) return evaluate_all({&value, 1}, where).front();
  leaf_ptr target = graph::make_unallocated_leaf(known.type, known.extents, where);
  compute(known, target);
  const bool remembers = is_kept && known.where && graph::is_computed(known.kind);
  if (!remembers) return target;
  return static_cast<const graph::computed_node&>(known).remember(target);
}

}  // namespace

std::vector<leaf_ptr> evaluate(std::span<const node_ptr> values) {
  return evaluate_all(values, current_device());
}

leaf_ptr evaluate(const node_ptr& value) {
  return evaluate(value, graph::device_of(value));
}

leaf_ptr evaluate(node_ptr&& value) {
  const device where = graph::device_of(value);
  return evaluate_value(value, where, value->use_count() > 1);
}

leaf_ptr evaluate(const node_ptr& value, device where) {
  return evaluate_value(value, where, true);
}

void assign(const node_ptr& value, const leaf_ptr& target) {
  begin_evaluating();
  const node_ptr known = graph::resolved(value);
  const shape extents = without_leading_ones(known->extents, target->extents.size());
  if (!broadcasts_to(extents, target->extents))
    throw shape_error(text_of("could not broadcast input array from shape ", known->extents,
                              " into shape ", target->extents));
  if (known->where && *known->where != *target->where)
    throw device_mismatch(*known->where, *target->where);
  compute(*graph::make_reshape(known, extents), target);
}

}  // namespace gpu::execute
