// SPDX-License-Identifier: BSD-3-Clause
// What the skeleton of an elementwise kernel is chosen by: its axes and its operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/iteration.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

struct map_operand {
  std::uintptr_t address;  ///< of the first element of the space
  std::size_t bytes;       ///< of one element; 0 unless it is an array
  bool is_written;
  /// Where it lies, the same for all in one block; null unless it is an array.
  const void* block = nullptr;
  dtype type = dtype::bool_;

  [[nodiscard]] bool is_array() const noexcept { return bytes > 0; }
};

struct map_space {
  iteration axes;                     ///< at least one
  std::vector<map_operand> operands;  ///< the outputs, then the arguments
  std::ptrdiff_t size = 1;            ///< elements
  int widest_bytes = 1;               ///< of the elements of arrays that vary along the last axis
  std::size_t weight = 0;             ///< about how many simple ops each element takes

  [[nodiscard]] std::size_t rank() const noexcept { return axes.rank(); }
  [[nodiscard]] std::ptrdiff_t extent(std::size_t axis) const noexcept {
    return axes.extents[axis];
  }
  [[nodiscard]] std::ptrdiff_t stride(std::size_t operand, std::size_t axis) const noexcept {
    return axes.strides[operand][axis];
  }
};

/// In the order of the first output's memory.
[[nodiscard]] map_space map_space_of(const graph::kernel& work);

/// About how many simple ops each element takes.
[[nodiscard]] std::size_t weight_of(const graph::kernel& work) noexcept;

}  // namespace gpu::execute
