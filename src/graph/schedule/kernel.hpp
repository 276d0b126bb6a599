// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
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

/// What the body of a kernel is given of an argument.
enum class operand_kind : std::uint8_t {
  array,   ///< the element of a leaf at the kernel's index
  affine,  ///< an affine function of the index
  memory   ///< the address of a leaf's first element: the body reads at places that it computes
};

/// What a kernel reads.
struct kernel_argument {
  /// @param elements  of `read`, a leaf_node or, if `what` is affine, an index_node
  kernel_argument(operand_kind what, const node& read, layout elements)
      : origin(&read),
        place(std::move(elements)),
        type(what == operand_kind::memory ? dtype::int64 : read.type),
        kind(what) {}
  /// All elements of a node as they are.
  explicit kernel_argument(const leaf_node& leaf)
      : origin(&leaf), place(leaf.placement()), type(leaf.type), kind(operand_kind::array) {}
  explicit kernel_argument(const index_node& index)
      : origin(&index), place(index.placement()), type(index.type), kind(operand_kind::affine) {}
  /// Of a kernel of `extents`.
  [[nodiscard]] static kernel_argument memory_of(const leaf_node& leaf, const shape& extents) {
    return {operand_kind::memory, leaf, {leaf.offset, extents, shape(extents.size(), 0)}};
  }

  ref_ptr<const node> origin;  ///< leaf_node or index_node
  layout place;  ///< of the elements read; of memory, the first one; the extents are the kernel's
  dtype type;    ///< of what the body is given
  operand_kind kind;
};

/// Where element 0 of the leaf's block lies; 0 if it has no memory yet.
[[nodiscard]] inline std::uintptr_t base_address(const leaf_node& leaf) noexcept {
  return leaf.block ? reinterpret_cast<std::uintptr_t>(leaf.block->data()) : 0;
}

/// Where the element `offset` elements into the leaf's block lies; counted from 0 if it has no
/// memory yet.
[[nodiscard]] inline std::uintptr_t address_in(const leaf_node& leaf,
                                               std::ptrdiff_t offset) noexcept {
  return base_address(leaf) + static_cast<std::uintptr_t>(offset) * size_bytes(leaf.type);
}

/// The same as a pointer.
[[nodiscard]] inline char* data_in(const leaf_node& leaf, std::ptrdiff_t offset) noexcept {
  return reinterpret_cast<char*>(address_in(leaf, offset));
}

/// The same for all leaves in one block, and for no others.
[[nodiscard]] inline const void* block_of(const leaf_node& leaf) noexcept {
  return leaf.block ? static_cast<const void*>(leaf.block.get()) : &leaf;
}

/// The leaf that an argument reads from; null for an affine function, which reads nothing.
[[nodiscard]] inline const leaf_node* leaf_of(const kernel_argument& argument) noexcept {
  if (argument.kind == operand_kind::affine) return nullptr;
  return static_cast<const leaf_node*>(argument.origin.get());
}

/// Bytes that are read of an argument for each index: 0 unless it is an array.
[[nodiscard]] inline std::size_t element_bytes(const kernel_argument& argument) noexcept {
  return argument.kind == operand_kind::array ? size_bytes(argument.type) : 0;
}

/// Bytes of the distinct elements that a kernel reads of an argument; of memory, at most.
[[nodiscard]] std::ptrdiff_t bytes_read(const kernel_argument& argument) noexcept;

/// `result = op.loops[loop](operands...)`; operands are `kernel::operands[first, first + count)`.
struct instruction {
  const op_record* op;
  int loop;
  std::uint32_t first;
  std::uint32_t count;
  /// Of a reduction: results of the elements of a row up to each one.
  bool is_scan = false;

  /// Whether its result is that of all elements of a row.
  [[nodiscard]] bool reduces() const noexcept { return op->is_reduction && !is_scan; }
};

/// A value that the kernel writes.
struct kernel_output {
  value_id value;        ///< nothing in the call of a library
  leaf_ptr target;       ///< unallocated leaf, or memory to be written through
  bool per_row = false;  ///< one value for each row; `target` is seen through `reduction::row`
};

struct kernel;

/// What kernels do with the elements that their instructions compute. One that is none of the
/// others writes them.
namespace kernel_kinds {

struct elementwise {};

/// All elements of equal indices along the axes that are not reduced are a row. Instructions that
/// reduce have one value for a row, and so has what is computed from such values, from scalars and
/// from arguments that do not vary along a row: see src/graph/schedule/passes.hpp. If there are
/// scans, one axis is reduced.
struct reduction {
  std::uint64_t axes = 0;  ///< bit i: axis i of the kernel's extents is reduced; there may be none
  affine_view row;         ///< from the kernel's extents to those of outputs that are `per_row`
};

/// The kernel's one output are the results of the elements up to each one along an axis.
struct scan {
  const op_record* op = nullptr;  ///< a reduction, or has two inputs
  int loop = 0;
  std::size_t axis = 0;
};

/// The call of a library. There is no body, and `operands` are arguments, with extents of their
/// own. Operands that the library's own kernel computes are not among them: they are the outputs of
/// `elements`, whose arguments are the first ones of the call, and whose extents are those of the
/// call.
struct library_call {
  ref_ptr<const library_function> function;
  std::shared_ptr<const kernel> elements;  ///< its outputs have no memory; null: there are none
};

}  // namespace kernel_kinds

/// What one launch computes: for every index of `extents`, the instructions in order. Each distinct
/// leaf is one argument, each distinct computation one instruction.
struct kernel {
  shape extents;
  device where = cpu();
  std::vector<kernel_argument> arguments;
  std::vector<ref_ptr<const scalar_node>> scalars;
  std::vector<instruction> body;
  std::vector<value_id> operands;
  std::vector<kernel_output> outputs;
  std::variant<kernel_kinds::elementwise, kernel_kinds::reduction, kernel_kinds::scan,
               kernel_kinds::library_call>
      kind;

  /// The parameters of a kind; null if it is another one.
  [[nodiscard]] const kernel_kinds::reduction* reduction() const noexcept {
    return std::get_if<kernel_kinds::reduction>(&kind);
  }
  [[nodiscard]] const kernel_kinds::scan* scan() const noexcept {
    return std::get_if<kernel_kinds::scan>(&kind);
  }
  [[nodiscard]] const kernel_kinds::library_call* library_call() const noexcept {
    return std::get_if<kernel_kinds::library_call>(&kind);
  }
  [[nodiscard]] bool is_elementwise() const noexcept {
    return std::holds_alternative<kernel_kinds::elementwise>(kind);
  }
  /// A bit for each axis that is reduced.
  [[nodiscard]] std::uint64_t reduced_axes() const noexcept {
    return reduction() != nullptr ? reduction()->axes : 0;
  }

  /// Calls `visit(i, argument)` for each argument of a kind, by its number.
  template <class Visit>
  void for_each(operand_kind kind, Visit&& visit) const {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].kind == kind) visit(i, arguments[i]);
  }
  /// Whether instructions scan rows.
  [[nodiscard]] bool scans_rows() const noexcept;
  /// Whether memory is among the arguments: elements that do not exist may not be computed.
  [[nodiscard]] bool reads_memory() const noexcept;
  /// The array whose elements `value` is; null if it is something else.
  [[nodiscard]] const kernel_argument* array_of(value_id value) const noexcept;
  /// Whether `value` is the same for every index, and known before the launch: a number, or where
  /// memory lies.
  [[nodiscard]] bool is_constant(value_id value) const noexcept;
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
