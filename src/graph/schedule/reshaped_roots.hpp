// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "graph/schedule/divided_targets.hpp"
#include "graph/schedule/linearizer.hpp"
#include "graph/schedule/schedule.hpp"

namespace gpu::graph {

/// A value that is computed with other extents than those that were asked for.
struct reshaped_value {
  node_ptr value;
  leaf_ptr asked;
  leaf_ptr computed;
};

/// Whether the root's target can get the memory of another array of as many elements.
[[nodiscard]] bool may_get_memory(const root& one);

/// The roots of a schedule that are computed with other extents, since no kernel can read what they
/// are computed from through a reshape.
class reshaped_roots {
 public:
  explicit reshaped_roots(linearizer& lines) noexcept : lines_(lines) {}

  /// Lets the first root, which `lines` has just been told no kernel computes yet, be computed with
  /// the extents of a value that cannot be read through its reshape, if nothing has to be reshaped
  /// then: those of what the root is a reshape of, or finer ones that all which it is computed from
  /// has as well. Roots that were to share its kernel get them too if they can. False if that does
  /// not help.
  [[nodiscard]] bool reshape_first(std::vector<root>& open,
                                   const std::vector<pending_value>& pending,
                                   const finished_values& finished, const divided_targets& parts);

  /// The root's target that gets the memory of `computed`; null: none.
  [[nodiscard]] leaf_ptr asked_for(const leaf_node& computed) const;

  /// How many owners of a value are here.
  [[nodiscard]] std::int64_t owners_of(const node& value) const;

 private:
  [[nodiscard]] bool may_be_reshaped(const root& one, const divided_targets& parts) const;
  [[nodiscard]] node_ptr reshaped_root(const root& one, const std::vector<pending_value>& pending,
                                       const finished_values& finished);
  [[nodiscard]] node_ptr with_extents(const root& one, const shape& extents,
                                      const finished_values& finished);
  [[nodiscard]] bool is_computable(const node& value, device where,
                                   const finished_values& finished);

  std::vector<reshaped_value> reshaped_;
  linearizer& lines_;
};

}  // namespace gpu::graph
