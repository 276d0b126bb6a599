// SPDX-License-Identifier: BSD-3-Clause
// Which values a kernel that reduces computes for each element of a row, pass by pass, and which of
// them a thread keeps until later passes need them again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/schedule/kernel.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::graph {

/// The reductions or the scans that a pass finishes: their instructions.
[[nodiscard]] std::vector<std::uint32_t> reductions_of(const kernel& work, const passes& passes,
                                                       int pass);

/// What is read, and what is computed, for each element: a flag for each of the kernel's.
struct element_demand {
  std::vector<bool> arguments;
  std::vector<bool> instructions;
};

class element_values {
 public:
  static constexpr int never = 255;

  /// @param keeps  whether threads hold elements of their rows between passes
  element_values(const kernel& work, const passes& passes, bool keeps);

  /// What a pass needs; that after all reducing ones writes elements. Kept values are part of it.
  [[nodiscard]] element_demand needed_by(int pass) const;

  /// The pass that keeps an instruction's value for those after it, or `never`. Results of scans
  /// are kept by the pass that finishes them: no other one can compute them.
  [[nodiscard]] int kept_by(std::size_t instruction) const { return kept_by_[instruction]; }

 private:
  /// The operands of a pass's reductions or scans; after all of them, the elements that are
  /// written.
  [[nodiscard]] std::vector<value_id> roots_of(int pass) const;
  template <class IsThere>
  [[nodiscard]] element_demand demand_for(const std::vector<value_id>& roots,
                                          IsThere is_there) const;
  /// Keeps what `pass` computes and later ones need, if it takes no more room than what it is
  /// computed from.
  void keep_values_of(int pass);

  const kernel& work_;
  const graph::passes& passes_;
  std::vector<int> kept_by_;
};

}  // namespace gpu::graph
