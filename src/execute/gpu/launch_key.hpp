// SPDX-License-Identifier: BSD-3-Clause
// Words that tell launches apart. Launches of equal words in one process have the same kernel and
// the same plan; they may differ in addresses and numbers, which are arguments of the launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "execute/contiguous_expression.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// Replaces `words` by those of `work`, which is for a GPU: its signature, extents and layouts, and
/// where memory begins, modulo the bytes of an access.
void write_key(std::vector<std::uint32_t>& words, const graph::kernel& work);

/// Those of an expression whose target has memory. Never equal to those of a kernel.
class expression_key {
 public:
  explicit expression_key(const contiguous_expression& read) noexcept;

  [[nodiscard]] std::span<const std::uint32_t> words() const noexcept {
    return {words_.data(), count_};
  }

 private:
  std::size_t count_ = 0;
  std::array<std::uint32_t,
             contiguous_expression::max_words + contiguous_expression::max_operands + 3>
      words_;
};

}  // namespace gpu::execute
