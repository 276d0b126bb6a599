// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/small_reduction.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/iteration.hpp"
#include "core/per_thread.hpp"
#include "execute/host/reduce/blocks.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::leaf_node;
using graph::value_id;

/// Room for some accumulators.
constexpr std::size_t accumulators_bytes = 2048;

/// One axis of what is iterated over.
struct small_axis {
  std::ptrdiff_t extent = 1;
  std::ptrdiff_t element = 0;   ///< stride of the elements
  std::ptrdiff_t result = 0;    ///< of the results
  std::ptrdiff_t position = 0;  ///< of the elements' positions, if the reduction takes them
  bool is_reduced = true;
};

/// One reduction along at most two axes: of contiguous spans, or of few of them element by element.
class small_reduction {
 public:
  /// Returns false if `work` is none; the object is then unusable.
  [[nodiscard]] bool read(const kernel& work) {
    if (work.outputs.size() != 1 || work.body.size() != 1) return false;
    const graph::instruction& step = work.body[0];
    if (!step.op->is_reduction) return false;
    loops_ = step.op->loops[static_cast<std::size_t>(step.loop)].reduces_on_host;
    return loops_->accumulator_bytes <= accumulators_bytes && read_arguments(work, step) &&
           read_output(work) && read_axes(work) && is_small();
  }

  void run() {
    const std::ptrdiff_t results =
        (inner_.is_reduced ? 1 : inner_.extent) * (outer_.is_reduced ? 1 : outer_.extent);
    const auto limit = static_cast<std::ptrdiff_t>(accumulators_bytes / loops_->accumulator_bytes);
    for (std::ptrdiff_t first = 0; first < results; first += limit) {
      const std::ptrdiff_t count = std::min(limit, results - first);
      loops_->clear(accumulators_, count);
      inner_.is_reduced ? reduce_rows(first, count) : reduce_columns(first, count);
      loops_->finish(accumulators_, out_ + first * result_bytes_, count);
    }
  }

 private:
  [[nodiscard]] bool read_arguments(const kernel& work, const graph::instruction& step) {
    if (step.count != (loops_->takes_positions ? 2u : 1u)) return false;
    const graph::kernel_argument* const elements = work.array_of(work.operands[step.first]);
    if (elements == nullptr) return false;
    elements_ = &elements->place;
    if (loops_->takes_positions) {
      const value_id positions = work.operands[step.first + 1];
      if (positions.from != value_id::source::argument) return false;
      const graph::kernel_argument& argument = work.arguments[positions.index];
      if (argument.kind != graph::operand_kind::affine) return false;
      positions_ = &argument.place;
    }
    element_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(elements->type));
    block_ = leaf_of(*elements)->block.get();
    in_ = static_cast<const char*>(block_->data());
    return true;
  }

  [[nodiscard]] bool read_output(const kernel& work) {
    const graph::kernel_output& output = work.outputs[0];
    const leaf_node& target = *output.target;
    if (!output.per_row || output.value != value_id{value_id::source::instruction, 0} ||
        target.type != work.type_of(output.value) || target.block.get() == block_)
      return false;
    result_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(target.type));
    out_ = data_in(target, 0);
    return true;
  }

  /// Along at most two axes: of contiguous elements, and of contiguous results.
  [[nodiscard]] bool read_axes(const kernel& work) {
    if (std::ranges::find(work.extents, 0) != work.extents.end()) return false;
    const layout results = apply(work.reduction()->row, work.outputs[0].target->placement());
    const layout* const places[] = {elements_, &results, positions_};
    const std::size_t operands = loops_->takes_positions ? 3 : 2;
    reduced_ = plan_iteration(space_, {places, operands}, *elements_, work.reduced_axes());
    if (space_.rank() > 2) return false;
    inner_ = space_.rank() > 0 ? axis(space_.rank() - 1) : small_axis();
    outer_ = space_.rank() > 1 ? axis(0) : small_axis();
    in_ += space_.offsets[0] * element_bytes_;
    out_ += space_.offsets[1] * result_bytes_;
    first_position_ = space_.offsets[operands - 1];
    const small_axis& kept = inner_.is_reduced ? outer_ : inner_;
    return (inner_.element == 1 || inner_.extent == 1) &&
           (kept.is_reduced || kept.result == 1 || kept.extent == 1);
  }
  [[nodiscard]] small_axis axis(std::size_t i) const {
    return {space_.extents[i], space_.strides[0][i], space_.strides[1][i], space_.strides.back()[i],
            (reduced_ >> i & 1) != 0};
  }

  /// Whether elements would be put together in the same order by one task. That of positions does
  /// not matter.
  [[nodiscard]] bool is_small() const {
    const bool is_exact = loops_->takes_positions;
    if (inner_.extent * outer_.extent >= 2 * task_elements) return false;
    if (inner_.is_reduced)
      return inner_.extent <= block_elements &&
             (is_exact || outer_.extent == 1 || !outer_.is_reduced);
    return (is_exact || !loops_->prefers_contiguous) && outer_.is_reduced &&
           outer_.extent <= chained_rows &&
           outer_.extent <= block_elements / std::min(inner_.extent, kept_span);
  }

  /// The operands from element `i` of span `row` on.
  [[nodiscard]] const void* const* operands(std::ptrdiff_t row, std::ptrdiff_t i) {
    in_of_span_[0] = in_ + (row * outer_.element + i * inner_.element) * element_bytes_;
    in_of_span_[1] = positions_of_span_.data();
    positions_of_span_ = {first_position_ + row * outer_.position + i * inner_.position,
                          inner_.position, inner_.extent - i, outer_.position};
    return in_of_span_.data();
  }

  /// Rows of results of their own, or all into one.
  void reduce_rows(std::ptrdiff_t first, std::ptrdiff_t count) {
    const bool is_span = outer_.is_reduced && outer_.element == inner_.extent;
    const std::ptrdiff_t rows = is_span ? 1 : outer_.is_reduced ? outer_.extent : count;
    const std::ptrdiff_t length = inner_.extent * (is_span ? outer_.extent : 1);
    const std::size_t step = outer_.is_reduced ? 0 : loops_->accumulator_bytes;
    for (std::ptrdiff_t row = 0; row < rows; ++row)
      loops_->reduce_contiguous(accumulators_ + row * static_cast<std::ptrdiff_t>(step),
                                operands(first + row, 0), length);
  }
  void reduce_columns(std::ptrdiff_t first, std::ptrdiff_t count) {
    for (std::ptrdiff_t row = 0; row < outer_.extent; ++row)
      loops_->accumulate_each(accumulators_, operands(row, first), count);
  }

  const graph::host_reduction* loops_ = nullptr;
  const layout* elements_ = nullptr;
  const layout* positions_ = nullptr;  ///< if the reduction takes them
  const memory_block* block_ = nullptr;
  const char* in_ = nullptr;
  char* out_ = nullptr;
  std::ptrdiff_t element_bytes_ = 0;
  std::ptrdiff_t result_bytes_ = 0;
  std::ptrdiff_t first_position_ = 0;
  gpu::iteration space_;  ///< of the elements, the results and the positions
  std::uint64_t reduced_ = 0;
  small_axis outer_;
  small_axis inner_;
  std::array<const void*, 2> in_of_span_ = {};
  std::array<std::int64_t, 4> positions_of_span_ = {};
  alignas(64) char accumulators_[accumulators_bytes];
};

}  // namespace

bool reduce_directly(const kernel& work) {
  small_reduction& one = gpu::detail::per_thread<small_reduction>::get();
  if (!one.read(work)) return false;
  one.run();
  return true;
}

}  // namespace gpu::execute
