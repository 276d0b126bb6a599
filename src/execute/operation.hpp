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

/// Work on arrays in memory: it says what it reads and writes, and is given the addresses, memory
/// of its own, and the stream that it goes to. It comes after what other streams do to its
/// operands, and what they do later comes after the work. Nothing else orders streams: kernels, the
/// calls of libraries and copies are all enqueued by an operation.
class operation {
 public:
  struct array {
    std::byte* data;  ///< the first element
    layout place;     ///< counted from there: its offset is 0
    dtype type;
  };

  explicit operation(stream_ref stream) noexcept : stream_(stream) {}
  /// On the current stream of `where`.
  explicit operation(device where) : operation(current_stream(where)) {}
  /// That of a kernel or of a library's call, which must live as long. Its operands are the
  /// arguments, and the outputs that have memory.
  explicit operation(const graph::kernel& work);

  /// The operands of a library's call that are in memory: those after the fused ones.
  [[nodiscard]] array input(std::size_t i) const;
  [[nodiscard]] std::size_t inputs() const noexcept { return work_->operands.size(); }
  [[nodiscard]] array output() const;

  /// The same as nodes, for what an operation computes of them by expressions.
  [[nodiscard]] graph::leaf_ptr input_leaf(std::size_t i) const;
  [[nodiscard]] const graph::leaf_ptr& output_leaf() const;

  /// The kernel that computes the fused operands.
  [[nodiscard]] const graph::kernel& elements() const { return *work_->library_call()->elements; }
  /// Fused operand `i` in C order: where it lies, or computed now, into a workspace.
  [[nodiscard]] graph::leaf_ptr elements_in_memory(std::size_t i);
  /// The same in a workspace always, which may be overwritten.
  [[nodiscard]] graph::leaf_ptr elements_in_workspace(std::size_t i);

  [[nodiscard]] stream_ref stream() const noexcept { return stream_; }

  /// The work reads the block. Memory of the host needs no order: nothing uses it any more when a
  /// call returns.
  void add_input(memory_block& block) const {
    if (block.device().is_gpu()) order_before_read(block, stream_);
  }
  /// The work writes the block.
  void add_output(memory_block& block) const {
    if (block.device().is_gpu()) order_before_write(block, stream_);
  }

  /// The first element of an array that is read.
  [[nodiscard]] const void* input(const graph::leaf_node& array) const;
  template <class T>
  [[nodiscard]] const T* input(const graph::leaf_node& array) const {
    return static_cast<const T*>(input(array));
  }

  /// The first element of an array that is written.
  [[nodiscard]] void* output(const graph::leaf_node& array) const;
  template <class T>
  [[nodiscard]] T* output(const graph::leaf_node& array) const {
    return static_cast<T*>(output(array));
  }

  /// Memory that is freed, in the order of the stream, when the operation ends.
  /// @throws out_of_memory
  [[nodiscard]] void* workspace(std::size_t size_bytes);
  /// The same as an array in C order, which may live longer.
  [[nodiscard]] graph::leaf_ptr workspace(dtype type, const shape& extents);

 private:
  const graph::kernel* work_ = nullptr;
  stream_ref stream_;
  std::vector<ref_ptr<memory_block>> workspaces_;
};

}  // namespace gpu::execute
