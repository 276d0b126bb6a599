// SPDX-License-Identifier: BSD-3-Clause
// A kernel that reduces, in the order that its memory suggests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Part of an iteration: indices [first, first + extent) of each axis.
struct iteration_part {
  shape first;
  shape extents;
};

/// As few axes as keep reduced and kept ones apart, outermost first, in the order in which the
/// largest argument lies in memory.
struct row_iteration {
  /// `work` reduces. If it has no rows then `rows` is 0, and there is nothing else.
  explicit row_iteration(const graph::kernel& work);

  [[nodiscard]] bool is_reduced(std::size_t axis) const noexcept {
    return (reduced >> axis & 1) != 0;
  }
  [[nodiscard]] iteration_part whole() const { return {shape(extents.size(), 0), extents}; }
  /// Where output `i` lies along the iteration.
  [[nodiscard]] const layout& output(std::size_t i) const { return places_[i]; }
  [[nodiscard]] const layout& argument(std::size_t i) const { return places_[outputs_ + i]; }

  shape extents;  ///< at least one axis
  std::uint64_t reduced = 0;
  std::ptrdiff_t rows = 0;
  std::ptrdiff_t row_length = 1;
  layout row_number;  ///< of each element's row: row major over the kept axes

 private:
  std::vector<layout> places_;  // of the outputs, then of the arguments
  std::size_t outputs_ = 0;
};

/// Numbers of the elements, row by row: first along the axes whose bits are set in `inner`, then
/// along those of `outer`; 0 along others.
[[nodiscard]] layout numbering(const shape& extents, std::uint64_t inner, std::uint64_t outer = 0);

/// Slice `index` of `count` almost equal ones of the part.
[[nodiscard]] iteration_part slice(iteration_part part, std::size_t axis, std::ptrdiff_t count,
                                   std::ptrdiff_t index);

/// What `numbers` has at `index`.
[[nodiscard]] std::ptrdiff_t number_at(const layout& numbers, const shape& index);

/// Calls `visit(index)` for the indices of `part`, in steps along some axes.
template <class Visitor>
void for_each_index(const iteration_part& part, const shape& steps, Visitor&& visit) {
  shape index = part.first;
  for (;;) {
    visit(index);
    std::size_t axis = index.size();
    for (;;) {
      if (axis-- == 0) return;
      index[axis] += steps[axis];
      if (index[axis] < part.first[axis] + part.extents[axis]) break;
      index[axis] = part.first[axis];
    }
  }
}

/// Calls `visit(block)` for blocks of `steps` that together are `part`.
template <class Visitor>
void for_each_part(const iteration_part& part, const shape& steps, Visitor&& visit) {
  iteration_part block = part;
  for_each_index(part, steps, [&](const shape& index) {
    block.first = index;
    for (std::size_t axis = 0; axis < steps.size(); ++axis)
      block.extents[axis] =
          std::min(steps[axis], part.first[axis] + part.extents[axis] - index[axis]);
    visit(block);
  });
}

/// The part of `place` that is at `part`.
[[nodiscard]] layout part_of(const layout& place, const iteration_part& part);

/// The part with one element for each row: reduced axes of extent 1.
[[nodiscard]] iteration_part rows_of(const row_iteration& iteration, const iteration_part& part);

}  // namespace gpu::execute
