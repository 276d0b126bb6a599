// SPDX-License-Identifier: BSD-3-Clause
// What planning looks at of the operands of a kernel that reduces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/schedule/gathered_elements.hpp"
#include "graph/schedule/kernel.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {

struct reduction_operand {
  layout place;          ///< of the kernel's extents
  std::uintptr_t base;   ///< where element 0 of its block lies; 0 if it has no memory
  std::ptrdiff_t bytes;  ///< of one element; 0 unless it is an array
  bool is_output;
  bool per_row;  ///< one element for each row
  bool is_memory = false;
  bool is_late = false;  ///< only what is written in the end needs it
  /// Bytes of elements of memory that lie as far apart as the values of this affine function; 0 if
  /// there are none.
  std::ptrdiff_t gathered_bytes = 0;
};

/// The outputs, then the arguments.
/// @param gathers  what `work` reads of memory
[[nodiscard]] std::vector<reduction_operand> operands_of(
    const graph::kernel& work, const graph::passes& passes,
    std::span<const graph::gathered_elements> gathers);

/// What one element of a row takes, by which a thread is given more or fewer of them.
struct element_costs {
  std::ptrdiff_t widest_bytes = 1;  ///< of the elements that vary along rows
  std::ptrdiff_t bytes_read = 0;
  int inputs = 0;      ///< arrays that vary along rows and are reduced
  int late = 0;        ///< others that vary along rows: no thread holds their elements
  int reductions = 0;  ///< those of users count twice: their accumulators may be larger
  std::size_t instructions = 0;
  std::size_t accumulator_bytes = 0;  ///< of the accumulators of one row

  /// Of the accumulators of one row, at most.
  [[nodiscard]] std::size_t max_accumulator_bytes() const noexcept;
};

[[nodiscard]] element_costs costs_of(const graph::kernel& work,
                                     std::span<const reduction_operand> operands);

}  // namespace gpu::execute
