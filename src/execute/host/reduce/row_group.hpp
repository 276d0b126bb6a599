// SPDX-License-Identifier: BSD-3-Clause
// Rows of a kernel with reductions, and the elementwise kernels that it consists of on the host.
#pragma once

#include <cstddef>
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

/// Rows that are reduced on their own. What is per row and has been computed is kept in memory and
/// read by the kernels that need it.
struct row_group {
  row_group(const graph::kernel& kernel, const row_iteration& all, iteration_part own,
            bool is_alone);

  /// The kernel that computes `wanted` for the elements of `some`, from arguments and known values.
  [[nodiscard]] part_kernel kernel_for(const std::vector<wanted_value>& wanted,
                                       const iteration_part& some) const;

  const graph::kernel& work;
  const row_iteration& iteration;
  const iteration_part part;   ///< the elements
  const iteration_part rows;   ///< one element of each row
  const std::ptrdiff_t count;  ///< of rows
  const bool alone;  ///< no other group is reduced meanwhile: this one may use all threads
  layout numbers;    ///< of the rows of the group
  std::vector<graph::leaf_ptr> known;  ///< of instructions, by the number of the row; or null
};

}  // namespace gpu::execute
