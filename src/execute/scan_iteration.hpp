// SPDX-License-Identifier: BSD-3-Clause
// How a kernel that scans walks its operands.
#pragma once

#include <gpu/core/iteration.hpp>

#include <cstddef>
#include <vector>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// A line is all elements that differ in their place along the scanned axis alone. Of the axes that
/// lie beside it, as few as the operands allow, one is that of `lines`: where the lines themselves
/// are not neighbouring elements of the result, their elements of one place are.
struct scan_iteration {
  /// `work` scans, and has at least one element.
  explicit scan_iteration(const graph::kernel& work);

  struct operand {
    std::ptrdiff_t offset;  ///< of the first element
    shape outer;            ///< strides
    std::ptrdiff_t line;    ///< from a line to the next
    std::ptrdiff_t step;    ///< along a line
  };

  shape outer;  ///< extents of all axes but two, outermost first
  std::ptrdiff_t lines = 1;
  std::ptrdiff_t length = 1;  ///< of a line
  bool along = true;          ///< steps along a line are smaller than those across, in the result
  std::vector<operand> operands;  ///< the result, then the arguments

 private:
  void add_line(const layout& place);
};

}  // namespace gpu::execute
