// SPDX-License-Identifier: BSD-3-Clause
// reduce_pairs: a thread has rows and columns of pairs, and a team of threads the same ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "execute/gpu/reduce/shape.hpp"
#include "graph/schedule/kernel.hpp"

namespace gpu::execute::skeletons {

struct reduce_pairs : reduction_parameters {
  static constexpr std::string_view name = "reduce_pairs";
  static const reduction_form form;
  std::uint16_t rows = 1;     ///< of a thread
  std::uint32_t columns = 1;  ///< of a thread
  /// Operands that depend on the column and not on the row, those of rows that depend on both, and
  /// those that depend on neither: a bit for each, outputs first.
  std::uint64_t by_column = 0;
  std::uint64_t by_pair = 0;
  std::uint64_t by_none = 0;

  [[nodiscard]] std::string text(const graph::kernel& work, const graph::variant& options,
                                 const std::string& name) const;
  friend bool operator==(const reduce_pairs&, const reduce_pairs&) = default;
};

}  // namespace gpu::execute::skeletons
