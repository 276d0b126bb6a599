// SPDX-License-Identifier: BSD-3-Clause
#include "execute/gpu/reduce/plan.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include <gpu/cuda/device_properties.hpp>
#include <gpu/kernels/abi.hpp>

#include "core/ceil_div.hpp"
#include "execute/gpu/tuning.hpp"
#include "graph/schedule/columns.hpp"
#include "graph/schedule/passes.hpp"

namespace gpu::execute {
namespace {

namespace skeletons = graph::skeletons;

using graph::kernel;
using graph::kernel_argument;
using graph::kernel_output;
using kernels::access;

/// The logarithm of the least power of two that is not less.
int log2_above(std::ptrdiff_t count) {
  return static_cast<int>(
      std::bit_width(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 1) - 1)));
}

/// Beyond any real stride: broadcast axes are accessed outermost.
std::ptrdiff_t step_size(std::ptrdiff_t stride) {
  return stride == 0 ? std::numeric_limits<std::ptrdiff_t>::max() : std::abs(stride);
}

class planner {
 public:
  explicit planner(const kernel& work) : work_(work), passes_(work) {
    add_operands();
    choose_leader();
    add_axes();
  }

  reduction_plan plan() {
    choose_skeleton();
    choose_widths();
    if (plan_.how.is<skeletons::reduce_outer>())
      shape_columns();
    else if (plan_.how.is<skeletons::reduce_inner>())
      shape_rows();
    else if (plan_.how.is<skeletons::persistent_columns>())
      shape_persistent_columns();
    else
      shape_persistent_rows();
    plan_.how.wide = !fits_32_bits(plan_.space, tuning::index_margin);
    choose_access();
    const std::size_t bytes = written_bytes(
        [&](argument_writer& out) { write_arguments(out, work_, plan_, nullptr, nullptr); });
    plan_.how.arguments_in_memory = bytes > tuning::argument_bytes;
    plan_.block[0] = plan_.how.threads;
    plan_.memory.has_counters = plan_.splits > 1;
    return std::move(plan_);
  }

 private:
  struct operand {
    layout place;
    std::uintptr_t base;
    std::ptrdiff_t bytes;  ///< of one element; 0 unless it is an array
    bool is_output;
    bool per_row;
    bool is_memory = false;
  };
  struct axis {
    std::ptrdiff_t extent;
    shape strides;  ///< of each operand
    std::ptrdiff_t step;
  };

  void add_operands() {
    for (const kernel_output& output : work_.outputs) {
      const layout place = output.target->placement();
      operands_.push_back(
          {output.per_row ? apply(work_.row, place) : place, base_address(*output.target),
           static_cast<std::ptrdiff_t>(size_bytes(output.target->type)), true, output.per_row});
    }
    for (std::size_t i = 0; i < work_.arguments.size(); ++i) {
      const kernel_argument& argument = work_.arguments[i];
      const graph::leaf_node* const leaf = leaf_of(argument);
      operands_.push_back({argument.place, leaf == nullptr ? 0 : base_address(*leaf),
                           static_cast<std::ptrdiff_t>(element_bytes(argument)), false,
                           passes_.of_argument(i).per_row,
                           argument.kind == graph::operand_kind::memory});
    }
    for (const operand& one : operands_) {
      if (one.per_row || one.bytes == 0) continue;
      widest_ = std::max(widest_, one.bytes);
      if (one.is_output) continue;
      bytes_each_ += one.bytes;
      ++inputs_;
    }
    for (const graph::instruction& step : work_.body)
      if (step.op->is_reduction) reductions_ += step.op->definition.empty() ? 1 : 2;
  }

  /// The operand with the most bytes to read: its order of axes is that of the space.
  void choose_leader() {
    std::ptrdiff_t most = -1;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const operand& one = operands_[i];
      std::ptrdiff_t size = one.is_output ? 0 : one.bytes;
      for (std::size_t k = 0; k < one.place.extents.size(); ++k)
        if (one.place.strides[k] != 0) size *= one.place.extents[k];
      if (one.per_row) size = std::min<std::ptrdiff_t>(size, 0);
      if ((one.is_output && one.per_row) || one.is_memory) size = -1;
      if (size > most) leader_ = i;
      most = std::max(most, size);
    }
  }

  /// Axes of extent above 1, forwards along the leader, outermost first; those that merge are one.
  void add_axes() {
    for (const operand& one : operands_) plan_.space.offsets.push_back(one.place.offset);
    for (std::size_t k = 0; k < work_.extents.size(); ++k) {
      const std::ptrdiff_t extent = work_.extents[k];
      if (extent == 1) continue;
      axis one{extent, shape(operands_.size(), 0), 0};
      const bool backwards = operands_[leader_].place.strides[k] < 0;
      for (std::size_t i = 0; i < operands_.size(); ++i) {
        const std::ptrdiff_t stride = operands_[i].place.strides[k];
        one.strides[i] = backwards ? -stride : stride;
        if (backwards) plan_.space.offsets[i] += (extent - 1) * stride;
      }
      one.step = step_size(one.strides[leader_]);
      ((work_.reduced >> k & 1) != 0 ? reduced_ : kept_).push_back(std::move(one));
    }
    merge(kept_);
    merge(reduced_);
  }

  static void merge(std::vector<axis>& axes) {
    std::stable_sort(axes.begin(), axes.end(),
                     [](const axis& a, const axis& b) { return a.step > b.step; });
    std::size_t count = 0;
    for (axis& next : axes) {
      if (count > 0 && continues(axes[count - 1], next)) {
        next.extent *= axes[count - 1].extent;
        std::swap(axes[count - 1], next);
      } else if (&axes[count++] != &next) {
        axes[count - 1] = std::move(next);
      }
    }
    axes.resize(count);
  }
  static bool continues(const axis& outer, const axis& inner) {
    for (std::size_t i = 0; i < inner.strides.size(); ++i)
      if (outer.strides[i] != inner.strides[i] * inner.extent) return false;
    return true;
  }

  [[nodiscard]] static std::ptrdiff_t count(const std::vector<axis>& axes) {
    std::ptrdiff_t product = 1;
    for (const axis& one : axes) product *= one.extent;
    return product;
  }
  [[nodiscard]] axis unit_axis() const { return {1, shape(operands_.size(), 0), 0}; }

  void choose_skeleton() {
    const bool is_persistent = passes_.needs_rows() || passes_.writes_elements();
    const bool reduces_inner =
        kept_.empty() || (count(reduced_) > 1 && reduced_.back().step <= kept_.back().step);
    const bool holds_columns = is_persistent && !reduces_inner && graph::holds_columns(work_);
    const bool ends_reduced = reduces_inner || (is_persistent && !holds_columns);
    std::vector<axis>& ending = ends_reduced ? reduced_ : kept_;
    const axis last = ending.empty() ? unit_axis() : std::move(ending.back());
    if (!ending.empty()) ending.pop_back();
    if (kept_.empty()) kept_.push_back(unit_axis());
    plan_.how.rank = static_cast<std::uint8_t>(kept_.size());
    const skeletons::reduction axes{static_cast<std::uint8_t>(reduced_.size())};
    if (holds_columns)
      plan_.how.skeleton = skeletons::persistent_columns{axes};
    else if (is_persistent)
      plan_.how.skeleton = skeletons::persistent_rows{axes};
    else if (reduces_inner)
      plan_.how.skeleton = skeletons::reduce_inner{axes};
    else
      plan_.how.skeleton = skeletons::reduce_outer{axes};
    plan_.space.strides.resize(operands_.size());
    for (const std::vector<axis>* axes : {&kept_, &reduced_})
      for (const axis& one : *axes) add_axis(one);
    add_axis(last);
  }

  void add_axis(const axis& one) {
    plan_.space.extents.push_back(one.extent);
    for (std::size_t i = 0; i < operands_.size(); ++i)
      plan_.space.strides[i].push_back(one.strides[i]);
  }

  [[nodiscard]] std::ptrdiff_t columns() const { return plan_.space.extents.back(); }

  /// Whether a thread has a row for each element of a chunk.
  [[nodiscard]] bool are_columns() const {
    return plan_.how.is<skeletons::reduce_outer>() || plan_.how.is<skeletons::persistent_columns>();
  }

  /// Elements of a chunk, and how many chunks are loaded at once.
  void choose_widths() {
    int vector = inputs_ == 0 ? 2 : widest_vector(work_, static_cast<int>(widest_));
    if (are_columns())
      while (vector > 1 && vector * reductions_ > tuning::max_states) vector /= 2;
    while (vector > 1 && vector / 2 >= columns()) vector /= 2;
    // Rows that begin anywhere: neighbouring threads then read and write neighbouring elements.
    const bool has_runs = count(kept_) > 1 || !reduced_.empty();
    if (plan_.how.is<skeletons::persistent_columns>() ||
        (plan_.how.is<skeletons::persistent_rows>() && has_runs))
      while (columns() % vector != 0) vector /= 2;
    int unroll = inputs_ <= 2 ? 4 : inputs_ <= 4 ? 2 : 1;
    if (plan_.how.is<skeletons::reduce_outer>()) {
      unroll *= 2;
      while (unroll > std::max<std::ptrdiff_t>(count(reduced_), 1)) unroll /= 2;
    }
    const std::size_t each = static_cast<std::size_t>(vector) * work_.body.size();
    while (unroll > 1 && static_cast<std::size_t>(unroll) * each > tuning::max_instructions)
      unroll /= 2;
    plan_.how.vector = static_cast<std::uint8_t>(std::max(vector, 1));
    plan_.how.unroll = static_cast<std::uint8_t>(unroll);
    plan_.how.tail = columns() % plan_.how.vector != 0;
    plan_.run = std::max<std::ptrdiff_t>(ceil_div(columns(), plan_.how.vector), 1);
    // States of all threads of reduce_outer pass through shared memory: of narrow elements many.
    if (plan_.how.is<skeletons::reduce_outer>()) {
      const bool has_many =
          vector * reductions_ >= tuning::max_states && vector * widest_ < tuning::access_bytes;
      threads_ /= reductions_ > 16 ? 8 : reductions_ > 4 ? 4 : has_many ? 2 : 1;
    }
    plan_.how.threads = static_cast<std::uint16_t>(threads_);
  }

  [[nodiscard]] std::ptrdiff_t total_bytes() const {
    return count(kept_) * count(reduced_) * columns() * std::max<std::ptrdiff_t>(bytes_each_, 1);
  }

  /// How many splits rows, or tiles of columns, need so that there are enough blocks, none of them
  /// with too much to do.
  void split(std::ptrdiff_t blocks, std::ptrdiff_t steps_at_once, std::ptrdiff_t max_steps) {
    plan_.split_steps = std::max<std::ptrdiff_t>(plan_.steps, 1);
    if (blocks > tuning::max_counters || blocks == 0) return;
    std::ptrdiff_t enough = tuning::blocks_threshold;
    if (plan_.how.is<skeletons::reduce_outer>())
      enough = std::clamp(total_bytes() / tuning::outer_bytes, tuning::min_outer_blocks,
                          tuning::outer_blocks_threshold);
    const std::ptrdiff_t wanted =
        std::clamp<std::ptrdiff_t>(total_bytes() / tuning::split_bytes, 1, enough);
    std::ptrdiff_t splits = std::max(ceil_div(wanted, blocks), ceil_div(plan_.steps, max_steps));
    splits = std::clamp<std::ptrdiff_t>(splits, 1, tuning::max_splits);
    if (splits == 1) return;
    plan_.split_steps = ceil_div(ceil_div(plan_.steps, splits), steps_at_once) * steps_at_once;
    plan_.splits = std::max<std::ptrdiff_t>(ceil_div(plan_.steps, plan_.split_steps), 1);
  }

  [[nodiscard]] std::size_t state_bytes() const {
    return static_cast<std::size_t>(reductions_) * tuning::max_state_bytes + 16;
  }

  /// Whether a thread may load twice as many chunks of a long row at once.
  [[nodiscard]] bool may_widen() const {
    const auto chunks = static_cast<std::size_t>(2 * plan_.how.unroll * plan_.how.vector);
    return inputs_ <= 1 && chunks * work_.body.size() <= tuning::max_instructions;
  }

  void shape_rows() {
    plan_.rows = count(kept_);
    plan_.steps = columns() == 0 ? 0 : count(reduced_) * plan_.run;
    std::ptrdiff_t per_block = 1;
    if (plan_.steps <= tuning::short_row) {
      plan_.how.as<skeletons::reduce_inner>().rows = plan_.how.unroll;
      plan_.how.unroll = 1;
      plan_.team = log2_above(plan_.steps);
      per_block = (tuning::threads >> plan_.team) * plan_.how.as<skeletons::reduce_inner>().rows;
      plan_.split_steps = std::max<std::ptrdiff_t>(plan_.steps, 1);
    } else {
      plan_.team = std::min(log2_above(ceil_div(plan_.steps, plan_.how.unroll)),
                            log2_above(tuning::threads));
      per_block = tuning::threads >> plan_.team;
      plan_.split_steps = plan_.steps;
      if (per_block == 1) {
        const int unroll = plan_.how.unroll * (may_widen() ? 2 : 1);
        split(plan_.rows, tuning::threads * unroll,
              static_cast<std::ptrdiff_t>(tuning::threads) * tuning::max_steps);
        if (plan_.splits > 1) plan_.how.unroll = static_cast<std::uint8_t>(unroll);
      }
    }
    plan_.grid = static_cast<unsigned>(ceil_div(plan_.rows, per_block) * plan_.splits);
    if (plan_.splits > 1)
      plan_.memory.scratch_bytes =
          static_cast<std::size_t>(plan_.rows * plan_.splits) * state_bytes();
  }

  void shape_columns() {
    plan_.rows = count(kept_) * (columns() == 0 ? 0 : plan_.run);
    plan_.steps = count(reduced_);
    const bool is_wide = plan_.run >= tuning::wide_run;
    // Narrow tiles, so that each has fewer splits, which one block combines.
    plan_.team =
        std::min(log2_above(plan_.run), plan_.run < tuning::many_columns_threshold ? 3 : 4);
    plan_.height = std::min(log2_above(ceil_div(plan_.steps, plan_.how.unroll)),
                            log2_above(threads_) - plan_.team);
    if (is_wide && plan_.steps <= tuning::max_inlined_steps &&
        plan_.rows >= tuning::many_chunks_threshold)
      plan_.height = 0;
    const std::ptrdiff_t across = threads_ >> plan_.height;
    const std::ptrdiff_t tiles = ceil_div(plan_.rows, across);
    const std::ptrdiff_t height = std::ptrdiff_t{1} << plan_.height;
    split(tiles, height * plan_.how.unroll, height * tuning::max_steps);
    plan_.grid = static_cast<unsigned>(tiles * plan_.splits);
    if (plan_.splits > 1)
      plan_.memory.scratch_bytes =
          static_cast<std::size_t>(tiles * plan_.splits * across * plan_.how.vector) *
          state_bytes();
  }

  /// How many chunks of each input a thread may hold: more narrow ones.
  [[nodiscard]] std::ptrdiff_t max_held() const {
    const std::ptrdiff_t scale =
        std::clamp<std::ptrdiff_t>(tuning::access_bytes / (plan_.how.vector * widest_), 1, 4);
    return graph::held_column_bytes / tuning::access_bytes * scale /
           static_cast<std::ptrdiff_t>(std::bit_ceil(static_cast<unsigned>(std::max(inputs_, 1))));
  }

  void shape_persistent_columns() {
    plan_.rows = count(kept_) * (columns() == 0 ? 0 : plan_.run);
    plan_.steps = count(reduced_);
    plan_.split_steps = std::max<std::ptrdiff_t>(plan_.steps, 1);
    plan_.height = log2_above(ceil_div(plan_.steps, max_held()));
    const int max_threads = graph::max_column_threads(work_);
    const std::ptrdiff_t bytes = plan_.how.vector * widest_;
    int side = log2_above(std::max<std::ptrdiff_t>(tuning::column_bytes / bytes, 1));
    while (1 << (side + plan_.height) > max_threads && side > 0) --side;
    const int threads =
        std::max(1 << (side + plan_.height), std::min(tuning::threads, max_threads));
    plan_.team = log2_above(threads) - plan_.height;
    plan_.how.threads = static_cast<std::uint16_t>(threads);
    plan_.how.as<skeletons::persistent_columns>().items_per_thread = static_cast<std::uint8_t>(
        std::max<std::ptrdiff_t>(ceil_div(plan_.steps, std::ptrdiff_t{1} << plan_.height), 1));
    plan_.grid = static_cast<unsigned>(ceil_div(plan_.rows, std::ptrdiff_t{1} << plan_.team));
  }

  /// Whether blocks can send states to each other, and have room for those of all warps.
  [[nodiscard]] bool has_clusters() const {
    constexpr int warps = tuning::max_threads / 32 * tuning::max_cluster;
    return work_.where.is_gpu() && work_.where.ordinal() < num_gpus() &&
           properties(work_.where).major >= 9 && warps * state_bytes() <= tuning::exchange_bytes;
  }

  void shape_persistent_rows() {
    plan_.rows = count(kept_);
    plan_.steps = columns() == 0 ? 0 : count(reduced_) * plan_.run;
    plan_.split_steps = std::max<std::ptrdiff_t>(plan_.steps, 1);
    const std::ptrdiff_t n = plan_.steps;
    // Narrow chunks: more of them.
    const std::ptrdiff_t scale =
        std::clamp<std::ptrdiff_t>(tuning::access_bytes / (plan_.how.vector * widest_), 1, 4);
    const auto inputs =
        static_cast<std::ptrdiff_t>(std::bit_ceil(static_cast<std::size_t>(std::max(inputs_, 1))));
    const std::ptrdiff_t lanes = 4 * scale;  // of a team, at least: 64 bytes side by side
    const auto even =
        static_cast<std::ptrdiff_t>(std::bit_floor(static_cast<std::size_t>(n / lanes)));
    const std::ptrdiff_t most = tuning::max_held * scale;
    // One pass: combining the states of lanes takes the time, so few of them.
    const bool fits_warp = passes_.reducing_passes() == 1 && n > 32 * lanes && n <= 32 * most;
    const std::ptrdiff_t wanted = fits_warp || n > tuning::threads * lanes
                                      ? most
                                      : std::clamp<std::ptrdiff_t>(even, 1, lanes);
    const std::ptrdiff_t held = std::min(wanted, most / inputs);
    auto& row = plan_.how.as<skeletons::persistent_rows>();
    share_row(row, held);
    // No more than needed: all chunks of a thread but the last are sure to exist.
    if (row.items_per_thread > 0)
      row.items_per_thread = static_cast<std::uint8_t>(
          std::max<std::ptrdiff_t>(ceil_div(n, std::ptrdiff_t{row.cluster} << plan_.team), 1));
    plan_.how.threads = static_cast<std::uint16_t>(std::max(tuning::threads, 1 << plan_.team));
    plan_.grid =
        static_cast<unsigned>(ceil_div(plan_.rows, plan_.how.threads >> plan_.team) * row.cluster);
  }

  /// Among how many threads, if each holds so many chunks, and blocks. Holds none if they are too
  /// many.
  void share_row(skeletons::persistent_rows& row, std::ptrdiff_t held) {
    const int widest = log2_above(tuning::max_threads);
    const int max_shared = has_clusters() ? log2_above(tuning::max_cluster) : 0;
    const int threads =
        held == 0 ? widest + max_shared + 1 : log2_above(ceil_div(plan_.steps, held));
    int shared = 0;
    if (threads > widest + max_shared) {
      plan_.team =
          std::min(log2_above(ceil_div(plan_.steps, plan_.how.unroll)), widest + max_shared);
      shared = std::clamp(plan_.team - widest, 0, max_shared);
    } else {
      row.items_per_thread = static_cast<std::uint8_t>(held);
      plan_.team = threads;
      if (threads > log2_above(tuning::alone_threads))
        shared = std::min(max_shared, threads - log2_above(tuning::threads));
    }
    row.cluster = static_cast<std::uint8_t>(1 << shared);
    plan_.team -= shared;
  }

  /// Whether every chunk of the operand is aligned.
  [[nodiscard]] bool is_aligned(std::size_t i) const {
    const std::ptrdiff_t vector = plan_.how.vector;
    const std::ptrdiff_t bytes = operands_[i].bytes;
    const std::ptrdiff_t wanted = std::min<std::ptrdiff_t>(vector * bytes, tuning::access_bytes);
    const auto address = operands_[i].base + static_cast<std::uintptr_t>(plan_.space.offsets[i]) *
                                                 static_cast<std::uintptr_t>(bytes);
    if (address % static_cast<std::uintptr_t>(wanted) != 0) return false;
    for (std::size_t k = 0; k + 1 < plan_.space.rank(); ++k)
      if (plan_.space.strides[i][k] * bytes % wanted != 0) return false;
    return true;
  }

  void choose_access() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const operand& one = operands_[i];
      const std::ptrdiff_t step = plan_.space.strides[i].back();
      const bool in_chunks = !one.per_row || (are_columns() && one.is_output);
      access how = access::strided;
      if (in_chunks) {
        if (step == 0 && !one.is_output) how = access::zero;
        if (step == 1 && (one.bytes == 0 || is_aligned(i))) how = access::unit;
      }
      plan_.how.operands.push_back(how);
    }
  }

  const kernel& work_;
  const graph::passes passes_;
  reduction_plan plan_;
  std::vector<operand> operands_;
  std::vector<axis> kept_;
  std::vector<axis> reduced_;
  std::size_t leader_ = 0;
  std::ptrdiff_t widest_ = 1;      ///< bytes of the widest element that varies along rows
  std::ptrdiff_t bytes_each_ = 0;  ///< read for each element
  int inputs_ = 0;                 ///< arrays that vary along rows
  int reductions_ = 0;             ///< those of users count twice: their states may be larger
  int threads_ = tuning::threads;  ///< of a block of reduce_outer
};

template <class Index>
void write(argument_writer& out, const kernel& work, const reduction_plan& plan, void* partial,
           unsigned* arrivals) {
  const auto put = [&](std::ptrdiff_t value) { out.put(static_cast<Index>(value)); };
  const auto put_divisor = [&](std::ptrdiff_t value) {
    out.put(kernels::divisor<Index>::of(static_cast<Index>(std::max<std::ptrdiff_t>(value, 1))));
  };
  put(plan.rows);
  put(plan.space.extents.back());
  put(plan.steps);
  put(plan.split_steps);
  put_divisor(plan.splits);
  put_divisor(plan.run);
  out.put(plan.team);
  out.put(plan.height);
  out.put(partial);
  out.put(arrivals);
  for (std::size_t k = 0; k + 1 < plan.space.rank(); ++k) put_divisor(plan.space.extents[k]);
  out.align(8);
  for (std::size_t i = 0; i < plan.space.offsets.size(); ++i)
    write_operand<Index>(out, work, i, plan.space.offsets[i], plan.space.strides[i]);
  write_body(out, work);
}

}  // namespace

reduction_plan plan_reduction(const kernel& work) {
  return planner(work).plan();
}

void write_arguments(argument_writer& out, const kernel& work, const reduction_plan& plan,
                     void* partial, unsigned* arrivals) {
  if (plan.how.wide)
    write<long long>(out, work, plan, partial, arrivals);
  else
    write<int>(out, work, plan, partial, arrivals);
}

}  // namespace gpu::execute
