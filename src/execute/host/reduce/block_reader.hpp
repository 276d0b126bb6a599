// SPDX-License-Identifier: BSD-3-Clause
// Where reductions on the host find the elements of a part of an iteration: in memory, or computed
// into buffers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "execute/host/reduce/blocks.hpp"
#include "execute/host/reduce/row_group.hpp"

namespace gpu::execute {

/// The distinct inputs of the reductions of a pass.
struct pass_inputs {
  struct input {
    graph::value_id value;
    std::size_t size_bytes;
    bool is_position;   ///< an index that is given by its first value and its step
    bool is_direct;     ///< taken from the argument itself, else computed into a buffer
    std::size_t place;  ///< the argument's number, or the buffer's
  };

  /// The position of an input, which is added unless it is there.
  std::size_t add(const row_group& group, graph::value_id value, bool is_position);

  std::vector<input> values;
  std::vector<wanted_value> computed;
  bool gathers = false;  ///< what is reduced lies together in the buffers, row after row
};

/// What a thread goes over blocks with.
class block_reader {
 public:
  block_reader(const row_group& group, const pass_inputs& inputs);

  /// Computes the inputs of `part`, of `block_elements` at the most, that are not in memory.
  void read(const iteration_part& part);

  /// Goes to a block of what has been read. Spans are along its last axis, rows along the one
  /// before.
  void move_to(const iteration_part& block) {
    for (std::size_t i = 0; i < spans_.size(); ++i) spans_[i] = span_of(inputs_.values[i], block);
  }

  /// Where the span of input `i` in row `row` of the block begins.
  [[nodiscard]] const void* at(std::size_t i, std::ptrdiff_t row) {
    span& one = spans_[i];
    if (one.data != nullptr) return one.data + row * one.row_step;
    one.positions[0] = one.first_position + row * one.row_step;
    return one.positions.data();
  }

  /// If the inputs are gathered: where the elements of row number `row` of what has been read
  /// begin, which is at `index`. Positions are those along `axis`.
  [[nodiscard]] const void* gathered(std::size_t i, const shape& index, std::ptrdiff_t row,
                                     std::ptrdiff_t row_length, std::size_t axis);

 private:
  /// An input in the block's first row, and from row to row.
  struct span {
    const char* data = nullptr;   ///< null if the input is a position
    std::ptrdiff_t row_step = 0;  ///< in bytes, or of positions
    std::int64_t first_position = 0;
    std::array<std::int64_t, 4> positions{};  ///< as `host_reduction::takes_positions` says
  };

  [[nodiscard]] span span_of(const pass_inputs::input& input, const iteration_part& block) const;
  void prepare(const iteration_part& part);
  [[nodiscard]] layout buffer_layout(const shape& extents) const;

  const row_group& group_;
  const pass_inputs& inputs_;
  std::vector<span> spans_;
  std::vector<ref_ptr<memory_block>> buffers_;
  part_kernel prepared_;
  layout in_buffers_;  ///< of what has been read, along the whole iteration
};

}  // namespace gpu::execute
