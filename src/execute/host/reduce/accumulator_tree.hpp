// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "execute/host/reduce/accumulator_array.hpp"

namespace gpu::execute {

/// Accumulators of many groups of elements, combined pairwise as the groups come: errors of
/// sums grow with the logarithm of their number.
class accumulator_tree {
 public:
  accumulator_tree(const graph::host_reduction& loops, std::ptrdiff_t width)
      : loops_(loops), width_(width) {}

  /// Takes the accumulators of a group, and leaves some of no elements in their place.
  void push(accumulator_array& group) {
    std::size_t level = 0;
    for (; (pushed_ >> level & 1) != 0; ++level) {
      levels_[level].combine(group);
      std::swap(levels_[level], group);
    }
    if (levels_.empty()) levels_.reserve(8);
    if (level == levels_.size()) levels_.emplace_back(loops_, width_);
    std::swap(levels_[level], group);
    loops_.clear(group.at(0), width_);
    ++pushed_;
  }

  /// Combines `accumulators` with what has been pushed, and with the last group, which has not.
  void add_to(void* accumulators, accumulator_array& group) {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if ((pushed_ >> level & 1) == 0) continue;
      levels_[level].combine(group);
      std::swap(levels_[level], group);
    }
    loops_.combine(accumulators, group.at(0), width_);
  }

 private:
  const graph::host_reduction& loops_;
  std::ptrdiff_t width_;
  std::vector<accumulator_array> levels_;  ///< of 2^k groups, where bit k of `pushed_` is set
  std::size_t pushed_ = 0;
};

}  // namespace gpu::execute
