// SPDX-License-Identifier: BSD-3-Clause
// Small expressions of arrays in C order, as most are that are computed again and again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <gpu/graph/node.hpp>

#include "graph/schedule/schedule.hpp"

namespace gpu::execute {

/// An expression whose operands are arrays in C order of the shape of the result, or scalars: read
/// in one pass, into what tells its kernel from others and what that takes.
class contiguous_expression {
 public:
  /// Reads `value`, which is to be computed into `target`. False if it is not such an expression,
  /// is empty, or a user's, or overwrites what it still reads. Points into all.
  /// @param finished  values that are in memory; may be null
  [[nodiscard]] bool read(const graph::node& value, const graph::leaf_node& target,
                          const graph::finished_values* finished = nullptr);

  /// Expressions of equal words in one process have the same kernel. The linearizer finds their
  /// arrays and scalars in the order of `leaves()` and `scalars()`.
  [[nodiscard]] std::span<const std::uint32_t> words() const noexcept {
    return {words_.data(), word_count_};
  }
  [[nodiscard]] std::span<const graph::leaf_node* const> leaves() const noexcept {
    return {leaves_.data(), leaf_count_};
  }
  [[nodiscard]] std::span<const graph::scalar_node* const> scalars() const noexcept {
    return {scalars_.data(), scalar_count_};
  }
  /// The array that has the elements of a node of the expression; null if none has.
  [[nodiscard]] const graph::leaf_node* array_of(const graph::node& value) const;

  /// Elements of the result.
  [[nodiscard]] std::ptrdiff_t size() const noexcept { return size_; }
  [[nodiscard]] const graph::node& value() const noexcept { return *value_; }
  [[nodiscard]] const graph::leaf_node& target() const noexcept { return *target_; }

  static constexpr std::size_t max_operands = 8;  ///< arrays, and scalars
  static constexpr std::size_t max_words = 64;

 private:
  bool visit(const graph::node& value);
  bool visit(const graph::op_node& value);
  bool add(const graph::leaf_node& leaf);
  bool add(const graph::scalar_node& scalar);

  const graph::node* value_;
  const graph::leaf_node* target_;
  const graph::finished_values* finished_;
  std::ptrdiff_t size_;
  std::size_t word_count_;
  std::size_t leaf_count_;
  std::size_t scalar_count_;
  std::array<std::uint32_t, max_words> words_;
  std::array<const graph::leaf_node*, max_operands> leaves_;
  std::array<const graph::scalar_node*, max_operands> scalars_;
};

}  // namespace gpu::execute
