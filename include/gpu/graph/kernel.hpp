// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gpu/graph/node.hpp>

namespace gpu::graph {

/// Names a value within a scheduled kernel.
struct value_id {
  enum class source : std::uint8_t { argument, scalar, instruction };

  source from;
  std::uint32_t index;

  friend bool operator==(value_id, value_id) noexcept = default;
};

/// An array that the kernel reads, or an affine index (`is_index`), broadcast to its extents.
struct kernel_argument {
  ref_ptr<const node> origin;  ///< leaf_node or index_node
  layout place;                ///< of the elements read; the extents are the kernel's
  dtype type;
  bool is_index;
};

/// `result = op.loops[loop](operands...)`; operands are `kernel::operands[first, first + count)`.
struct instruction {
  const op_record* op;
  int loop;
  std::uint32_t first;
  std::uint32_t count;
};

/// A value that the kernel writes.
struct kernel_output {
  value_id value;
  leaf_ptr target;  ///< planned leaf, or memory to be written through
};

/// What one launch computes: for every index of `extents`, the instructions in order. Each distinct
/// leaf is one argument, each distinct computation one instruction.
struct kernel {
  shape extents;
  device where = cpu();
  std::vector<kernel_argument> arguments;
  std::vector<ref_ptr<const node>> scalars;  ///< scalar_node
  std::vector<instruction> body;
  std::vector<value_id> operands;
  std::vector<kernel_output> outputs;

  [[nodiscard]] const scalar_node& scalar(std::size_t i) const {
    return static_cast<const scalar_node&>(*scalars[i]);
  }
  [[nodiscard]] dtype type_of(value_id value) const;
  /// The first instruction that calls the op of instruction `i` with its operands: an earlier one
  /// if that takes another component of the results, else `i`.
  [[nodiscard]] std::uint32_t call_of(std::uint32_t i) const noexcept;

  /// All that the text depends on: dtypes, instructions and outputs, but no shape, value or
  /// address. Kernels of equal signatures in one process have the same text.
  void signature(std::vector<std::uint32_t>& words) const;

  void clear() noexcept;
};

}  // namespace gpu::graph
