// SPDX-License-Identifier: BSD-3-Clause
#include "execute/host/reduce/small_reduction.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "execute/host/plan.hpp"
#include "execute/host/reduce/blocks.hpp"
#include "execute/host/reduce/contiguous_reduction.hpp"
#include "execute/host/reduce/row_steps.hpp"

namespace gpu::execute {
namespace {

using graph::kernel;
using graph::kernel_argument;
using graph::leaf_node;
using graph::value_id;

/// Kernels of more axes are rare.
constexpr std::size_t max_axes = 8;
/// Room for some states, and for elements that are converted.
constexpr std::size_t states_bytes = 2048;
constexpr std::ptrdiff_t converted_bytes = 1 << 17;

struct walked_axis {
  std::ptrdiff_t extent = 1;
  std::ptrdiff_t element = 0;   ///< stride of the elements
  std::ptrdiff_t position = 0;  ///< of their positions
  std::ptrdiff_t result = 0;    ///< of the results
  bool is_reduced = true;
};

/// One reduction along at most two axes: runs of neighbouring elements, one below the other. One
/// instruction may convert them, and `row_steps` be computed of the results.
class direct_reduction {
 public:
  /// Whether `work` is one; else nothing else may be called.
  [[nodiscard]] bool read(const kernel& work) {
    if (work.outputs.size() != 1 || work.extents.size() > max_axes || work.body.empty())
      return false;
    converts_ = !work.body[0].op->is_reduction;
    const std::size_t reduction = converts_ ? 1 : 0;
    if (work.body.size() <= reduction) return false;
    const graph::instruction& step = work.body[reduction];
    if (!step.op->is_reduction || work.arguments.size() != step.count) return false;
    loops_ = step.op->loops[static_cast<std::size_t>(step.loop)].reduces_on_host;
    return loops_->state_bytes <= states_bytes && read_arguments(work, step) && read_output(work) &&
           read_axes(work) && is_small() && rows_.read(work, reduction);
  }

  void run() {
    if (run_.is_reduced && outer_.is_reduced)
      reduce_all();
    else if (run_.is_reduced)
      reduce_rows();
    else
      reduce_columns();
  }

 private:
  [[nodiscard]] bool read_arguments(const kernel& work, const graph::instruction& step) {
    const value_id* const operands = &work.operands[step.first];
    const auto argument = [&](value_id value) -> const kernel_argument* {
      return value.from == value_id::source::argument ? &work.arguments[value.index] : nullptr;
    };
    if (step.count != (loops_->takes_positions ? 2u : 1u)) return false;
    value_id read = operands[0];
    if (converts_) {
      const graph::instruction& conversion = work.body[0];
      if (conversion.count != 1 || read != value_id{value_id::source::instruction, 0}) return false;
      read = work.operands[conversion.first];
      conversion_ = loop_of(conversion);
    }
    taken_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(work.type_of(operands[0])));
    const kernel_argument* const elements = argument(read);
    if (elements == nullptr || elements->is_index) return false;
    elements_ = &elements->place;
    element_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(elements->type));
    block_ = static_cast<const leaf_node&>(*elements->origin).block.get();
    in_ = static_cast<const char*>(block_->data()) + elements_->offset * element_bytes_;
    if (!loops_->takes_positions) return true;
    const kernel_argument* const positions = argument(operands[1]);
    if (positions == nullptr || !positions->is_index) return false;
    positions_ = &positions->place;
    return true;
  }

  [[nodiscard]] bool read_output(const kernel& work) {
    const graph::kernel_output& output = work.outputs[0];
    const leaf_node& target = *output.target;
    const auto last = static_cast<std::uint32_t>(work.body.size() - 1);
    if (!output.per_row || output.value != value_id{value_id::source::instruction, last} ||
        target.type != work.type_of(output.value) || target.block.get() == block_)
      return false;
    results_ = apply(work.row, target.placement());
    result_bytes_ = static_cast<std::ptrdiff_t>(size_bytes(target.type));
    out_ = static_cast<char*>(target.block->data()) + results_.offset * result_bytes_;
    return true;
  }

  /// The axes in the order in which the elements lie, those that continue each other as one.
  [[nodiscard]] bool read_axes(const kernel& work) {
    std::array<walked_axis, max_axes> axes;
    std::size_t count = 0;
    for (std::size_t i = 0; i < work.extents.size(); ++i) {
      walked_axis one{work.extents[i], elements_->strides[i],
                      positions_ != nullptr ? positions_->strides[i] : 0, results_.strides[i],
                      (work.reduced >> i & 1) != 0};
      if (one.extent == 1) continue;
      if (one.extent == 0 || one.element <= 0) return false;
      if (one.is_reduced) one.result = 0;
      std::size_t place = count++;
      for (; place > 0 && axes[place - 1].element < one.element; --place)
        axes[place] = axes[place - 1];
      axes[place] = one;
    }
    std::size_t merged = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (merged > 0 && continues(axes[merged - 1], axes[i])) {
        axes[i].extent *= axes[merged - 1].extent;
        axes[merged - 1] = axes[i];
      } else {
        axes[merged++] = axes[i];
      }
    }
    if (merged > 2) return false;
    if (merged > 0) run_ = axes[merged - 1];
    if (merged > 1) outer_ = axes[0];
    if (!run_.is_reduced && merged < 2) return false;
    if (outer_.extent == 1) outer_.is_reduced = run_.is_reduced;
    const walked_axis& kept = run_.is_reduced ? outer_ : run_;
    return (run_.element == 1 || run_.extent == 1) && (kept.is_reduced || kept.result == 1) &&
           (run_.is_reduced || outer_.is_reduced);
  }
  static bool continues(const walked_axis& outer, const walked_axis& inner) {
    return outer.is_reduced == inner.is_reduced && outer.element == inner.element * inner.extent &&
           outer.position == inner.position * inner.extent &&
           outer.result == inner.result * inner.extent;
  }

  /// Whether one task takes all in boxes of whole rows, or in one box.
  [[nodiscard]] bool is_small() const {
    const std::ptrdiff_t size = run_.extent * outer_.extent;
    if (converts_ && run_.extent * (run_.is_reduced ? 1 : outer_.extent) > max_converted())
      return false;
    const bool should_gather_rows = run_.is_reduced && outer_.is_reduced && positions_ == nullptr &&
                                    outer_.extent > chained_rows && run_.extent < large_slice;
    if (run_.is_reduced)
      return !should_gather_rows && run_.extent <= block_elements && size < 2 * task_elements;
    const bool is_narrow = run_.extent < narrow_run && outer_.extent > chained_rows;
    return loops_->reduce_rows != nullptr && !is_narrow && run_.extent <= kept_run &&
           outer_.extent <= block_elements / run_.extent;
  }

  [[nodiscard]] std::ptrdiff_t max_converted() const { return converted_bytes / taken_bytes_; }
  /// Bytes from a run of what is taken to the next.
  [[nodiscard]] std::ptrdiff_t row_bytes() const {
    return (converts_ ? run_.extent : outer_.element) * taken_bytes_;
  }

  /// Makes `count` runs from `first` on ready, as `max_converted` allows.
  void read_rows(std::ptrdiff_t first, std::ptrdiff_t count) {
    const bool is_dense = outer_.element == run_.extent;
    const std::ptrdiff_t length = is_dense ? count * run_.extent : run_.extent;
    const char* const in = in_ + first * outer_.element * element_bytes_;
    taken_ = in;
    first_row_ = first;
    if (!converts_) return;
    taken_ = converted_;
    for (std::ptrdiff_t row = 0; row < (is_dense ? 1 : count); ++row) {
      const void* const from = in + row * outer_.element * element_bytes_;
      conversion_(&from, converted_ + row * row_bytes(), length);
    }
  }

  /// Where the elements of run `row`, from `first` on, begin.
  void point(std::ptrdiff_t row, std::ptrdiff_t first = 0) {
    operands_[0] = taken_ + (row - first_row_) * row_bytes() + first * taken_bytes_;
    if (positions_ == nullptr) return;
    line_ = {positions_->offset + row * outer_.position + first * run_.position, run_.position,
             outer_.position};
    operands_[1] = line_.data();
  }
  [[nodiscard]] std::ptrdiff_t states_at_once() const {
    const auto most = static_cast<std::ptrdiff_t>(states_bytes / loops_->state_bytes);
    return rows_.empty() ? most : std::min(most, row_steps::max_rows);
  }
  [[nodiscard]] char* state(std::ptrdiff_t i) {
    return states_ + i * static_cast<std::ptrdiff_t>(loops_->state_bytes);
  }

  /// The results of `count` states, from number `first` on.
  void finish(std::ptrdiff_t first, std::ptrdiff_t count) {
    char* const out = out_ + first * result_bytes_;
    loops_->finish(states_, rows_.empty() ? out : rows_.results(), count);
    rows_.run(out, count);
  }

  void reduce_all() {
    loops_->clear(states_, 1);
    for (std::ptrdiff_t row = 0; row < outer_.extent; ++row) {
      read_rows(row, 1);
      point(row);
      loops_->reduce_contiguous(states_, operands_, run_.extent);
    }
    finish(0, 1);
  }

  void reduce_rows() {
    const std::ptrdiff_t most =
        converts_ ? std::min(states_at_once(), max_converted() / run_.extent) : states_at_once();
    for (std::ptrdiff_t first = 0; first < outer_.extent; first += most) {
      const std::ptrdiff_t count = std::min(most, outer_.extent - first);
      loops_->clear(states_, count);
      read_rows(first, count);
      reduce_rows(first, count);
      finish(first, count);
    }
  }
  void reduce_rows(std::ptrdiff_t first, std::ptrdiff_t count) {
    if (loops_->reduce_lines != nullptr) {
      const std::ptrdiff_t steps[] = {row_bytes(), 0};
      point(first);
      return loops_->reduce_lines(states_, operands_, steps, count, run_.extent);
    }
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      point(first + i);
      loops_->reduce_contiguous(state(i), operands_, run_.extent);
    }
  }

  void reduce_columns() {
    const std::ptrdiff_t steps[] = {row_bytes(), 0};
    read_rows(0, outer_.extent);
    for (std::ptrdiff_t first = 0; first < run_.extent; first += states_at_once()) {
      const std::ptrdiff_t count = std::min(states_at_once(), run_.extent - first);
      loops_->clear(states_, count);
      for (std::ptrdiff_t row = 0; row < outer_.extent; row += detail::max_rows) {
        point(row, first);
        const std::ptrdiff_t rows = std::min(detail::max_rows, outer_.extent - row);
        loops_->reduce_rows(states_, operands_, steps, rows, count);
      }
      finish(first, count);
    }
  }

  const graph::host_reduction* loops_ = nullptr;
  const layout* elements_ = nullptr;
  const layout* positions_ = nullptr;
  layout results_;
  const memory_block* block_ = nullptr;
  const char* in_ = nullptr;
  char* out_ = nullptr;
  std::ptrdiff_t element_bytes_ = 0;
  std::ptrdiff_t result_bytes_ = 0;
  walked_axis outer_;
  walked_axis run_;
  const void* operands_[2] = {};
  std::array<std::int64_t, 3> line_ = {};
  bool converts_ = false;
  graph::host_loop conversion_ = nullptr;
  std::ptrdiff_t taken_bytes_ = 0;  ///< of an element that is taken
  const char* taken_ = nullptr;     ///< from run `first_row_` on
  std::ptrdiff_t first_row_ = 0;
  row_steps rows_;
  alignas(64) char states_[states_bytes];
  alignas(64) char converted_[converted_bytes];
};

}  // namespace

bool reduce_directly(const kernel& work) {
  direct_reduction one;
  if (!one.read(work)) return false;
  one.run();
  return true;
}

}  // namespace gpu::execute
