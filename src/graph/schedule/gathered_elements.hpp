// SPDX-License-Identifier: BSD-3-Clause
// Which elements a kernel reads at places that it computes, as far as that is known before it runs:
// `take(table, words, 0)` reads neighbours along the last axis, whatever `words` are.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

/// What one instruction reads of memory. Numbers are those of a kernel's arguments.
struct gathered_elements {
  std::ptrdiff_t bytes;                ///< of one element
  std::vector<std::size_t> arguments;  ///< that it depends on, but memory
  /// An affine function of the index that is part of the places: along axes that none of the other
  /// arguments varies along, elements are as far apart as its values. None if it is constant.
  std::optional<std::size_t> base;
};

[[nodiscard]] std::vector<gathered_elements> gathered_elements_of(const kernel& work);

}  // namespace gpu::graph
