// SPDX-License-Identifier: BSD-3-Clause
// Cuts a graph into kernels.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

/// Why a value is computed by a kernel of its own.
enum class fusion_break_reason : std::uint8_t {
  root,
  too_large,
  reshape,
  reduction,
  columns,
  scan,
  gather,
  library,
  library_operand
};

/// A value that is wanted, and where: it broadcasts to the target, and has its dtype. Owns neither.
struct root {
  const node* value;
  const leaf_node* target;
};

/// Whether their targets have the same extents and device, as those of one kernel have.
[[nodiscard]] inline bool have_one_shape(const root& one, const root& other) {
  return one.target->extents == other.target->extents && one.target->where == other.target->where;
}

/// Moves the roots to the front that have the shape of the first one, and returns them.
std::span<const root> move_alike_first(std::vector<root>& roots);

/// Values that earlier kernels of a schedule compute.
using finished_values = std::unordered_map<const node*, leaf_ptr>;

/// Whether one of these kernels computes `value`, or it has been evaluated before.
[[nodiscard]] inline bool is_known(const node& value, const finished_values& finished) {
  return finished.contains(&value) || &resolved(value) != &value;
}

/// The target of a root, an unallocated leaf, and another that a kernel computes its elements into
/// with other extents: both get one block.
struct reshaped_target {
  leaf_ptr asked;
  leaf_ptr computed;
};

/// An output that is a part of an array. That gets its memory with the first of its parts.
struct target_part {
  leaf_ptr part;
  leaf_ptr whole;
};

/// What others may ask for when all parts of it have been computed.
struct joined_value {
  node_ptr value;
  leaf_ptr computed;
};

/// A kernel, and the nodes whose values it computes: one for each output, null for a part of one.
struct scheduled_kernel {
  kernel work;
  std::vector<node_ptr> computes;
  /// How many operands of what is scheduled each of these is; empty: one.
  std::vector<std::int64_t> readers;
  fusion_break_reason why = fusion_break_reason::root;
  /// Of outputs that are values of roots with other extents.
  std::vector<reshaped_target> reshaped_targets;
  std::vector<target_part> target_parts;
  /// Of which this kernel computes the last part.
  std::vector<joined_value> joined_values;
};

/// The kernels that compute the roots, in order. Roots whose targets have one shape and device
/// share a kernel, as many as the limits allow. What kernels write that are not for roots are
/// unallocated leaves, each read by later kernels; that for the last roots comes last.
[[nodiscard]] std::vector<scheduled_kernel> make_schedule(std::span<const root> roots);

class linearizer;

/// The same by a linearizer that is at hand.
///
/// @param is_tried  whether its last run was for these roots, of one shape and device, and said
///                  that no kernel computes even the first of them yet
/// @param finished  values that are in memory
/// @param divided   joined values that the roots read parts of, and nobody else anything
[[nodiscard]] std::vector<scheduled_kernel> make_schedule(std::span<const root> roots,
                                                          linearizer& lines, bool is_tried = false,
                                                          finished_values finished = {},
                                                          std::vector<node_ptr> divided = {});

/// The same for one root.
[[nodiscard]] std::vector<scheduled_kernel> make_schedule(const node_ptr& value,
                                                          const leaf_ptr& target);

}  // namespace gpu::graph
