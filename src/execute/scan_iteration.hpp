// SPDX-License-Identifier: BSD-3-Clause
// The iteration space of a kernel that scans.
#pragma once

#include <cstddef>
#include <vector>

#include "core/iteration.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// A segment is all elements that differ in their place along the scanned axis alone. Of the axes
/// that lie beside it, as few as the operands allow, one is that of `segments`: where the segments
/// themselves are not neighbouring elements of the result, their elements of one place are.
struct scan_iteration {
  /// `work` scans, and has at least one element.
  explicit scan_iteration(const graph::kernel& work);

  struct operand {
    std::ptrdiff_t offset;   ///< of the first element
    shape outer;             ///< strides
    std::ptrdiff_t segment;  ///< from a segment to the next
    std::ptrdiff_t step;     ///< along a segment
  };

  shape outer;  ///< extents of all axes but two, outermost first
  std::ptrdiff_t segments = 1;
  std::ptrdiff_t length = 1;  ///< of a segment
  bool along = true;  ///< steps along a segment are smaller than those across, in the result
  std::vector<operand> operands;  ///< the result, then the arguments

 private:
  void add_segment(const layout& place);
};

}  // namespace gpu::execute
