// SPDX-License-Identifier: BSD-3-Clause
// The elementwise kernels that a kernel with reductions consists of on the host.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "execute/host/reduce/row_iteration.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// A value, and where it is to be written.
struct wanted_value {
  graph::value_id value;
  graph::leaf_ptr target;  ///< of the extents of the part that the kernel is for
};

/// An elementwise kernel over a part of an iteration, which can be moved to another part of that
/// shape.
struct part_kernel {
  graph::kernel work;
  std::vector<layout> places;  ///< of the arguments, along the whole iteration

  void move_to(const iteration_part& part);
};

/// Takes elementwise kernels out of one that reduces. What is per row and has been computed is kept
/// in memory and read by those that need it.
class row_kernels {
 public:
  row_kernels(const graph::kernel& work, const row_iteration& iteration)
      : work_(work), iteration_(iteration), known_(work.body.size()) {}

  /// The kernel that computes `wanted` for the elements of `part`, from arguments and known values.
  [[nodiscard]] part_kernel kernel_for(const std::vector<wanted_value>& wanted,
                                       const iteration_part& part) const;

  /// `values` are those of instruction `i`, by the number of the row.
  void know(std::size_t i, graph::leaf_ptr values) { known_[i] = std::move(values); }
  [[nodiscard]] bool knows(std::size_t i) const noexcept { return known_[i].get() != nullptr; }

 private:
  const graph::kernel& work_;
  const row_iteration& iteration_;
  std::vector<graph::leaf_ptr> known_;
};

}  // namespace gpu::execute
