// SPDX-License-Identifier: BSD-3-Clause
// The arrays of a kernel in one order, and the blocks of it.
#pragma once

#include <gpu/core/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/iteration.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// An array that the kernel reads or writes.
struct iterated_array {
  char* origin;            ///< the first element; null unless the operand is an array
  std::ptrdiff_t first;    ///< where that is in its block; of an affine index its value there
  std::size_t strides;     ///< where its strides begin in `host_iteration::strides`
  std::size_t size_bytes;  ///< of an element
  bool in_place;           ///< whether a block lies there without a gap
  const char* lowest;      ///< the bytes that it touches
  const char* highest;
};

/// The iteration over a kernel's outputs, and then its arguments.
class host_iteration {
 public:
  /// How blocks are shaped.
  enum class block_kind : std::uint8_t {
    spans,   ///< consecutive steps along the last axis
    ranges,  ///< consecutive elements, over the ends of short last axes
    tiles    ///< steps along `row_axis` by steps along the last axis: some array is transposed
  };

  /// `work` has elements.
  void prepare(const graph::kernel& work);

  /// Fixes the blocks, of about `elements`.
  void set_block_size(std::ptrdiff_t elements);

  [[nodiscard]] bool overlap(std::size_t a, std::size_t b) const noexcept;

  shape extents;  ///< at least one axis
  std::vector<std::ptrdiff_t> strides;
  std::vector<iterated_array> arrays;
  std::ptrdiff_t size = 0;
  block_kind kind = block_kind::spans;
  std::size_t row_axis = 0;
  std::ptrdiff_t rows = 1;     ///< of a block
  std::ptrdiff_t columns = 1;  ///< of a block; of a range, all its elements
  std::ptrdiff_t block_count = 0;
  std::ptrdiff_t largest_block = 0;  ///< in elements

 private:
  void add(const graph::leaf_node* leaf, std::ptrdiff_t first);
  void iterate_strided(const graph::kernel& work);
  void choose_kind(std::ptrdiff_t shortest_span);
  void finish(iterated_array& array) const;

  std::vector<layout> targets_;
  std::vector<const layout*> layouts_;
  gpu::iteration planned_;
};

/// A block of an iteration.
struct block_position {
  std::ptrdiff_t index[max_rank];  ///< of its first element
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
  std::ptrdiff_t count;  ///< elements
};

/// Block `number` of `iteration`.
void locate(const host_iteration& iteration, std::ptrdiff_t number, block_position& block) noexcept;

/// Calls `visit(index, rows, columns, done)` for grids over axes `row_axis` and the last, beginning
/// at `index`, that together are the block; `done` elements are before this one.
template <class Visitor>
void for_each_grid(const host_iteration& iteration, const block_position& block, Visitor&& visit) {
  if (iteration.kind != host_iteration::block_kind::ranges)
    return visit(block.index, block.rows, block.columns, std::ptrdiff_t{0});
  const std::size_t last = iteration.extents.size() - 1;
  const std::ptrdiff_t row = iteration.extents[last];
  std::ptrdiff_t index[max_rank];
  for (std::size_t axis = 0; axis <= last; ++axis) index[axis] = block.index[axis];
  for (std::ptrdiff_t done = 0; done < block.count;) {
    const std::ptrdiff_t left = block.count - done;
    const bool whole = index[last] == 0 && left >= row;
    const std::ptrdiff_t rows =
        whole ? std::min(left / row, iteration.extents[last - 1] - index[last - 1]) : 1;
    const std::ptrdiff_t columns = whole ? row : std::min(left, row - index[last]);
    visit(index, rows, columns, done);
    done += rows * columns;
    std::size_t axis = whole ? last - 1 : last;
    for (index[axis] += whole ? rows : columns;
         axis > 0 && index[axis] == iteration.extents[axis];) {
      index[axis] = 0;
      ++index[--axis];
    }
  }
}

}  // namespace gpu::execute
