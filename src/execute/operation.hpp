// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <gpu/core/layout.hpp>
#include <gpu/cuda/memory_block.hpp>
#include <gpu/cuda/stream.hpp>
#include <gpu/graph/node.hpp>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// What an operation on arrays in memory is given: the addresses of its operands and of its
/// workspace, and the stream that its work goes to. The work comes after whatever other streams do
/// to the operands, and what they do later comes after the work.
class operation {
 public:
  struct array {
    std::byte* data;  ///< the first element
    layout place;     ///< counted from there: its offset is 0
    dtype type;
  };

  /// On the current stream of `where`.
  explicit operation(device where) : stream_(current_stream(where)) {}
  /// That of a library's call, which must live as long.
  explicit operation(const graph::kernel& call);

  /// The operands of a library's call that are in memory: those after the fused ones.
  [[nodiscard]] const array& input(std::size_t i) const { return inputs_[i]; }
  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_.size(); }
  [[nodiscard]] const array& output() const { return output_; }

  /// The same as nodes, for what an operation computes of them by expressions.
  [[nodiscard]] graph::leaf_ptr input_leaf(std::size_t i) const;
  [[nodiscard]] const graph::leaf_ptr& output_leaf() const;

  /// The kernel that computes the fused operands.
  [[nodiscard]] const graph::kernel& elements() const { return *call_->elements; }
  /// Fused operand `i` in C order: where it lies, or computed now, into a workspace.
  [[nodiscard]] graph::leaf_ptr elements_in_memory(std::size_t i);

  [[nodiscard]] stream_ref stream() const noexcept { return stream_; }

  /// The first element of an array that is read.
  const void* input(const graph::leaf_node& array);
  template <class T>
  const T* input(const graph::leaf_node& array) {
    return static_cast<const T*>(input(array));
  }

  /// The first element of an array that is written.
  void* output(const graph::leaf_node& array);
  template <class T>
  T* output(const graph::leaf_node& array) {
    return static_cast<T*>(output(array));
  }

  /// Memory that is freed, in the order of the stream, when the operation ends.
  /// @throws out_of_memory
  void* workspace(std::size_t size_bytes);
  /// The same as an array in C order, which may live longer.
  [[nodiscard]] graph::leaf_ptr workspace(dtype type, const shape& extents);

 private:
  const graph::kernel* call_ = nullptr;
  stream_ref stream_;
  std::vector<array> inputs_;
  array output_{};
  std::vector<ref_ptr<memory_block>> workspaces_;
};

}  // namespace gpu::execute
