// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/axis_pair.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "execute/gpu/tuning.hpp"

namespace gpu::execute {
namespace {

/// What the elements of a row are computed from, and how many of a thread's pairs share a load.
class sharing {
 public:
  sharing(const reduction_space& space, std::span<const reduction_operand> operands,
          std::span<const graph::gathered_elements> gathers)
      : axes_(space.axes) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const reduction_operand& one = operands[i];
      if (!one.is_output && !one.per_row && !one.is_memory) inputs_.push_back(axes_with_steps(i));
      if (one.bytes > 0 && !one.is_output && !one.per_row) ++arrays_;
    }
    const auto outputs =
        static_cast<std::size_t>(std::ranges::count_if(operands, &reduction_operand::is_output));
    for (const graph::gathered_elements& one : gathers) {
      std::uint64_t& axes = inputs_.emplace_back(0);
      for (const std::size_t argument : one.arguments) axes |= axes_with_steps(outputs + argument);
    }
  }

  /// Whether an array is read at all; what gathers read is not known.
  [[nodiscard]] bool reads_arrays() const { return arrays_ > 0; }

  [[nodiscard]] bool is_pair(std::size_t row, std::size_t column) const {
    return std::ranges::none_of(
        inputs_, [&](std::uint64_t axes) { return has(axes, row) && has(axes, column); });
  }

  /// Elements that a thread loads for each one that it computes.
  [[nodiscard]] double loads(std::size_t row, std::optional<std::size_t> column) const {
    const double rows = block(row, tuning::pair_rows);
    const double columns = column ? block(*column, tuning::pair_columns) : 1;
    double sum = 0;
    for (const std::uint64_t axes : inputs_)
      sum += (has(axes, row) ? rows : 1) * (column && has(axes, *column) ? columns : 1) /
             (rows * columns);
    return sum;
  }
  [[nodiscard]] double all_loads() const { return static_cast<double>(inputs_.size()); }

 private:
  static bool has(std::uint64_t axes, std::size_t axis) { return (axes >> axis & 1) != 0; }

  /// The axes along which an operand varies.
  [[nodiscard]] std::uint64_t axes_with_steps(std::size_t operand) const {
    std::uint64_t axes = 0;
    for (std::size_t axis = 0; axis < axes_.rank(); ++axis)
      if (axes_.strides[operand][axis] != 0) axes |= std::uint64_t{1} << axis;
    return axes;
  }

  [[nodiscard]] double block(std::size_t axis, std::ptrdiff_t most) const {
    return static_cast<double>(std::min(axes_.extents[axis], most));
  }

  const iteration& axes_;
  std::vector<std::uint64_t> inputs_;  ///< a bit for each axis that one varies along
  int arrays_ = 0;
};

}  // namespace

std::optional<axis_pair> find_axis_pair(const reduction_space& space,
                                        std::span<const reduction_operand> operands,
                                        std::span<const graph::gathered_elements> gathers) {
  const sharing shared(space, operands, gathers);
  const auto kept_end = space.axes.extents.begin() + space.kept_rank;
  const bool has_no_rows = std::find(space.axes.extents.begin(), kept_end, 0) != kept_end;
  constexpr std::size_t most = 64;  // operands: reduce_pairs has a bit for each
  if (!shared.reads_arrays() || space.kept_rank == space.axes.rank() || has_no_rows ||
      operands.size() > most)
    return std::nullopt;
  std::optional<axis_pair> chosen;
  double least = shared.all_loads() * tuning::max_pair_loads;
  const auto offer = [&](std::size_t row, std::optional<std::size_t> column) {
    const double loads = shared.loads(row, column);
    if (loads > least || (chosen && loads == least)) return;
    chosen = {row, column};
    least = loads;
  };
  for (std::size_t row = 0; row < space.kept_rank; ++row) {
    for (std::size_t column = 0; column < space.kept_rank; ++column)
      if (row != column && shared.is_pair(row, column)) offer(row, column);
    offer(row, std::nullopt);
  }
  return chosen;
}

}  // namespace gpu::execute
