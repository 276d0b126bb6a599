// SPDX-License-Identifier: BSD-3-Clause
// How often the values of a kernel that reduces are computed, and when.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/schedule/kernel.hpp"

namespace gpu::graph {

/// Whether elements of one row may lie at different places.
[[nodiscard]] bool varies_along_rows(const layout& place, std::uint64_t reduced) noexcept;

struct value_pass {
  bool per_row;       ///< one value for a row, else one for each element
  std::uint8_t pass;  ///< after so many passes over the row's elements it can be computed
};

/// The passes of all values of a kernel. A pass goes over the elements of a row and finishes the
/// reductions whose operands are known by then: the maximum of softmax is finished by pass 0, the
/// sum of the exponentials by pass 1, and its elements are written in pass 2. A pass that scans
/// finishes no reductions, but scans.
class passes {
 public:
  explicit passes(const kernel& work);

  [[nodiscard]] value_pass of(value_id value) const;
  [[nodiscard]] value_pass of_argument(std::size_t i) const { return arguments_[i]; }
  [[nodiscard]] value_pass of_instruction(std::size_t i) const { return instructions_[i]; }

  /// Whether an argument differs within a row, and no reduction or scan depends on it: only
  /// elements that are written after all reducing passes do. Threads need not hold it until then.
  [[nodiscard]] bool is_late(std::size_t argument) const { return is_late_[argument]; }

  /// How many passes finish reductions or scans.
  [[nodiscard]] int reducing_passes() const noexcept { return static_cast<int>(scans_.size()); }
  /// Whether a pass finishes scans.
  [[nodiscard]] bool scans(int pass) const { return scans_[static_cast<std::size_t>(pass)]; }
  /// Whether an output has a value for each element, which one more pass writes.
  [[nodiscard]] bool writes_elements() const noexcept { return writes_elements_; }
  /// Whether the elements are needed more than once.
  [[nodiscard]] bool needs_rows() const noexcept {
    return reducing_passes() + (writes_elements_ ? 1 : 0) > 1;
  }

 private:
  [[nodiscard]] std::size_t pass_for(const instruction& step, std::size_t known);
  void find_late_arguments(const kernel& work);

  std::vector<value_pass> arguments_;
  std::vector<value_pass> instructions_;
  std::vector<bool> is_late_;
  std::vector<bool> scans_;  ///< of each pass but one that only writes
  bool writes_elements_ = false;
};

}  // namespace gpu::graph
