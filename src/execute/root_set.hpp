// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "graph/component.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::execute {

/// Values to be computed together, each once, with new leaves for those that are not in memory as
/// `evaluate` hands them out. Other results of the same calls, that someone holds, are among them.
class root_set {
 public:
  /// @param where  of values that are unplaced
  root_set(std::span<const graph::node_ptr> values, device where);

  [[nodiscard]] std::span<const graph::root> roots() const noexcept { return roots_; }

  /// Once the roots have been computed: the results of the values given, in order; nodes keep them.
  [[nodiscard]] std::vector<graph::leaf_ptr> results() const;

 private:
  /// A root's node, its leaf, and whose result that is beside the node's own.
  struct entry {
    graph::node_ptr node;
    graph::leaf_ptr leaf;
    ref_ptr<graph::component_bundle> bundle;
    int position = 0;
  };

  std::size_t add(const graph::node_ptr& known, device where);
  void add_siblings();

  std::vector<entry> entries_;         // the roots, or a leaf that is there already, without node
  std::vector<std::size_t> entry_of_;  // of each value
  std::vector<graph::root> roots_;
};

/// The leaf itself if `value` is one that is all of its block, in C order; else null.
[[nodiscard]] const graph::leaf_node* whole_leaf(const graph::node& value);

}  // namespace gpu::execute
