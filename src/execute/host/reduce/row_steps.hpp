// SPDX-License-Identifier: BSD-3-Clause
// What a direct reduction computes of its results.
#pragma once

#include <array>
#include <cstddef>

#include "graph/schedule/kernel.hpp"

namespace gpu::execute {

/// The instructions after a reduction, if they are few, and of its results, of each other and of
/// scalars alone: a mean divides a sum.
class row_steps {
 public:
  /// Results that are computed together.
  static constexpr std::ptrdiff_t max_rows = 64;

  /// Whether those of `work` after instruction `reduction` are so; else nothing else may be called.
  [[nodiscard]] bool read(const graph::kernel& work, std::size_t reduction);

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// Where `run` reads up to `max_rows` results of the reduction.
  [[nodiscard]] char* results() noexcept { return values_[0]; }
  /// The values of the last instruction.
  void run(char* out, std::ptrdiff_t rows);

 private:
  static constexpr std::size_t max_steps = 3;
  static constexpr std::size_t most_operands = 3;
  static constexpr std::size_t max_scalars = 2;
  static constexpr std::size_t most_bytes = 16;

  struct step {
    graph::host_loop loop;
    std::array<const void*, most_operands> operands;
  };

  [[nodiscard]] const char* place_of(graph::value_id value, std::size_t reduction,
                                     std::size_t instruction) const;

  std::size_t count_ = 0;
  std::array<step, max_steps> steps_;
  alignas(64) char values_[max_steps][max_rows * most_bytes];
  alignas(64) char scalars_[max_scalars][max_rows * most_bytes];
};

}  // namespace gpu::execute
