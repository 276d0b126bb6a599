// SPDX-License-Identifier: BSD-3-Clause
// The results of one call of an op that has several: a node for each, which fuses on its own.
#pragma once

#include <mutex>
#include <vector>

#include <gpu/core/promotion.hpp>
#include <gpu/graph/node.hpp>

namespace gpu::graph {

class component_node;

/// Which components of one call still live, so that the kernel that computes one of them may
/// compute them all. Owns none of them.
class component_bundle : public ref_counted<component_bundle> {
 public:
  static void destroy(component_bundle* last) noexcept { delete last; }

  void join(const component_node& member);
  void leave(const component_node& member) noexcept;

  /// The components that live and have not been evaluated, null for others. To be compared only:
  /// they may end at any time.
  void find_open(const component_node* (&open)[max_loop_outputs]) const;
  /// Keeps `leaf` as the result of the component at `position`, if that still lives.
  void remember(int position, const leaf_ptr& leaf) const noexcept;

 private:
  mutable std::mutex mutex_;
  const component_node* members_[max_loop_outputs] = {};
};

/// One result of a call. Its loop is that of the component; see `op_record::outputs`.
class component_node : public op_node {
 public:
  /// @param all  null for a node whose siblings nobody has
  component_node(const op_record& record, int first_loop, int which, operand_list&& operands,
                 const shape& size, const std::optional<device>& place, std::uint16_t leaves,
                 std::uint16_t ops, std::uint64_t breaks, ref_ptr<component_bundle> all);
  ~component_node();

  const int position;
  const ref_ptr<component_bundle> bundle;
};

/// `value` as a component that has siblings; null if it is none.
[[nodiscard]] inline const component_node* component_of(const node& value) noexcept {
  if (value.kind != node_kind::op || static_cast<const op_node&>(value).op.outputs == 1)
    return nullptr;
  const auto& component = static_cast<const component_node&>(value);
  return component.bundle ? &component : nullptr;
}

/// Another component of a call that someone holds and nobody has evaluated.
struct open_sibling {
  const component_node* original;  ///< only to be compared: it may end at any time
  node_ptr value;                  ///< the same value, as a node of its own
  int position;
};

/// The siblings that are worth computing along with `value`.
[[nodiscard]] std::vector<open_sibling> open_siblings(const component_node& value);

}  // namespace gpu::graph
