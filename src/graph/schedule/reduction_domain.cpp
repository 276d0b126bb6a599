// SPDX-License-Identifier: BSD-3-Clause
#include "graph/schedule/reduction_domain.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "core/hash_index.hpp"

namespace gpu::graph {
namespace {

/// Without terms along axes of extent 1, in order: equal maps then compare equal.
affine_view normalised(affine_view view) {
  std::erase_if(view.terms, [&](const affine_view::term& term) {
    return view.extents[term.out_axis] == 1 || term.step == 0;
  });
  std::sort(view.terms.begin(), view.terms.end(), [](const auto& a, const auto& b) {
    return std::pair(a.out_axis, a.in_axis) < std::pair(b.out_axis, b.in_axis);
  });
  return view;
}

bool same_map(const affine_view& a, const affine_view& b) {
  return a == b || normalised(a) == normalised(b);
}

/// The way back, if `view` shows every element of an array of extents `viewed` exactly once, with
/// its axes in any order and others of extent 1.
std::optional<affine_view> inverse(const affine_view& view, const shape& viewed) {
  if (element_count(view.extents) != element_count(viewed)) return std::nullopt;
  affine_view back{viewed, shape(view.extents.size(), 0), {}};
  std::vector<bool> used(viewed.size(), false);
  for (const affine_view::term& term : normalised(view).terms) {
    if (term.step != 1 || used[term.in_axis] || view.start[term.in_axis] != 0 ||
        view.extents[term.out_axis] != viewed[term.in_axis])
      return std::nullopt;
    used[term.in_axis] = true;
    back.terms.push_back({term.in_axis, term.out_axis, 1});
  }
  return back;
}

/// Nodes that have been visited, most often a few.
class node_set {
 public:
  /// False if it was there.
  bool insert(const node& value) {
    constexpr std::hash<const node*> hash;
    if (index_.find(
            nodes_.size(), [&] { return hash(&value); },
            [&](std::size_t i) { return nodes_[i] == &value; }) != hash_index::none)
      return false;
    nodes_.push_back(&value);
    index_.extend(nodes_.size(), [&](std::size_t i) { return hash(nodes_[i]); });
    return true;
  }

 private:
  std::vector<const node*> nodes_;
  hash_index index_;
};

/// A node, and how it is seen from the root: if `reshaped` is not null, through that reshape, too.
struct seen_node {
  const node* value;
  affine_view map;
  const view_node* reshaped = nullptr;
};

std::optional<reduction_domain> domain_of(const reduction_node& value, const affine_view& map) {
  const affine_view kept = kept_axes(value.source, value.axes);
  if (map.extents == value.source && same_map(map, kept))
    return reduction_domain{value.source, value.axes, kept, identity_view(value.source), false};
  const std::optional<affine_view> back = inverse(map, value.extents);
  if (!back) return std::nullopt;
  return reduction_domain{value.source, value.axes, kept, compose(kept, *back), true};
}

/// The same of a scan that is seen as it is.
std::optional<reduction_domain> domain_of(const scan_node& value, const affine_view& map) {
  const std::uint64_t axes = std::uint64_t{1} << value.axis;
  reduction_domain found{value.extents, axes, kept_axes(value.extents, axes),
                         identity_view(value.extents), false};
  if (!found.holds(value, map)) return std::nullopt;
  return found;
}

/// The same of the root itself, which reduces axes.
std::optional<reduction_domain> domain_of_root(const reduction_node& root) {
  std::optional<reduction_domain> found(std::in_place);
  found->extents = root.source;
  found->reduced = root.axes;
  found->kept = kept_axes(root.source, root.axes);
  found->root = normalised(found->kept);
  found->root_is_per_row = true;
  return found;
}

/// Adds what a view shows. What is reshaped and then given its extents back is seen as it is.
void add_viewed(const seen_node& seen, std::vector<seen_node>& open) {
  const auto& view = static_cast<const view_node&>(*seen.value);
  const node& viewed = *view.viewed;
  if (!viewed.reduces) return;
  if (seen.reshaped != nullptr) {
    if (!view.affine && viewed.extents == seen.reshaped->extents)
      open.push_back({&viewed, seen.map});
    return;
  }
  const std::optional<affine_view> step =
      view.affine ? view.affine : unit_axes(viewed.extents, view.extents);
  if (step)
    open.push_back({&viewed, compose(seen.map, *step)});
  else if (seen.map.extents == view.extents && same_map(seen.map, identity_view(view.extents)))
    open.push_back({&viewed, seen.map, &view});
}

/// Adds what `seen` reads and reduces, as it is seen from the root.
void add_operands(const seen_node& seen, std::vector<seen_node>& open) {
  if (seen.value->kind == node_kind::view) return add_viewed(seen, open);
  const auto& op = static_cast<const op_node&>(*seen.value);
  for (std::size_t i = op.operands.size(); i-- > 0;) {
    const node& operand = *op.operands[i];
    if (!operand.reduces) continue;
    if (operand.extents == op.extents)
      open.push_back({&operand, seen.map, seen.reshaped});
    else if (seen.reshaped == nullptr)
      open.push_back({&operand, compose(seen.map, broadcasted(operand.extents, op.extents))});
  }
}

}  // namespace

bool reduction_domain::holds(const reduction_node& value, const affine_view& map) const {
  return value.source == extents && value.axes == reduced && same_map(map, kept);
}

bool reduction_domain::holds(const scan_node& value, const affine_view& map) const {
  return value.extents == extents && reduced == std::uint64_t{1} << value.axis &&
         map.extents == extents && same_map(map, identity_view(extents));
}

affine_view kept_axes(const shape& source, std::uint64_t axes) {
  affine_view view{source, {}, {}};
  for (std::size_t axis = 0; axis < source.size(); ++axis) {
    if ((axes >> axis & 1) != 0) continue;
    view.terms.push_back({axis, view.start.size(), 1});
    view.start.push_back(0);
  }
  return view;
}

std::optional<affine_view> unit_axes(const shape& from, const shape& to) {
  affine_view view{to, shape(from.size(), 0), {}};
  std::size_t in = 0;
  for (std::size_t out = 0; out < to.size(); ++out) {
    if (to[out] == 1) continue;
    while (in < from.size() && from[in] == 1) ++in;
    if (in == from.size() || from[in] != to[out]) return std::nullopt;
    view.terms.push_back({out, in++, 1});
  }
  while (in < from.size() && from[in] == 1) ++in;
  if (in != from.size()) return std::nullopt;
  return view;
}

std::optional<reduction_domain> find_domain(
    const node& root, const std::function<bool(const node&)>& in_memory,
    const std::function<bool(const reduction_domain&)>& keeps_rows,
    const std::function<bool(const scan_node&)>& may_scan) {
  if (!root.reduces) return std::nullopt;
  if (root.kind == node_kind::reduction && static_cast<const reduction_node&>(root).axes != 0) {
    if (in_memory(root)) return std::nullopt;
    return domain_of_root(static_cast<const reduction_node&>(root));
  }
  std::vector<seen_node> open{{&root, identity_view(root.extents)}};
  node_set visited;
  std::optional<reduction_domain> of_scan;
  while (!open.empty()) {
    const seen_node next = std::move(open.back());
    open.pop_back();
    if (in_memory(*next.value) || !visited.insert(*next.value)) continue;
    if (next.value->kind == node_kind::scan) {
      const auto& scan = static_cast<const scan_node&>(*next.value);
      const std::uint64_t axes = std::uint64_t{1} << scan.axis;
      // Neighbours along the last axis are most likely neighbours in memory, too.
      if (next.reshaped == nullptr && may_scan(scan) && (!of_scan || of_scan->reduced < axes))
        if (std::optional<reduction_domain> own = domain_of(scan, next.map)) of_scan = own;
      continue;
    }
    if (next.value->kind != node_kind::reduction) {
      add_operands(next, open);
      continue;
    }
    if (next.reshaped != nullptr) continue;
    const std::optional<reduction_domain> found =
        domain_of(static_cast<const reduction_node&>(*next.value), next.map);
    if (found && (found->root_is_per_row || keeps_rows(*found))) return found;
  }
  return of_scan;
}

bool has_reduction(const node& value, const std::function<bool(const node&)>& ignored) {
  std::vector<const node*> open{&value};
  node_set visited;
  while (!open.empty()) {
    const node& next = *open.back();
    open.pop_back();
    if (ignored && ignored(next)) continue;
    if (next.kind == node_kind::reduction) return true;
    if (!next.reduces || next.kind == node_kind::scan || !visited.insert(next)) continue;
    visit_operands(next, [&](const node_ptr& operand) { open.push_back(operand.get()); });
  }
  return false;
}

}  // namespace gpu::graph
