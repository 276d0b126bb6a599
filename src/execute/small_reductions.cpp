// SPDX-License-Identifier: BSD-3-Clause
#include "execute/small_reductions.hpp"

#include <algorithm>
#include <utility>

namespace gpu::execute {
namespace {

using graph::node;
using graph::node_kind;
using graph::node_ptr;

constexpr std::ptrdiff_t max_elements = 4096;

/// Looks at the nodes that a value is computed from.
class search {
 public:
  explicit search(const node& value) : last_(below_views(value)) {}

  /// False if there are too many nodes, or others than are wanted.
  [[nodiscard]] bool visit(const node& unresolved) {
    const node& value = graph::resolved(unresolved);
    if (element_count(value.extents) > max_elements) return false;
    if (!graph::is_computed(value.kind)) return true;
    if (--nodes_left_ < 0 || !is_wanted(value)) return false;
    bool are_wanted = true;
    graph::visit_operands(
        value, [&](const node_ptr& operand) { are_wanted = are_wanted && visit(*operand); });
    if (are_wanted && value.kind == node_kind::reduction) add(value);
    return are_wanted;
  }
  [[nodiscard]] std::vector<const node*> found() && { return std::move(found_); }

 private:
  static const node& below_views(const node& value) {
    if (value.kind != node_kind::view) return value;
    return below_views(graph::resolved(*static_cast<const graph::view_node&>(value).viewed));
  }
  static bool is_wanted(const node& value) {
    if (value.kind == node_kind::op)
      return static_cast<const graph::op_node&>(value).op.outputs == 1;
    return value.kind == node_kind::view || value.kind == node_kind::reduction;
  }

  /// A reduction, behind the ops that it reduces. The last one has its kernel anyway.
  void add(const node& reduction) {
    graph::visit_operands(reduction, [&](const node_ptr& operand) {
      const node& reduced = graph::resolved(*operand);
      if (reduced.kind == node_kind::op) add_once(reduced);
    });
    if (&reduction != &last_) add_once(reduction);
  }
  void add_once(const node& value) {
    if (std::ranges::find(found_, &value) == found_.end()) found_.push_back(&value);
  }

  const node& last_;
  int nodes_left_ = 32;
  std::vector<const node*> found_;
};

}  // namespace

std::vector<const node*> small_reductions_below(const node& value) {
  search nodes(value);
  if (!nodes.visit(value)) return {};
  return std::move(nodes).found();
}

}  // namespace gpu::execute
