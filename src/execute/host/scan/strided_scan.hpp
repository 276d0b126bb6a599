// SPDX-License-Identifier: BSD-3-Clause
// Scans of lines that lie side by side in the result, and one after the other where they are read.
#pragma once

#include <cstddef>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Element i of line k is read at `k * line + i * step`, and its result written at
/// `k + i * out_step`.
struct turned_lines {
  const void* in;
  std::ptrdiff_t line;
  std::ptrdiff_t step;
  void* out;
  std::ptrdiff_t out_step;
  std::ptrdiff_t count;   ///< lines
  std::ptrdiff_t length;  ///< elements of each, at least one
};

/// Scans several lines at once, each one element after the other, so that cache lines are read and
/// written as a whole.
using strided_scan = void (*)(const turned_lines& lines);

/// That of sums and of products; null for other scans, and for dtypes of which vectors convert many
/// elements together.
[[nodiscard]] strided_scan turned_scan_of(const graph::kernel_scan& scan);

}  // namespace gpu::execute
